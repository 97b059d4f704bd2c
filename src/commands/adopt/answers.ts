/** The answers with which a firm begins: the schema of a file like `content/starters/firm.yaml`. */
import { stringify } from 'yaml'
import * as z from 'zod'
import { plainText } from '../../firm/content-fields.ts'
import { FirmFile } from '../../firm/firm.ts'
import { HOLIDAYS } from '../../firm/holidays.ts'
import { LawyerFile } from '../../firm/lawyer.ts'
import { LOOK_FIELDS } from '../../firm/look.ts'
import { programName } from '../../firm/placeholders.ts'
import { FIRST_LANGUAGE, LANGUAGES } from '../../language.ts'
import { internationalTelephone } from '../../telephone.ts'
import type { ContentFault } from '../content/faults.ts'
import { isPlainFile } from '../content/files.ts'
import { readFields, schemaFaults } from '../content/frontmatter.ts'
import { AFTER_HOURS, COUNTIES, REPLY_TIMES, STARTER_AREAS } from './starters.ts'

export const USUAL_HOLIDAYS = HOLIDAYS.filter((name) => name !== 'Presidents Day' && name !== 'Columbus Day')

const { address, telephone, hours } = FirmFile.shape.offices.element.shape
const { street, city, postalCode } = address.shape
const Telephone = z.string().transform(internationalTelephone).pipe(telephone.unwrap())
const OtherOffice = z.strictObject({ street, city, postalCode, telephone: Telephone.optional(), hours })

const InLanguages = z.partialRecord(z.enum(LANGUAGES), z.string().min(1))

export const Lawyer = z.strictObject({
  name: FirmFile.shape.responsibleAttorney.refine(programName, 'must be written in letters from A to Z'),
  barNumber: LawyerFile.shape.barNumber,
  admitted: LawyerFile.shape.admitted,
  areas: z.array(z.string()).min(1).optional().describe('Names of files of practice areas; all of them, if left out'),
  languages: FirmFile.shape.languages.optional(),
  certified: plainText.optional().describe('Area in which The Florida Bar has board certified the lawyer'),
  role: InLanguages.optional().describe(
    'What the lawyer is called in other languages than English, like { es: Abogada }',
  ),
  about: InLanguages.optional().describe('What the lawyer does at the firm, like { en: Ben Cole settles estates. }'),
})
export type Lawyer = z.output<typeof Lawyer>

