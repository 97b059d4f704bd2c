/** The firm: the schema of `firm.md`, and that of the API. */
import * as z from 'zod'
import { described } from '../described.ts'
import { EmailAddress } from '../email-address.ts'
import { LOOK_FIELDS } from './look.ts'
import { Notices } from './notices-file.ts'
import { paragraph, plain, plainText, Reviewed } from './content-fields.ts'
import { NotOffered, type Offering } from '../offers.ts'
import { CLOSED_FIELDS, Offices, PUBLISHED_CLOSED_FIELDS, PUBLISHED_OFFICES, telephone } from './office-fields.ts'

const FACTS = {
  name: plainText.describe("The firm's name as registered with The Florida Bar."),
  description: paragraph(z.string().min(1).describe('Two or three sentences about the firm.')),
  email: EmailAddress.describe('General e-mail address of the firm.'),
  areaServed: plainText.describe('Counties or region the firm serves.'),
  onCall: telephone
    .optional()
    .describe('Number for what cannot wait while the office is closed, in international form.'),
  responsibleAttorney: plainText.describe('The lawyer responsible for this information (rule 4-7.12).'),
  languages: z
    .array(plain(z.string().min(2)))
    .min(1)
    .describe('Languages spoken at the office.'),
  replyWithin: plainText.describe('When a person who wrote can expect an answer, in words.'),
  consultationCost: plainText.optional().describe('What a consultation costs, in one sentence.'),
}

const BOOKING_RULE = 'must be the whole address of the booking page, which begins with https://'

/** Frontmatter of `firm.md` in the first language. */
export const FirmFile = z.strictObject({
  ...FACTS,
  offices: Offices,
  ...CLOSED_FIELDS,
  tagline: z.string().min(1).describe('One line for the top of the home page.'),
  ...LOOK_FIELDS,
  jail: telephone.optional().describe('Telephone of the county jail.'),
  publicDefender: telephone.optional().describe('Telephone of the public defender.'),
  bookingUrl: z
    .url({ protocol: /^https$/, error: BOOKING_RULE })
    .optional()
    .describe('A page on which people choose a time themselves. It is shown only after the finding “No conflict”.'),
  bookingCompany: plainText.optional().describe('The company of the booking page, as the privacy page names it.'),
  hidesUnlisted: z
    .boolean()
    .optional()
    .describe(
      'Without a list of clients, whether the desk hides each message until its conflict check is marked: yes, if left out.',
    ),
  keepsNames: z
    .boolean()
    .optional()
    .describe(
      'Whether the names of people who wrote and of the other side are kept for the check of conflicts after a message is erased: yes, if left out.',
    ),
  notOffered: NotOffered,
  reviewed: Reviewed,
})
export type FirmFile = z.infer<typeof FirmFile>

/** Frontmatter of a translation of `firm.md`: words only, because each fact is in the file of the first language. */
export const FirmTranslation = FirmFile.pick({
  ...{ tagline: true, description: true, areaServed: true, languages: true, replyWithin: true },
  ...{ consultationCost: true, afterHours: true, reviewed: true },
}).extend({
  offices: z
    .array(FirmFile.shape.offices.element.pick({ directions: true }))
    .optional()
    .describe('The directions to each office, in the order of the English file.'),
})
export type FirmTranslation = z.infer<typeof FirmTranslation>

/** @returns the facts of the source, with the words of the translation in place of the source's own */
export const translatedFirm = (source: FirmFile, { offices = [], ...words }: FirmTranslation): FirmFile => ({
  ...source,
  ...words,
  offices: source.offices.map((office, index) => ({ ...office, ...offices[index] })),
})

/** Response of `GET /api/v1/firm`. */
export const Firm = described('The firm.', {
  ...FACTS,
  ...PUBLISHED_OFFICES,
  ...PUBLISHED_CLOSED_FIELDS,
  url: z.url().describe("Address of the firm's site."),
  notices: Notices,
})
/** The fields of a response, and three that responses leave out: `notOffered`, `accent` and `bookingUrl`. */
export type Firm = z.infer<typeof Firm> & Offering & Pick<FirmFile, 'accent' | 'bookingUrl'>
