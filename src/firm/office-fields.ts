/** Offices: the fields of `firm.md`, and those of the API. */
import * as z from 'zod'
import { plainText } from './content-fields.ts'
import { HOURS, PUBLISHED_HOURS } from './hours-fields.ts'
import { TELEPHONE } from '../telephone.ts'

export const Address = z
  .strictObject({
    street: plainText.describe('Street and number.'),
    city: plainText
      .max(30, 'must be one city, of at most 30 characters')
      .describe('City of the office. Rule 4-7.12 requires it wherever the firm advertises.'),
    state: z.string().length(2, 'must be the two letters of the state, "FL"').describe('State, two letters.'),
    postalCode: z
      .string()
      .regex(/^\d{5}(-\d{4})?$/, 'must be a ZIP code of five digits, in quotes')
      .describe('ZIP code.'),
  })
  .describe('The office, a real place the public can visit.')

export const telephone = z.string().regex(TELEPHONE, 'must be a number like "+1-904-555-0100"')

/** @param hours the API says the days in more ways than the file */
const officeWith = <H extends z.ZodType>(hours: H) => ({
  address: Address,
  telephone: telephone.describe('Telephone in international form.'),
  hours,
  directions: plainText.optional().describe('How to find the office, in one sentence.'),
})

export const Offices = z
  .array(z.strictObject(officeWith(HOURS)).partial({ telephone: true, hours: true }))
  .min(1, 'must have an office')
  .superRefine(([main], check) => {
    for (const field of ['telephone', 'hours'] as const)
      if (main && main[field] === undefined)
        check.addIssue({ code: 'custom', path: [0, field], message: 'is missing: the first office needs it' })
  })
  .describe(
    'The offices, the main one first. Another one may leave out `telephone`, and `hours` if it opens by appointment only.',
  )

/** In the API, the main office's facts stand beside the list too. */
export const PUBLISHED_OFFICES = {
  ...officeWith(PUBLISHED_HOURS),
  offices: z
    .array(z.strictObject(officeWith(PUBLISHED_HOURS)).partial({ telephone: true, hours: true }))
    .min(1)
    .describe('All offices. `address`, `telephone`, `hours` and `directions` are those of the first.'),
}

export type Address = z.infer<typeof Address>
