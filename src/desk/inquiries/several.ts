/** What can be done with several inquiries at once: the buttons below the list, what each changes, and what is said of it. */
import { html } from 'hono/html'
import type { ChangeOutcome, InquiryChange } from '../../inquiries/change.ts'
import { parseCursor } from '../../inquiries/list.ts'
import { SPAM_STATUS } from '../../inquiries/status.ts'
import type { StaffNames } from '../../staff/staff-member.ts'
import { hiddenFields, selectField } from '../ui.ts'
import { INQUIRIES_PATH, PICK_FIELD } from './inquiry-table.ts'
import { type Shown, queryString } from './filter.ts'

const SEVERAL_PATH = `${INQUIRIES_PATH}/several`
/** Id of the form, which the boxes of the rows name. */
export const SEVERAL_FORM = 'several'
/** Name of the choice of an assignee: a member's id, or '' for no one. */
const ASSIGNEE_FIELD = 'to'
/** Most inquiries at once: the rows of a page. */
export const MAX_SEVERAL = 50

/** One of the buttons. */
export interface SeveralAction {
  /** In the form, and in the address of the list afterwards. */
  name: string
  button: string
  change(assignee: string): InquiryChange
  /** What was done, after “were”. */
  done: string
}

/** In the order of the buttons. */
const ACTIONS: readonly SeveralAction[] = [
  { name: 'assign', button: 'Assign', change: (assignee) => ({ assignee: assignee || null }), done: 'assigned' },
  { name: 'spam', button: 'Mark as spam', change: () => ({ status: SPAM_STATUS }), done: 'marked as spam' },
  { name: 'close', button: 'Close', change: () => ({ status: 'closed' }), done: 'closed' },
]

const findAction = (wanted: string | null) => ACTIONS.find(({ name }) => name === wanted)

/** What became of one of them. `not-lawyer`: it may be a conflict. `unsure`: the store failed, perhaps after the change. */
export type SeveralOutcome = ChangeOutcome | 'not-lawyer' | 'unsure'

/** Why one of them was not changed. */
export const REASONS: Readonly<Record<Exclude<SeveralOutcome, 'done'>, string>> = {
  changed: 'someone else changed it meanwhile; open it and look',
  gone: 'it was erased meanwhile',
  nothing: 'it already was',
  'no-address': 'the person gave no e-mail address',
  'out-of-turn': 'its status does not allow this; open it and see what may follow',
  'has-conflict': 'it is marked as a conflict, so its status does not allow this; open it and see what may follow',
  'not-lawyer': 'somebody in it may be on the other side, so a lawyer of the firm decides; open it and see who',
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

/**
 * What the address of the list says of what was done before it, as a sentence; undefined if nothing.
 * @param parameters of the address; anyone can write them, so only words of the table are shown
 */
export function readDone(parameters: URLSearchParams): string | undefined {
  const [action, count] = [findAction(parameters.get('done')), Number(parameters.get('count'))]
  return action && Number.isInteger(count) && count > 0 && count <= MAX_SEVERAL
    ? doneSentence(action, count)
    : undefined
}

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
  // Enter in a box presses the first button of a form: that one names nothing to be done.
  return html`<form method="post" action="${SEVERAL_PATH}" id="${SEVERAL_FORM}" class="several" aria-label="Several at once">
    <button type="submit" hidden></button>
    ${hiddenFields(member, { ...filter, search, before })}
    ${search === '' ? html`<p><a href="${INQUIRIES_PATH}${queryString(filter, { before, select: 'all' })}">Select all</a></p>` : ''}
    ${select}${buttons}
  </form>`
}
