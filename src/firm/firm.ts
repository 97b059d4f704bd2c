/** The firm: the schema of `firm.md`, and that of the API. */
import * as z from 'zod'
import { Day } from '../dates.ts'
import { EmailAddress } from '../email-address.ts'
import { HOURS_FIELDS, PUBLISHED_HOURS_FIELDS } from './hours-fields.ts'
import { LOOK_FIELDS } from './look.ts'
import { Notices } from './notices.ts'
import { visibleText } from '../letters.ts'
import { paragraph, Reviewed } from './content-fields.ts'
import { NotOffered, type Offering } from '../offers.ts'
import { TELEPHONE } from '../telephone.ts'

/** Signs that Markdown, HTML or a placeholder gives a meaning, and line breaks. */
const SIGNS = /[<>*`[\]{}\\\p{Cc}\p{Zl}\p{Zp}]/u
const PLAIN_RULE =
  'must be plain words in one line without the signs < > * ` [ ] { } \\, because it is filled into other texts'

/** A fact that the build fills into texts. */
const plain = <S extends z.ZodType<string>>(schema: S): S =>
  schema.refine((text) => !SIGNS.test(text) && visibleText(text) !== '', PLAIN_RULE)
const plainText = plain(z.string().min(1))

const Address = z
  .strictObject({
    street: plainText.describe('Street and number.'),
    city: plainText.describe('City of the office. Rule 4-7.12 requires it wherever the firm advertises.'),
    state: z.string().length(2, 'must be the two letters of the state, "FL"').describe('State, two letters.'),
    postalCode: z
      .string()
      .regex(/^\d{5}(-\d{4})?$/, 'must be a ZIP code of five digits, in quotes')
      .describe('ZIP code.'),
  })
  .describe('The office, a real place the public can visit.')

const telephone = z.string().regex(TELEPHONE, 'must be a number like "+1-904-555-0100"')

/** @param hours the fields of the opening hours; the API has more of them than the file */
const factsWith = <H extends z.ZodRawShape>(hours: H) => ({
  name: plainText.describe("The firm's name as registered with The Florida Bar."),
  description: paragraph(z.string().min(1).describe('Two or three sentences about the firm.')),
  telephone: telephone.describe('Telephone in international form.'),
  email: EmailAddress.describe('General e-mail address of the firm.'),
  areaServed: plainText.describe('Counties or region the firm serves.'),
  address: Address,
  onCall: telephone.optional().describe('For what cannot wait while the office is closed, in international form.'),
  directions: plainText.optional().describe('How to find the office, in one sentence.'),
  ...hours,
  responsibleAttorney: plainText.describe('The lawyer responsible for this information (rule 4-7.12).'),
  languages: z
    .array(plain(z.string().min(2)))
    .min(1)
    .describe('Languages spoken at the office.'),
  replyWithin: plainText.describe('When a person who wrote can expect an answer, in words.'),
  consultationCost: plainText.optional().describe('What a consultation costs, in one sentence.'),
})

/** Frontmatter of `firm.md`. */
export const FirmFile = z.strictObject({
  ...factsWith(HOURS_FIELDS),
  tagline: z.string().min(1).describe('One line for the top of the home page.'),
  ...LOOK_FIELDS,
  jail: telephone.optional().describe('Telephone of the county jail.'),
  publicDefender: telephone.optional().describe('Telephone of the public defender.'),
  bookingUrl: z
    .url({
      protocol: /^https$/,
      error: 'must be the whole address of the booking page, which begins with https://',
    })
    .optional()
    .describe('A page on which people choose a time themselves. It is shown only after the finding “No conflict”.'),
  bookingCompany: plainText.optional().describe('The company that runs it, as the privacy page names it.'),
  hidesUnlisted: z
    .boolean()
    .optional()
    .describe(
      'Without a list of clients, whether the desk hides each message until its check is marked: yes, if left out.',
    ),
  keepsNames: z
    .boolean()
    .optional()
    .describe(
      'Whether the names of people who wrote and of the other side are kept for the check of conflicts after a message is erased: yes, if left out.',
    ),
  notOffered: NotOffered,
  programTexts: z
    .strictObject({
      reviewed: Day.describe('Day a lawyer read them.'),
      digest: z.string().min(1).describe('What `npm run texts` prints at its end.'),
    })
    .optional()
    .describe('That a lawyer read the words in the program, as `npm run texts` prints them.'),
  reviewed: Reviewed,
})
export type FirmFile = z.infer<typeof FirmFile>

/** Response of `GET /api/v1/firm`. */
export const Firm = z
  .object({
    ...factsWith(PUBLISHED_HOURS_FIELDS),
    url: z.url().describe("Address of the firm's site."),
    notices: Notices,
  })
  .describe('The firm.')
/** Responses do not say which switches are off, or where times are booked; only this type has that. */
export type Firm = z.infer<typeof Firm> & Offering & Pick<FirmFile, 'bookingUrl'>
