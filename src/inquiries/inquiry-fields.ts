/** The table of an inquiry's fields, for forms, the CSV export, cards, searches and documents. `inquiry-request.ts` has the schema. */
import { dayInWords } from '../dates.ts'
import { languageInWords, listInWords } from '../language.ts'
import { type InquiryRequest, LIMITS } from './inquiry-request.ts'

export type FieldName = keyof InquiryRequest
type RequiredField = { [Name in FieldName]-?: undefined extends InquiryRequest[Name] ? never : Name }[FieldName]

export type TextField = {
  [Name in FieldName]-?: NonNullable<InquiryRequest[Name]> extends string ? Name : never
}[FieldName]

/** On the form, `choice` is a drop-down list, `answer` radio buttons, `several` check boxes, and `tick` one check box. */
export type FieldControl =
  | { kind: 'line'; type?: 'email' | 'tel' | 'date'; autocomplete?: string }
  | { kind: 'text'; rows: number; most: number }
  | { kind: 'choice'; from: 'topics' | 'languages' }
  | { kind: 'answer'; from: 'lawyerAnswers' | 'writingFor' }
  | { kind: 'several'; from: 'safeContact' }
  | { kind: 'tick'; from: 'urgent' }

export interface InquiryField {
  /** For the staff, at the desk. */
  label: string
  control: FieldControl
  isRequired?: true
  /** A search for a person looks in `person` fields. A search for text looks in `person` and `text` fields. */
  search?: 'person' | 'text'
  /** The field is a way to reach the person. On a form, one such field is enough. */
  link?: 'mail' | 'telephone'
  /** The form shows this optional field without opening `MORE_FIELDS`. */
  isOpen?: true
  inWords?: (value: string) => string
}

/** The desk lists facts in this order. The form shows `MORE_FIELDS` last. */
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
  otherParty: { label: 'Other side', control: { kind: 'line' }, search: 'person', isOpen: true },
  hasLawyer: { label: 'Has a lawyer', control: { kind: 'answer', from: 'lawyerAnswers' } },
  urgent: { label: 'Urgent', control: { kind: 'tick', from: 'urgent' }, isOpen: true },
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

export const WAY_FIELDS = namesOf(({ link }) => link !== undefined)
/** A form requires these fields and one of `WAY_FIELDS`. A program must give all of `REQUIRED_FIELDS`. */
export const NEEDED_FIELDS = namesOf(({ isRequired, link }) => isRequired && !link)
/** The form shows these optional fields after the message. */
export const OPEN_FIELDS = namesOf(({ isOpen }) => isOpen)
/** The form has these fields in a part that is closed at first. */
export const MORE_FIELDS = namesOf(({ isRequired, link, isOpen }) => !isRequired && !link && !isOpen)

export type FieldValues = Readonly<Partial<Record<FieldName, FieldValue>>>
type FieldValue = string | readonly string[] | true

export const fieldValues = (valuesOf: (name: string) => readonly string[]): FieldValues =>
  Object.fromEntries(
    FIELD_NAMES.flatMap((name) => {
      const [text, ...more] = valuesOf(name)
      const { kind } = INQUIRY_FIELDS[name].control
      // The desk offers a tick as a list, which sends an empty value when nothing was chosen.
      if (text === undefined || (kind === 'tick' && text === '')) return []
      return [[name, kind === 'several' ? [text, ...more] : kind === 'tick' ? true : text]]
    }),
  )

export const inOneText = (value: FieldValue | undefined): string | undefined =>
  value === undefined ? undefined : value === true ? 'yes' : [value].flat().join(', ')

/** Fields with short values, which the desk shows as a list of facts. It shows `TEXT_FIELDS` in the thread. */
export const FACT_FIELDS = namesOf(({ control }) => control.kind !== 'text')
export const TEXT_FIELDS = namesOf(({ control }) => control.kind === 'text')

export const PERSON_FIELDS = namesOf(({ search }) => search === 'person') as readonly TextField[]
export const SEARCHED_FIELDS = namesOf(({ search }) => search) as readonly TextField[]

const labelsInWords = (names: readonly FieldName[]): string =>
  listInWords(
    names.map((name) => INQUIRY_FIELDS[name].label.toLowerCase()),
    'or',
  )

export const PERSON_FIELDS_IN_WORDS = labelsInWords(PERSON_FIELDS)
export const SEARCHED_IN_WORDS = labelsInWords(SEARCHED_FIELDS)
