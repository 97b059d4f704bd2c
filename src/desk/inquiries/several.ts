/** What can be done with several inquiries at once: the buttons below the list, what each changes, and what is said of it. */
import { html } from 'hono/html'
import { parseCursor } from '../../inquiries/inquiry-id.ts'
import type { Html } from '../page.ts'
import { alertBox, hiddenFields } from '../ui.ts'
import type { Outcome, TypedForm } from './change-forms.ts'
import { INQUIRIES_PATH, PICK_FIELD } from './inquiry-table.ts'
import { type Shown, queryString } from './filter.ts'

const SEVERAL_PATH = `${INQUIRIES_PATH}/several`
/** Id of the form, which the boxes of the rows name. */
export const SEVERAL_FORM = 'several'
/** Most inquiries at once: the rows of a page. */
export const MAX_SEVERAL = 50

interface SeveralAction {
  /** In the form, and in the address of the list afterwards. */
  name: string
  button: string
  /** The form on the page of an inquiry that does the same. */
  typed: TypedForm
  /** What was done, after “were”. */
  done: string
}

/** In the order of the buttons. */
const ACTIONS: readonly SeveralAction[] = [
  { name: 'spam', button: 'Mark as spam', typed: { what: 'spam', note: '' }, done: 'marked as spam' },
  { name: 'close', button: 'Close', typed: { what: 'save', status: 'closed', note: '' }, done: 'closed' },
]

const findAction = (wanted: string | null) => ACTIONS.find(({ name }) => name === wanted)

/** Why one of them was not changed. `unsure`: the store failed, perhaps after the change. */
export const REASONS: Readonly<Partial<Record<Outcome | 'unsure', string>>> = {
  changed: 'someone else changed it meanwhile; open it and look',
  gone: 'it was erased meanwhile',
  nothing: 'it already was',
  'out-of-turn': 'its status does not allow this; open it and see what may follow',
  'has-conflict': 'it is marked as a conflict, so its status does not allow this; open it and see what may follow',
  'not-lawyer': 'somebody in it may be on the other side, so a lawyer of the firm decides; open it and see who',
  full: 'it has reached the maximum number of changes',
  unsure: 'the store failed; open it to see whether it was changed',
}
/** Where the table says nothing: what the form of the list cannot ask for. */
export const OTHER_REASON = 'it was refused; open it and change it there'

/**
 * Reads the form; boxes that name no inquiry are ignored.
 * @returns the action, undefined when no button is named; the ticked inquiries, without repetitions, each
 * with the number of its last change that was seen
 */
export function readSeveral(form: URLSearchParams) {
  const picks = [...new Set(form.getAll(PICK_FIELD))].flatMap((text) => {
    const place = text.lastIndexOf('/')
    const id = parseCursor(text.slice(0, place))
    const seen = Number(text.slice(place + 1))
    return id && Number.isInteger(seen) ? [{ id, seen }] : []
  })
  return { action: findAction(form.get('what')), picks }
}

/** What was done, and with how many. */
export interface Done {
  action: SeveralAction
  count: number
}

/**
 * Reads from the address of the list what was done before it.
 * @param parameters anyone can write them, so only words of the table are shown
 */
export function readDone(parameters: URLSearchParams): Done | undefined {
  const action = findAction(parameters.get('done'))
  const count = Number(parameters.get('count'))
  return action && Number.isInteger(count) && count > 0 && count <= MAX_SEVERAL ? { action, count } : undefined
}

/** Why nothing was done, or not with all of them. What was ticked is shown again, so that it can be corrected. */
export interface Refused {
  text: string
  reasons?: readonly Html[]
  /** Cursors of the inquiries that were ticked and not changed. */
  picked: ReadonlySet<string>
  status: number
}

export const refusal = ({ text, reasons = [] }: Refused): Html =>
  html`${alertBox(text)}
    ${reasons.length > 0 ? html`<ul class="failed">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>` : ''}`

/** Like `3 inquiries were closed.` */
export const doneSentence = ({ action: { done }, count }: Done): string =>
  `${count === 0 ? 'No inquiry was' : count === 1 ? 'One inquiry was' : `${count} inquiries were`} ${done}.`

/** The buttons. The form stands beside the table, whose boxes name it. */
export function severalForm({ filter, search, before = '', member }: Shown) {
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
    ${buttons}
  </form>`
}
