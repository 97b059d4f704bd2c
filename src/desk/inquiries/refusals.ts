/** Why a form on the page of an inquiry was refused, as the page says it, and the field to which that leads. */
import { passagesLeft } from '../../firm/reply-template.ts'
import { MAX_NOTE_LENGTH } from '../../inquiries/change.ts'
import { listInWords, withCommas } from '../../language.ts'
import type { Service } from '../../service/service.ts'
import type { Field, FormName, Outcome, TypedForm } from './change-forms.ts'

/** A change that was not made, as the page says it, and the invalid field. What was typed is still in the form. */
interface RefusalText {
  text: string
  field?: Field
  /** 422 if left out. */
  status?: number
}

export const REFUSALS: Readonly<Record<Exclude<Outcome, 'done' | 'gone'>, RefusalText>> = {
  changed: {
    status: 409,
    text: 'Someone else changed this inquiry meanwhile, so your change was not made. What happened stands below; what you wrote is still in the form. Send it again if it is still right.',
  },
  nothing: { text: 'This would change nothing, so nothing was done.' },
  'out-of-turn': { text: 'This status cannot follow the current one, so nothing was done.', field: 'status' },
  'too-long': {
    text: `The note has more than ${withCommas(MAX_NOTE_LENGTH)} characters, so nothing was stored. It is still in the form: shorten it, or add it as two notes.`,
    field: 'note',
  },
  'no-day': { text: 'Choose a day from today on, or none. Nothing was done.', field: 'followUp' },
  'unknown-assignee': {
    text: 'The person you chose is not a current member of staff, so nothing was done.',
    field: 'assignee',
  },
  full: { text: 'This inquiry has reached the maximum number of changes, so nothing was done.' },
  'no-mail': { text: 'No mail server is set or the inquiry cannot be opened, so nothing was sent.' },
  'no-address': {
    text: 'The person gave no e-mail address, or said that e-mail is not safe, so nothing was sent: call them.',
  },
  'no-text': { text: 'The reply has no text, so nothing was sent.', field: 'note' },
  'not-lawyer': { status: 403, text: 'Nothing was done, and what you wrote is still in the form.' },
  unmarked: {
    text: 'An inquiry can be retained only after a lawyer has marked it “No conflict”, and after any hit that came later was marked too. Nothing was done; what you wrote is still in the form.',
    field: 'status',
  },
  'has-conflict': {
    text: 'This inquiry is marked “Conflict”, so it can only be declined. Nothing was done; what you wrote is still in the form.',
    field: 'status',
  },
  'new-hit': {
    status: 409,
    text: 'A possible conflict was found after you opened this page, so nothing was marked. Look at the check below; what you wrote is still in the form.',
  },
  unchecked: {
    text: 'No reply can be sent before a lawyer has marked the check for conflicts. Nothing was sent; what you wrote is still in the form.',
  },
  'no-reason': { text: 'Write why you read the message: the reason is recorded. It is not shown yet.', field: 'note' },
  'no-hold-reason': { text: 'Write why: the reason stays in the history. Nothing was done yet.', field: 'note' },
  unfinished: {
    text: 'The reply has a passage in square brackets that is still to be filled in, so nothing was sent.',
    field: 'note',
  },
}

/** Id of a field on the page, where several forms have one of the same name. */
const idOf = (what: FormName, field: Field) => (what === 'save' ? field : `${what}-${field}`)

/** What the page says of a form that was refused, the status of the answer, and the field to which it leads. */
export async function refusalOf(
  service: Service,
  outcome: keyof typeof REFUSALS,
  typed: TypedForm,
  lawyers: readonly string[],
) {
  const { text, field, status = 422 } = REFUSALS[outcome]
  const passages = outcome === 'unfinished' ? await passagesLeft(service.published, typed.note) : []
  const words = passages.length > 0 ? `Still to fill in: ${passages.join(', ')}.` : text
  return {
    text: outcome === 'not-lawyer' ? `${lawyersOnly(lawyers)} ${text}` : text,
    status,
    fieldId: field && idOf(typed.what, field),
    typed: { ...typed, errors: field && { [field]: words }, open: passages[0] },
  }
}
export type Refusal = Awaited<ReturnType<typeof refusalOf>>

export const lawyersOnly = (lawyers: readonly string[]): string =>
  lawyers.length > 0
    ? `A lawyer of the firm decides on conflicts and holds: ${listInWords(lawyers, 'or')}.`
    : 'A lawyer of the firm decides on conflicts and holds, and no member has that role yet: an owner gives it on the Staff page.'
