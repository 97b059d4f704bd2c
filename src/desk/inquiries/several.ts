/** What can be done with several inquiries at once: the buttons below the list, what each changes, what is said of it, and undoing it. */
import { html } from 'hono/html'
import { type InquiryChange, type ChangeOutcome } from '../../inquiries/change.ts'
import { UNDO_MS } from '../../inquiries/undo.ts'
import { type ListedInquiry, parseCursor } from '../../inquiries/list.ts'
import { parseReference } from '../../inquiries/reference.ts'
import { SPAM_STATUS } from '../../inquiries/status.ts'
import type { StaffNames } from '../../staff/staff-member.ts'
import type { Html } from '../page.ts'
import { alertBox, hiddenFields, selectField } from '../ui.ts'
import { INQUIRIES_PATH, PICK_FIELD, pickOf } from './inquiry-table.ts'
import { type Shown, queryString } from './filter.ts'

const SEVERAL_PATH = `${INQUIRIES_PATH}/several`
/** Id of the form, which the boxes of the rows name. */
export const SEVERAL_FORM = 'several'
/** Name of the choice of an assignee: a member's id, or '' for no one. */
const ASSIGNEE_FIELD = 'to'
/** Most inquiries at once: the rows of a page. */
export const MAX_SEVERAL = 50

const UNDO = 'undo'

export interface SeveralAction {
  /** In the form, and in the address of the list afterwards. */
  name: string
  button: string
  /** @returns `undo` in place of the change that undoes the last one */
  change(assignee: string): InquiryChange | typeof UNDO
  /** What was done, after “were”. */
  done: string
}

/** In the order of the buttons. */
const ACTIONS: readonly SeveralAction[] = [
  { name: 'assign', button: 'Assign', change: (assignee) => ({ assignee: assignee || null }), done: 'assigned' },
  { name: 'spam', button: 'Mark as spam', change: () => ({ status: SPAM_STATUS }), done: 'marked as spam' },
  { name: 'close', button: 'Close', change: () => ({ status: 'closed' }), done: 'closed' },
]

/** Stands beside what was done, for a minute. */
const UNDO_ACTION: SeveralAction = { name: UNDO, button: 'Undo', change: () => UNDO, done: 'put back' }

const findAction = (wanted: string | null) => [...ACTIONS, UNDO_ACTION].find(({ name }) => name === wanted)

/**
 * What became of one of them. `not-lawyer`: it may be a conflict. `too-late`: it can no longer be undone. `unsure`: the store failed,
 * perhaps after the change.
 */
export type SeveralOutcome = ChangeOutcome | 'not-lawyer' | 'too-late' | 'unsure'

export const REASONS: Readonly<Record<Exclude<SeveralOutcome, 'done'>, string>> = {
  changed: 'someone else changed it meanwhile; open it and look',
  gone: 'it was erased meanwhile',
  nothing: 'it already was',
  'no-address': 'the person gave no e-mail address',
  'out-of-turn': 'its status does not allow this; open it and see what may follow',
  'has-conflict': 'it is marked as a conflict, so its status does not allow this; open it and see what may follow',
  unmarked: 'its check for conflicts is not marked',
  'not-lawyer': 'somebody in it may be on the other side, so a lawyer of the firm decides; open it and see who',
  'too-late': 'it was changed more than a minute ago; open it to change it again',
  'no-day': 'the day is not one from today on',
  'too-long': 'its text is too long',
  'unknown-assignee': 'that person is not a current member of staff',
  full: 'it has reached the maximum number of changes',
  unsure: 'the store failed; open it to see whether it was changed',
}

/**
 * Reads the form; boxes that name no inquiry are ignored.
 * @returns the action, undefined when no button is named; a staff id, or '' for no one; the ticked inquiries, without repetitions, each
 * with the number of its last change that was seen
 */
export function readSeveral(form: URLSearchParams) {
  const picks = [...new Set(form.getAll(PICK_FIELD))].flatMap((text) => {
    const place = text.lastIndexOf('/')
    const id = parseCursor(text.slice(0, place))
    const seen = Number(text.slice(place + 1))
    return id && Number.isInteger(seen) ? [{ id, seen }] : []
  })
  return { action: findAction(form.get('what')), assignee: form.get(ASSIGNEE_FIELD) ?? '', picks }
}

