/**
 * An entry is written before its action or page: it may describe an action that failed, but no action is without an entry.
 * Entries of a change are stored with it (`src/service/change-inquiry.ts`). On Netlify Blobs, one may be missing after a crash.
 */
import { monthOf } from '../dates.ts'
import { mapInBatches } from '../store/batches.ts'
import { keyOf, prefixOf, readRecordOr, UNREADABLE, createRecord, listMonth } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import type { NewRecord, Ports } from '../ports.ts'

const AUDIT_PAGE_SIZE = 100

/** The words are for the page. The part before the full stop is the kind of the subject. */
export const ACTIONS = {
  'session.started': 'signed in',
  'session.ended': 'ended a session',
  'staff.added': 'added a member of the staff',
  'staff.renamed': 'renamed a member of the staff',
  'staff.roles': 'changed the roles of a member of the staff',
  'staff.addressed': 'set the e-mail address of a member of the staff',
  'staff.unaddressed': 'removed the e-mail address of a member of the staff',
  'staff.revoked': 'revoked a member of the staff',
  'passkey.added': 'added a passkey',
  'passkey.removed': 'removed a passkey',
  'inquiries.listed': 'looked at the list of inquiries',
  'inquiries.searched': 'searched the inquiries',
  'inquiries.exported': 'downloaded inquiries',
  'inquiry.opened': 'opened an inquiry',
  'inquiry.written-down': 'wrote down a telephone call as an inquiry',
  'inquiry.status': 'changed the status of an inquiry',
  'inquiry.assignee': 'assigned an inquiry',
  'inquiry.note': 'added a note to an inquiry',
  'inquiry.reply': 'replied to an inquiry',
  'inquiry.undone': 'took back a letter and a status of an inquiry before the letter was sent',
  'inquiry.ask': 'asked the person of an inquiry',
  'inquiry.answer': 'answered, as the person of an inquiry',
  'inquiry.mail': 'sent an e-mail that is no answer, about an inquiry',
  'inquiry.appointment': 'made, moved or ended an appointment of an inquiry',
  'inquiry.contact': 'recorded how a call about an inquiry ended',
  'inquiry.follow-up': 'set or removed the day to look at an inquiry again',
  'inquiry.hidden': 'opened an inquiry with its message hidden',
  'inquiry.read-anyway': 'read an inquiry in spite of a possible conflict',
  'inquiry.no-conflict': 'marked an inquiry: no conflict',
  'inquiry.conflict': 'marked an inquiry: conflict',
  'inquiry.held': 'put an inquiry under a legal hold',
  'inquiry.released': 'ended the legal hold of an inquiry',
  'inquiry.erased': 'erased an inquiry',
  'inquiry.names': 'removed the names that were kept of an erased inquiry',
  'clients.imported': 'imported the list of clients and opponents',
  'clients.removed': 'removed the list of clients and opponents',
  'claims.searched': 'searched the claims',
  'claim.opened': 'opened a claim',
  'claim.confirmed': 'confirmed a claim',
  'claim.denied': 'denied a claim',
  'registration.revoked': "revoked an agent's access",
  'address.forgotten': 'forgot an e-mail address',
  'mail.retried': 'retried a message',
} as const
export type Action = keyof typeof ACTIONS

export type AuditRecord = RecordValue<'audit'>

export const actionInWords = (action: string): string =>
  Object.entries(ACTIONS).find(([name]) => name === action)?.[1] ?? action

/** Anyone with access to the store can run commands, so the member is not known. */
export const BY_COMMAND = 'command'

export const NONE_FOUND = 'none'

/** Pass ids only, never names, addresses or texts. */
export const auditEntry = (entry: AuditRecord & { action: Action }): NewRecord => ({
  key: keyOf(RECORDS.audit, { month: monthOf(entry.at), time: entry.at, id: crypto.randomUUID() }),
  value: entry,
})

export async function recordAudit(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  by: string,
  action: Action,
  subject: string,
): Promise<void> {
  const { key, value } = auditEntry({ at: clock.now().toISOString(), by, action, subject })
  await createRecord(store, key, value)
}

export const listMonths = async ({ store }: Pick<Ports, 'store'>): Promise<string[]> =>
  (await store.folders(prefixOf(RECORDS.audit))).reverse()

export async function readAudit({ store }: Pick<Ports, 'store'>, month: string, before?: string) {
  const prefix = prefixOf(RECORDS.audit)
  const cursorOf = (key: string) => key.slice(`${prefix}${month}/`.length)
  const keys = (await listMonth(store, prefix, month))
    .filter((key) => before === undefined || cursorOf(key) < before)
    .reverse()
  const pageKeys = keys.slice(0, AUDIT_PAGE_SIZE)
  const unreadable = { at: '', by: UNREADABLE, action: '', subject: '' }
  const entries = await mapInBatches(pageKeys, (key) => readRecordOr(store, RECORDS.audit, key, unreadable))
  const last = pageKeys.at(-1)
  return {
    entries: entries.filter((entry) => entry !== undefined),
    next: last !== undefined && keys.length > pageKeys.length ? cursorOf(last) : undefined,
  }
}
