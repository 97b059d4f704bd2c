/**
 * `/desk/clients`: owners bring in the firm's own list of clients and opponents, and remove it. The desk shows no entry here: the
 * list is encrypted, and searched where inquiries are.
 */
import { html } from 'hono/html'
import { parseKnownParties, EXAMPLE_FILE, FILE_RULE } from '../../inquiries/known-party-file.ts'
import { LIST_SUBJECT, readKnownList, replaceKnownList, type KnownList } from '../../inquiries/known-party-list.ts'
import { recordAudit } from '../../staff/audit.ts'
import { staffNames, type StaffNames } from '../../staff/staff-member.ts'
import type { DeskAnswer, DeskContext, DeskRow, Html, SignedIn } from '../page.ts'
import { PATHS } from '../../site.ts'
import { hiddenFields, textField, describedByAlert, disclosure, timeElement } from '../ui.ts'

/** Path of the page, below `/desk`. */
export const CLIENTS_ROUTE = '/clients'
const CLIENTS_PATH = PATHS.desk + CLIENTS_ROUTE
const REMOVE_ROUTE = `${CLIENTS_ROUTE}/remove`

/** Names of the fields with a file and with a text. */
const [FILE_FIELD, TEXT_FIELD] = ['file', 'text'] as const

/** Netlify takes no larger request to a function: 6 MB in base64, which has four characters for three bytes. */
const MAX_UPLOAD_BYTES = 4 * 1024 * 1024

export const CLIENT_PAGES: readonly DeskRow[] = [
  {
    path: CLIENTS_ROUTE,
    GET: (context) => clientsPage(context),
    POST: importByForm,
    ownersOnly: true,
    maxUploadBytes: MAX_UPLOAD_BYTES,
  },
  { path: REMOVE_ROUTE, POST: removeByForm, ownersOnly: true },
]

/** A list that was sent and not brought in, and why. */
interface Unsent {
  text: string
  faults: readonly string[]
}

async function clientsPage({ service, member }: DeskContext, unsent?: Unsent): Promise<DeskAnswer> {
  const [list, names] = await Promise.all([readKnownList(service.store), staffNames(service)])
  return {
    title: 'Clients and opponents',
    status: unsent ? 422 : 200,
    content: html`${unsent ? faultList(unsent.faults) : ''}
      <p>The parties of each inquiry are compared with this list. It is encrypted: only the desk can open it, to search it.</p>
      ${listSummary(list, names)}
      ${importForm(member, unsent?.text ?? '', unsent !== undefined)}
      ${list && list.count > 0 ? removeForm(member) : ''}`,
  }
}

/** A file goes before what was pasted. Browsers send an empty one when none is chosen. */
const sentText = ({ form }: DeskContext): string => form.get(FILE_FIELD) || form.get(TEXT_FIELD) || ''

async function importByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, member } = context
  const text = sentText(context)
  const { parties, faults } = parseKnownParties(text)
  if (faults) return clientsPage(context, { text, faults })
  await recordAudit(service, member.id, 'clients.imported', LIST_SUBJECT)
  await replaceKnownList(service, parties, member.id)
  return { redirect: CLIENTS_PATH }
}

async function removeByForm({ service, member }: DeskContext): Promise<DeskAnswer> {
  await recordAudit(service, member.id, 'clients.removed', LIST_SUBJECT)
  await replaceKnownList(service, [], member.id)
  return { redirect: CLIENTS_PATH }
}

/** Why a list was not brought in. It has the focus, and the text is still in the form. */
const faultList = (faults: readonly string[]): Html =>
  html`<div role="alert" tabindex="-1" id="alert" class="summary" autofocus>
    <p><strong>Nothing was brought in. Correct this, and send it again:</strong></p>
    <ul>${faults.map((fault) => html`<li>${fault}</li>`)}</ul>
  </div>`

/** The number of entries, when they were brought in, and who did it. No names: they are encrypted. */
function listSummary(list: KnownList | undefined, names: StaffNames): Html {
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
const importForm = (member: SignedIn, text: string, isWrong: boolean): Html =>
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
const removeForm = (member: SignedIn): Html =>
  disclosure(
    'Remove the list',
    html`<form method="post" action="${PATHS.desk}${REMOVE_ROUTE}">
      ${hiddenFields(member)}
      <p>Inquiries are no longer compared with it.</p>
      <button type="submit" class="danger">Remove it for good</button>
    </form>`,
  )