/** What was done with several inquiries: each with the number of that change; and when, ISO 8601. */
export interface Done {
  action: SeveralAction
  changes: readonly { reference: string; seq: number }[]
  at: string
}

/** What the address of the list says of what was done before it. */
export const doneParameters = ({ action, changes, at }: Done): Record<string, string> => ({
  done: action.name,
  on: changes.map(({ reference, seq }) => `${reference}.${seq}`).join('_'),
  at,
})

/**
 * Reads that again; undefined if nothing was done.
 * @param parameters of the address; anyone can write them, so only words of the table are shown
 */
export function readDone(parameters: URLSearchParams): Done | undefined {
  const action = findAction(parameters.get('done'))
  const changes = (parameters.get('on') ?? '').split('_').flatMap((text) => {
    const [reference = '', seq] = text.split('.')
    return parseReference(reference) === reference ? [{ reference, seq: Number(seq) }] : []
  })
  if (!action || changes.length === 0 || changes.length > MAX_SEVERAL) return undefined
  return { action, changes, at: parameters.get('at') ?? '' }
}

/** A sentence, and for a minute the button that undoes it, of those that were not changed since. */
export function doneNotice({ action, changes, at }: Done, listed: readonly ListedInquiry[], shown: Shown, now: Date) {
  const seqs = new Map(changes.map(({ reference, seq }) => [reference, seq]))
  const canUndo = action !== UNDO_ACTION && now.getTime() - Date.parse(at) < UNDO_MS
  const undone = canUndo ? listed.filter(({ id, state }) => seqs.get(id.reference) === state.seq) : []
  const { filter, search, before = '', member } = shown
  const form = html`<form method="post" action="${SEVERAL_PATH}">
    ${hiddenFields(member, { ...filter, search, before, what: UNDO })}
    ${undone.map((one) => html`<input type="hidden" name="${PICK_FIELD}" value="${pickOf(one)}">`)}
    <button type="submit" class="quiet">Undo</button>
  </form>`
  return html`<div class="outcome">
    <p role="status">${doneSentence(action, changes.length)}</p>
    ${undone.length > 0 ? form : ''}
  </div>`
}

/** Why nothing was done, or not with all of them. What was ticked and chosen is shown again, so that it can be corrected. */
export interface Refused {
  text: string
  reasons?: readonly Html[]
  /** Cursors of the inquiries that were ticked and not changed. */
  picked: ReadonlySet<string>
  assignee: string
  status: number
}

export const refusal = ({ text, reasons = [] }: Refused): Html =>
  html`${alertBox(text)}
    ${reasons.length > 0 ? html`<ul class="failed">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>` : ''}`

/** Like `3 inquiries were closed.` */
export const doneSentence = ({ done }: SeveralAction, count: number): string =>
  `${count === 0 ? 'No inquiry was' : count === 1 ? 'One inquiry was' : `${count} inquiries were`} ${done}.`

/**
 * The buttons. The form stands beside the table, whose boxes name it.
 * @param current the staff to whom inquiries can be assigned
 * @param assignee what was chosen before a refusal
 */
export function severalForm({ filter, search, before = '', member }: Shown, current: StaffNames, assignee = member.id) {
  const select = selectField({
    name: ASSIGNEE_FIELD,
    label: 'Assign to',
    value: assignee,
    options: [...current, ['', 'no one']],
  })
  const buttons = ACTIONS.map(
    ({ name, button }) => html`<button type="submit" name="what" value="${name}" class="quiet">${button}</button>`,
  )
  const all = INQUIRIES_PATH + queryString(filter, { before, select: 'all' })
  // Enter in a box presses the first button of a form: that one names nothing to be done.
  const attributes = html`id="${SEVERAL_FORM}" class="several" aria-label="Several at once"`
  return html`<form method="post" action="${SEVERAL_PATH}" ${attributes}>
    <button type="submit" hidden></button>
    ${hiddenFields(member, { ...filter, search, before })}
    ${search === '' ? html`<p><a href="${all}" data-select-all>Select all</a></p>` : ''}
    ${select}
    ${buttons}
  </form>`
}
