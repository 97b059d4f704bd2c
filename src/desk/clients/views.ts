/**
 * The page of the firm's list of clients and opponents as HTML: what there is, and the forms to replace and to remove it.
 */
import { html } from 'hono/html'
import { EXAMPLE_FILE, FILE_RULE } from '../../inquiries/known-party-file.ts'
import type { KnownList } from '../../inquiries/known-party-list.ts'
import { PATHS } from '../../site.ts'
import type { StaffNames } from '../../staff/staff-names.ts'
import type { Html, SignedIn } from '../page.ts'
import { hiddenFields, textField } from '../ui/form-fields.ts'
import { describedByAlert, disclosure, timeElement } from '../ui/format.ts'

/** Path of the page, below `/desk`. */
export const CLIENTS_ROUTE = '/clients'
export const CLIENTS_PATH = PATHS.desk + CLIENTS_ROUTE
export const REMOVE_ROUTE = `${CLIENTS_ROUTE}/remove`

/** Names of the fields with a file and with a text. */
export const [FILE_FIELD, TEXT_FIELD] = ['file', 'text'] as const

/** Why a list was not brought in. It has the focus, and the text is still in the form. */
export const faultList = (faults: readonly string[]): Html =>
  html`<div role="alert" tabindex="-1" id="alert" class="summary" autofocus>
    <p><strong>Nothing was brought in. Correct this, and send it again:</strong></p>
    <ul>${faults.map((fault) => html`<li>${fault}</li>`)}</ul>
  </div>`

/** The number of entries, when they were brought in, and who did it. No names: they are encrypted. */
export function listSummary(list: KnownList | undefined, names: StaffNames): Html {
  if (!list) return html`<p>No list was brought in yet.</p>`
  const who = html`${timeElement(list.at)} by ${names.get(list.by) ?? list.by}`
  return list.count === 0
    ? html`<p>There is no list. It was removed ${who}.</p>`
    : html`<p><strong>${list.count} ${list.count === 1 ? 'entry' : 'entries'}</strong>, brought in ${who}.</p>`
}

/**
 * The form that brings a list in.
 * @param text what was sent before, if it was not taken
 * @param isWrong whether it was refused
 */
export const importForm = (member: SignedIn, text: string, isWrong: boolean): Html =>
  html`<h2>Bring in a list</h2>
    <form method="post" action="${CLIENTS_PATH}" enctype="multipart/form-data" class="form">
      ${hiddenFields(member)}
      <p class="hint" id="file-hint">${FILE_RULE} The new list replaces the present one.</p>
      <pre class="message">${EXAMPLE_FILE}</pre>
      <div class="field">
        <label for="file">CSV file</label>
        <input id="file" name="${FILE_FIELD}" type="file" accept=".csv,text/csv" aria-describedby="file-hint">
      </div>
      ${textField({ id: 'text', name: TEXT_FIELD, label: 'Or paste the text here', value: text, rows: 8, mark: isWrong ? describedByAlert : html`` })}
      <button type="submit">Bring in the list</button>
    </form>`

/** The form that removes the list. */
export const removeForm = (member: SignedIn): Html =>
  disclosure(
    'Remove the list',
    html`<form method="post" action="${PATHS.desk}${REMOVE_ROUTE}">
      ${hiddenFields(member)}
      <p>Inquiries are no longer compared with it.</p>
      <button type="submit" class="danger">Remove it for good</button>
    </form>`,
  )