/** The name of an area needs a letter from A to Z, because the address of the area's page is made from the name. */
export const AreaName = z
  .string()
  .regex(/^(?=.*[A-Za-z])[\p{L} &,'’-]+$/u, "must be words, like Elder law or Workers' compensation")
/** An area without a starter. The firm writes its text. */
const OwnArea = z
  .partialRecord(z.enum(LANGUAGES), AreaName)
  .refine((names) => names[FIRST_LANGUAGE] !== undefined, 'must have a name in English, like { en: Elder law }')
export type OwnArea = z.infer<typeof OwnArea>

const SLUGS = STARTER_AREAS.map(({ slug }) => slug)
const Area = z.union(
  [z.enum(SLUGS), OwnArea],
  `must be one of: ${SLUGS.join(', ')}; or a name of your own, like { en: Elder law }`,
)
type Area = z.infer<typeof Area>

export const slugOf = (area: Area): string =>
  typeof area === 'string' ? area : programName(area[FIRST_LANGUAGE] ?? '')

const isDistinct = (names: readonly string[]) => new Set(names).size === names.length

const Fields = z.strictObject({
  name: FirmFile.shape.name.describe('The name under which the firm practices, with P.A. or PLLC'),
  lawyers: z
    .array(Lawyer)
    .min(1, 'must name a lawyer')
    .refine((all) => isDistinct(all.map(({ name }) => programName(name))), 'must name each lawyer once')
    .describe(
      'The lawyers, starting with the one responsible for the site, with Florida Bar number and year of admission',
    ),
  street: street.describe('Street and number of the office, which clients can visit'),
  city: city.describe('City of the office'),
  postalCode: postalCode.describe('ZIP code'),
  telephone: Telephone.describe('Telephone of the office'),
  email: FirmFile.shape.email.describe('E-mail address of the firm'),
  hours: hours.unwrap().describe('Opening hours: for each group of days when the office opens and closes'),
  moreOffices: z
    .array(OtherOffice)
    .optional()
    .describe('Other offices; one that opens by appointment only has no hours'),
  onCall: Telephone.optional().describe('Telephone of the person on call while the office is closed; or left out'),
  jail: Telephone.optional().describe('Telephone of the county jail; or left out'),
  publicDefender: Telephone.optional().describe('Telephone of the public defender; or left out'),
  holidays: z.array(z.enum(HOLIDAYS)).default(USUAL_HOLIDAYS).describe('Holidays on which the office is closed'),
  afterHours: z.string().min(1).default(AFTER_HOURS.en).describe('What a person can do while the office is closed'),
  replyWithin: z
    .enum(REPLY_TIMES.map(({ en }) => en))
    .default(REPLY_TIMES[0].en)
    .describe('When a person who wrote can expect an answer'),
  counties: z.array(z.enum(COUNTIES)).min(1, 'must name a county').describe('Counties of Florida that the firm serves'),
  areas: z
    .array(Area)
    .min(1, 'must name an area')
    .refine((areas) => isDistinct(areas.map(slugOf)), 'must name each area once')
    .describe('Practice areas, in the order of the site'),
  siteLanguages: z.array(z.enum(LANGUAGES)).default([FIRST_LANGUAGE]).describe('Languages of the site'),
  languages: FirmFile.shape.languages.default(['English']).describe('Languages spoken at the office'),
  accent: LOOK_FIELDS.accent.describe('Color of links and buttons, like "#1f3a6e", in quotes; or left out'),
  logo: z
    .string()
    .regex(/\.(svg|png)$/i, 'must be a file that ends in .svg or .png')
    .refine(isPlainFile, 'must be a file that exists, not a link to one')
    .optional()
    .describe('File of the logo, SVG or PNG; or left out'),
})
export const Answers = Fields.superRefine(({ areas, lawyers }, check) => {
  if (check.issues.length > 0) return
  const names = areas.map(slugOf)
  lawyers.forEach((lawyer, index) => {
    if (lawyer.areas?.every((area) => names.includes(area)) ?? true) return
    const message = `must be areas of the firm: ${names.join(', ')}`
    check.addIssue({ code: 'custom', path: ['lawyers', index, 'areas'], message })
  })
})
export type Answers = z.output<typeof Answers>
export type AnswersInput = z.input<typeof Answers>
/** The answers so far, in the form of the file. An answer that was left empty is undefined. */
export type Draft = { [Name in keyof AnswersInput]?: AnswersInput[Name] | undefined }

export function readAnswers(file: string, text: string): { answers?: Answers; faults: ContentFault[] } {
  const { frontmatter, faults } = readFields(text)
  const misfits = frontmatter ? schemaFaults(Answers, frontmatter) : []
  const all = [...faults, ...misfits].map((fault) => ({ file, ...fault }))
  return frontmatter && all.length === 0
    ? { answers: Answers.parse(frontmatter.data), faults: [] }
    : { faults: all.sort((one, other) => one.line - other.line) }
}

/** @returns the saved answers, without those that no longer fit the schema */
export function readDraft(text: string): Draft {
  const { data = {} } = readFields(text).frontmatter ?? {}
  const fitting = Object.entries(Answers.shape).filter(
    ([name, schema]) => name in data && schema.safeParse(data[name]).success,
  )
  return Object.fromEntries(fitting.map(([name]) => [name, data[name]]))
}

export const answersFile = (typed: Draft): string =>
  Object.entries(Answers.shape)
    .flatMap(([name, { description }]) => {
      const value = typed[name as keyof AnswersInput]
      return value === undefined ? [] : [`# ${description}.\n${stringify({ [name]: value }, { lineWidth: 0 })}`]
    })
    .join('')
