/**
 * The table of the fields of an inquiry. The form, the spreadsheet, the cards, the searches and the documents that name
 * fields are made from it; the API and MCP from the schema, which has the same fields. A field's name in the schema is its
 * name in the form and its column in the spreadsheet. The words of the form are in `src/views`, by the same names.
 */
import { dayInWords } from '../dates.ts'
import { languageInWords, listInWords } from '../language.ts'
import { type InquiryRequest, LIMITS } from './inquiry-request.ts'

export type FieldName = keyof InquiryRequest
export type RequiredField = { [Name in FieldName]-?: undefined extends InquiryRequest[Name] ? never : Name }[FieldName]

export type ListField = {
  [Name in FieldName]-?: NonNullable<InquiryRequest[Name]> extends string ? never : Name
}[FieldName]
export type TextField = Exclude<FieldName, ListField>

/**
 * How a person fills in a field: a line, a text of several lines with its most characters, a choice from a list, one of a few
 * answers that are all in sight, several of these, or a tick.
 */
export type FieldControl =
  | { kind: 'line'; type?: 'email' | 'tel' | 'date'; autocomplete?: string }
  | { kind: 'text'; rows: number; most: number }
  | { kind: 'choice'; from: 'topics' | 'languages' }
  | { kind: 'answer'; from: 'lawyerAnswers' | 'writingFor' }
  | { kind: 'several'; from: 'safeContact' }
  | { kind: 'tick'; from: 'urgent' }

export interface InquiryField {
  /** For the staff, at the desk and on a terminal. */
  label: string
  control: FieldControl
  isRequired?: true
  /** Which searches of the staff look here: `person` that for a person and that for a text, `text` only the latter; none if left out. */
  search?: 'person' | 'text'
  /** A way to reach the person, of which one is enough, and how the desk links it. */
  link?: 'mail' | 'telephone'
  /** The value as cards show it, if not as it is. */
  inWords?: (value: string) => string
}

/** In the order in which the staff ask; the form shows first what everyone is asked. */
export const INQUIRY_FIELDS: {
  readonly [Name in FieldName]-?: InquiryField &
    (Name extends RequiredField ? { isRequired: true } : { isRequired?: never })
} = {
  name: { label: 'Name', control: { kind: 'line', autocomplete: 'name' }, isRequired: true, search: 'person' },
  email: {
    label: 'E-mail',
    control: { kind: 'line', type: 'email', autocomplete: 'email' },
    isRequired: true,
    search: 'person',
    link: 'mail',
  },
  phone: {
    label: 'Telephone',
    control: { kind: 'line', type: 'tel', autocomplete: 'tel' },
    search: 'person',
    link: 'telephone',
  },
  topic: { label: 'Topic', control: { kind: 'choice', from: 'topics' } },
  otherParty: { label: 'Other side', control: { kind: 'line' }, search: 'person' },
  hasLawyer: { label: 'Has a lawyer', control: { kind: 'answer', from: 'lawyerAnswers' } },
  urgent: { label: 'Urgent', control: { kind: 'tick', from: 'urgent' } },
  date: { label: 'Court date or deadline', control: { kind: 'line', type: 'date' }, inWords: (day) => dayInWords(day) },
  county: { label: 'County', control: { kind: 'line' }, search: 'text' },
  writingFor: {
    label: 'Writes for',
    control: { kind: 'answer', from: 'writingFor' },
    inWords: (answer) => answer.replace('_', ' '),
  },
  safeContact: { label: 'Safe ways', control: { kind: 'several', from: 'safeContact' } },
  message: {
    label: 'Message',
    control: { kind: 'text', rows: 8, most: LIMITS.message.max },
    isRequired: true,
    search: 'text',
  },
  language: { label: 'Language', control: { kind: 'choice', from: 'languages' }, inWords: languageInWords },
}

export const FIELD_NAMES = Object.keys(INQUIRY_FIELDS) as readonly FieldName[]

const namesOf = (isMeant: (field: InquiryField) => unknown): readonly FieldName[] =>
  FIELD_NAMES.filter((name) => isMeant(INQUIRY_FIELDS[name]))

export const REQUIRED_FIELDS = namesOf(({ isRequired }) => isRequired)
export const OPTIONAL_FIELDS = namesOf(({ isRequired }) => !isRequired)

/** The ways to reach the person: one is enough. */
export const WAY_FIELDS = namesOf(({ link }) => link !== undefined)
/** What people cannot leave out of a form. */
export const NEEDED_FIELDS = namesOf(({ isRequired, link }) => isRequired && !link)
/** What the form asks only those who open it. */
export const MORE_FIELDS = namesOf(({ isRequired, link }) => !isRequired && !link)

export type FieldValues = Readonly<Partial<Record<FieldName, FieldValue>>>
type FieldValue = string | readonly string[] | true

/** @param valuesOf what a form has by a name */
export const fieldValues = (valuesOf: (name: string) => readonly string[]): FieldValues =>
  Object.fromEntries(
    FIELD_NAMES.flatMap((name) => {
      const [text, ...more] = valuesOf(name)
      const { kind } = INQUIRY_FIELDS[name].control
      // A list in which nothing was chosen sends an empty value.
      if (text === undefined || (kind === 'tick' && text === '')) return []
      return [[name, kind === 'several' ? [text, ...more] : kind === 'tick' ? true : text]]
    }),
  )

/** The value of a field as one text; undefined when it has none. */
export const inOneText = (value: FieldValue | undefined): string | undefined =>
  value === undefined ? undefined : value === true ? 'yes' : [value].flat().join(', ')

/** The fields with a short value: the staff see them as a list. */
export const FACT_FIELDS = namesOf(({ control }) => control.kind !== 'text')
/** The fields with a text of several lines: the staff see them below that list. */
export const TEXT_FIELDS = namesOf(({ control }) => control.kind === 'text')

export const PERSON_FIELDS = namesOf(({ search }) => search === 'person') as readonly TextField[]
export const SEARCHED_FIELDS = namesOf(({ search }) => search) as readonly TextField[]

export const [PERSON_FIELDS_IN_WORDS, SEARCHED_IN_WORDS] = [PERSON_FIELDS, SEARCHED_FIELDS].map((names) =>
  listInWords(
    names.map((name) => INQUIRY_FIELDS[name].label.toLowerCase()),
    'or',
  ),
) as [string, string]
