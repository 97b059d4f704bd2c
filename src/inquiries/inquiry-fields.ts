/**
 * The table of the fields of an inquiry. The form, the spreadsheet, the cards, the searches and the documents that name
 * fields are made from it; the API and MCP from the schema, which has the same fields. A field's name in the schema is its
 * name in the form and its column in the spreadsheet. The words of the form are in `src/views`, by the same names.
 */
import { languageInWords, listInWords } from '../language.ts'
import { type InquiryRequest, LIMITS } from './inquiry-request.ts'

export type FieldName = keyof InquiryRequest
export type RequiredField = { [Name in FieldName]-?: undefined extends InquiryRequest[Name] ? never : Name }[FieldName]

/**
 * How a person fills in a field: a line, a text of several lines with its most characters, a choice from a list, or one of a few
 * answers that are all in sight.
 */
export type FieldControl =
  | { kind: 'line'; type?: 'email' | 'tel'; autocomplete?: string }
  | { kind: 'text'; rows: number; most: number }
  | { kind: 'choice'; from: 'topics' | 'languages' }
  | { kind: 'answer'; from: 'lawyerAnswers' }

export interface InquiryField {
  /** For the staff, at the desk and on a terminal. */
  label: string
  control: FieldControl
  optional: boolean
  /** Which searches of the staff look here: `person` that for a person and that for a text, `text` only the latter. */
  search: 'person' | 'text' | 'none'
  /** How the desk links the value. */
  link?: 'mail' | 'telephone'
  /** The value as cards show it, if not as it is. */
  inWords?: (value: string) => string
}

/** In the order of the form. */
export const INQUIRY_FIELDS: {
  readonly [Name in FieldName]-?: InquiryField & { optional: Name extends RequiredField ? false : true }
} = {
  name: { label: 'Name', control: { kind: 'line', autocomplete: 'name' }, optional: false, search: 'person' },
  email: {
    label: 'E-mail',
    control: { kind: 'line', type: 'email', autocomplete: 'email' },
    optional: false,
    search: 'person',
    link: 'mail',
  },
  phone: {
    label: 'Telephone',
    control: { kind: 'line', type: 'tel', autocomplete: 'tel' },
    optional: true,
    search: 'person',
    link: 'telephone',
  },
  topic: { label: 'Topic', control: { kind: 'choice', from: 'topics' }, optional: true, search: 'none' },
  otherParty: { label: 'Other side', control: { kind: 'line' }, optional: true, search: 'person' },
  hasLawyer: {
    label: 'Has a lawyer',
    control: { kind: 'answer', from: 'lawyerAnswers' },
    optional: true,
    search: 'none',
  },
  message: {
    label: 'Message',
    control: { kind: 'text', rows: 8, most: LIMITS.message.max },
    optional: false,
    search: 'text',
  },
  language: {
    label: 'Language',
    control: { kind: 'choice', from: 'languages' },
    optional: true,
    search: 'none',
    inWords: languageInWords,
  },
}

/** All fields, in the order of the form. */
export const FIELD_NAMES = Object.keys(INQUIRY_FIELDS) as readonly FieldName[]

const namesOf = (isMeant: (field: InquiryField) => boolean): readonly FieldName[] =>
  FIELD_NAMES.filter((name) => isMeant(INQUIRY_FIELDS[name]))

export const REQUIRED_FIELDS = namesOf(({ optional }) => !optional)
export const OPTIONAL_FIELDS = namesOf(({ optional }) => optional)

/** The fields with a short value: the staff see them as a list. */
export const FACT_FIELDS = namesOf(({ control }) => control.kind !== 'text')
/** The fields with a text of several lines: the staff see them below that list. */
export const TEXT_FIELDS = namesOf(({ control }) => control.kind === 'text')

export const PERSON_FIELDS = namesOf(({ search }) => search === 'person')
/** Where a search for a text looks. */
export const SEARCHED_FIELDS = namesOf(({ search }) => search !== 'none')

export const [PERSON_FIELDS_IN_WORDS, SEARCHED_IN_WORDS] = [PERSON_FIELDS, SEARCHED_FIELDS].map((names) =>
  listInWords(
    names.map((name) => INQUIRY_FIELDS[name].label.toLowerCase()),
    'or',
  ),
) as [string, string]
