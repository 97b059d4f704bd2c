/**
 * `/desk/clients`: owners bring in the firm's own list of clients and opponents, and remove it. The desk shows no entry here: the
 * list is encrypted, and searched where inquiries are.
 */
import { html } from 'hono/html'
import { parseKnownParties } from '../../inquiries/known-party-file.ts'
import { LIST_SUBJECT, readKnownList, replaceKnownList } from '../../inquiries/known-party-list.ts'
import { recordAudit } from '../../staff/audit.ts'
import { staffNames } from '../../staff/staff-names.ts'
import type { DeskAnswer, DeskContext, DeskRow } from '../page.ts'
import {
  CLIENTS_PATH,
  CLIENTS_ROUTE,
  faultList,
  FILE_FIELD,
  importForm,
  listSummary,
  REMOVE_ROUTE,
  removeForm,
  TEXT_FIELD,
} from './views.ts'

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
