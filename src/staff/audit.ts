/**
 * The audit trail: who did what to what, one fact each, ids only. It is written before the action: an action without a
 * trace must not be, a trace of an action that failed may.
 */
import { monthOf } from '../dates.ts'
import { mapInBatches } from '../store/batches.ts'
import { newestKeys } from '../store/newest-keys.ts'
import type { Ports } from '../ports.ts'

/** Below this prefix there is a folder per month. */
const AUDIT_PREFIX = 'audit/'
/** Traces of a page. */
export const AUDIT_PAGE_SIZE = 100

/** Everything that is traced, and how people read it. */
export const ACTIONS = {
  'session.started': 'signed in',
  'session.ended': 'ended a session',
  'staff.added': 'added a member of the staff',
  'staff.revoked': 'revoked a member of the staff',
  'inquiries.listed': 'looked at the list of inquiries',
  'inquiries.searched': 'searched the inquiries',
  'inquiries.exported': 'downloaded inquiries',
  'inquiry.opened': 'opened an inquiry',
  'inquiry.status': 'changed the status of an inquiry',
  'inquiry.assignee': 'assigned an inquiry',
  'inquiry.note': 'added a note to an inquiry',
  'inquiry.erased': 'erased an inquiry',
  'claim.confirmed': 'confirmed a claim',
  'claim.denied': 'denied a claim',
  'registration.revoked': 'revoked what an agent was given',
  'mail.retried': 'had a message tried again',
} as const
export type Action = keyof typeof ACTIONS

/** What a trace says. */
export interface AuditRecord {
  /** ISO 8601. */
  at: string
  /** Id of the member of staff; or what else did it, like `command`. */
  by: string
  action: Action
  /** Id of what it was done to. */
  subject: string
}

/** Who stands in the audit trail for the commands: whoever can run them holds the store's keys. */
export const BY_COMMAND = 'command'

/** Writes a trace. Pass ids only, never names, addresses or texts. */
export async function recordAudit(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  by: string,
  action: Action,
  subject: string,
): Promise<void> {
  const at = clock.now().toISOString()
  await store.create(`${AUDIT_PREFIX}${monthOf(at)}/${at}-${crypto.randomUUID()}`, {
    at,
    by,
    action,
    subject,
  } satisfies AuditRecord)
}

/** A page of traces. */
export interface AuditPage {
  /** Latest first. */
  entries: AuditRecord[]
  /** The cursor of what comes next; undefined when there is nothing more. */
  next: string | undefined
}

/**
 * Reads traces of a month, latest first. However many there are, no more is listed than some hundred at a time.
 * @param month like 2026-11
 * @param before the cursor of the page
 */
export async function readAudit({ store }: Pick<Ports, 'store'>, month: string, before?: string): Promise<AuditPage> {
  const folder = `${AUDIT_PREFIX}${month}/`
  const keys: string[] = []
  for await (const chunk of newestKeys(store, folder, month, before)) {
    keys.push(...chunk.keys)
    // One more tells whether there is another page.
    if (keys.length > AUDIT_PAGE_SIZE) break
  }
  const pageKeys = keys.slice(0, AUDIT_PAGE_SIZE)
  const entries = (await mapInBatches(pageKeys, (key) => store.read(key))) as AuditRecord[]
  return { entries, next: keys.length > pageKeys.length ? pageKeys.at(-1)?.slice(folder.length) : undefined }
}
