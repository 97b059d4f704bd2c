/** `/desk/clients`: owners import and remove the firm's list of clients and opponents. Also: what other pages show of the list. */
import { html } from 'hono/html'
import { parseKnownParties, EXAMPLE_FILE, FILE_RULE } from '../../conflicts/known-party-file.ts'
import { listKeptNames } from '../../conflicts/kept-names.ts'
import * as known from '../../conflicts/known-parties.ts'
import { printable } from '../../letters.ts'
import { nameOf, staffNames, type StaffNames } from '../../staff/staff-member.ts'
import {
  type DeskContext,
  type DeskPage,
  type Html,
  type InboxContext,
  redirectSaying,
  type SignedIn,
} from '../page.ts'
import { PATHS } from '../../site.ts'
import { alertBox, asTyped, deskForm, deskTable, describedByAlert, finalForm, textField, timeElement } from '../ui.ts'

export const CLIENTS_PATH = `${PATHS.desk}/clients`

const [FILE_FIELD, TEXT_FIELD] = ['file', 'text'] as const

/** Netlify limits a request to a function to 6 MB in base64, which has four characters for three bytes. */
export const MAX_UPLOAD_BYTES = 4 * 1024 * 1024

/** @param imported `taken`: sentences about what was imported; `version`: the version of the imported list */
export async function clientsPage(
  { service, member }: DeskContext,
  refused?: { text: string; fault: string },
  imported?: { taken: readonly string[]; version: string | undefined },
) {
  const [list, names, { length: kept }] = await Promise.all([
    known.readKnownList(service.store),
    staffNames(service),
    listKeptNames(service.store),
  ])
  const removal = {
    summary: 'Remove the list',
    effect: 'Inquiries will no longer be compared with it.',
    button: 'Remove it for good',
  }
  const isReplaced = imported !== undefined && imported.version !== list?.version
  const taken = isReplaced ? ['The list that you sent was replaced or removed meanwhile.'] : imported?.taken
  // After a refusal, lines that were left out of the current list would seem to be lines of the refused file.
  const said = refused ? [] : [...(taken ?? []), ...(list?.leftOut ?? [])]
  return {
    title: 'Clients and opponents',
    status: refused ? 422 : 200,
    content: html`${refused ? alertBox(`Nothing was imported. ${refused.fault}`) : ''}
      <p>The parties of each inquiry are compared with this list. It is encrypted: only the desk can open it, to search it.</p>
      ${listSummary(list, names)}
      ${kept > 0 ? html`<p>Also compared: the names from ${kept === 1 ? 'one inquiry that ended' : `${kept} inquiries that ended`}. They stay after the message is erased. To remove them, open the inquiry from a match.</p>` : ''}
      ${said.length > 0 ? html`<div role="status"><ul>${said.map((one) => html`<li>${printable(one)}</li>`)}</ul></div>` : ''}
      ${importForm(member, refused?.text)}
      ${list && list.count > 0 ? finalForm(member, `${CLIENTS_PATH}/remove`, removal) : ''}`,
  }
}

export const importClients: DeskPage = async (context) => {
  const { service, member, form, audit } = context
  // Browsers send an empty file when none is chosen.
  const text = form.get(FILE_FIELD) || form.get(TEXT_FIELD) || ''
  const { parties, taken, leftOut, fault } = parseKnownParties(text)
  if (fault !== undefined) return clientsPage(context, { text, fault })
  await audit('clients.imported', known.LIST_SUBJECT)
  const version = await known.replaceKnownList(service, parties, member.id, leftOut)
  return clientsPage(context, undefined, { taken, version })
}

export const removeClients: DeskPage = async ({ service, member, audit }) => {
  await audit('clients.removed', known.LIST_SUBJECT)
  await known.replaceKnownList(service, [], member.id)
  return redirectSaying('list-removed', CLIENTS_PATH)
}

function listSummary(list: known.KnownList | undefined, names: StaffNames): Html {
  if (!list) return html`<p>No list has been imported yet.</p>`
  const who = html`${timeElement(list.at)} by ${nameOf(list.by, names)}`
  return list.count === 0
    ? html`<p>There is no list. It was removed ${who}.</p>`
    : html`<p><strong>${list.count} ${list.count === 1 ? 'entry' : 'entries'}</strong>, imported ${who}.</p>`
}

/** @param refused the text of a refused list */
function importForm(member: SignedIn, refused?: string): Html {
  const form = { action: CLIENTS_PATH, className: 'form', attributes: html` enctype="multipart/form-data"` }
  const attributes = refused === undefined ? html`` : describedByAlert
  const content = html`<p class="hint" id="file-hint">${FILE_RULE} The new list replaces the current one.</p>
    <pre class="message">${EXAMPLE_FILE}</pre>
    <div class="field">
      <label for="file">CSV file</label>
      <input id="file" name="${FILE_FIELD}" type="file" accept=".csv,.txt,text/csv" aria-describedby="file-hint">
    </div>
    ${textField('text', 'Or paste the text here', refused ?? '', { name: TEXT_FIELD, rows: 8, attributes })}
    <button type="submit">Import the list</button>`
  return html`<h2>Import a list</h2>
    ${deskForm(member, form, content)}`
}

export const partyInWords = ({ name, role, matter }: known.KnownParty): Html =>
  html`${asTyped(name)}, ${role}${matter === undefined ? '' : html`, ${asTyped(matter)}`}`

/** Only owners may open the page of the list. */
export const clientsLink = ({ owner }: SignedIn, words: string): Html =>
  owner ? html`<a href="${CLIENTS_PATH}">${words}</a>` : html`${words}`

/** @param isOpened false when the list is damaged or encrypted to another key */
export function knownListInWords(member: SignedIn, list: known.KnownList | undefined, isOpened: boolean): Html {
  if (!list || list.count === 0)
    return html`<strong>Your clients are not in this search.</strong>
      ${clientsLink(member, 'No list of clients and opponents was imported.')}`
  if (!isOpened)
    return html`<strong>The firm’s list of clients and opponents was not searched: it is damaged, or encrypted to another key.</strong>`
  return html`The firm’s list of clients and opponents, imported ${timeElement(list.at)}, was searched:
    ${list.count} ${list.count === 1 ? 'entry' : 'entries'}.`
}

/** @param searched a name, an e-mail address, or a telephone number */
export async function knownPartySection({ service, inbox, member }: InboxContext, searched: string) {
  const { list, parties } = await known.openKnownList(service.store, inbox)
  const found = await known.lookUpKnownParties(parties ?? [], searched)
  const columns = { Name: 'long', Role: 'line', 'E-mail': '', Telephone: '', Matter: '' }
  const rows = found.map(({ party: { name, role, email = '', telephone = '', matter = '' }, match }) => [
    html`${asTyped(name)}${match === 'similar' ? ' (similar)' : ''}`,
    role,
    ...[email, telephone, matter].map((text) => (text === '' ? '' : asTyped(text))),
  ])
  return html`${deskTable(`On the firm’s list: “${searched}”`, columns, rows)}
    <p>${knownListInWords(member, list, parties !== undefined)}${parties?.length && found.length === 0 ? ' No match on it.' : ''}</p>`
}
