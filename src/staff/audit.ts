/**
 * An entry is written before its action or page (`session.started`: after the start), so it may describe an action that failed.
 * Entries about a change of an inquiry are stored with the change (`service/change-inquiry.ts`). On Netlify Blobs, a crash may lose these.
 */
import ACTIONS from './actions.json' with { type: 'json' }
import { monthOf } from '../dates.ts'
import { mapInBatches } from '../store/batches.ts'
import { keyOf, prefixOf, readRecordOr, UNREADABLE, createRecord, listMonth } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import type { NewRecord, Ports } from '../ports.ts'
import { wordFor } from '../words.ts'

const AUDIT_PAGE_SIZE = 100

/** The part before the dot tells the audit page how to show the subject. `actions.json` has the words for the action. */
export type Action = keyof typeof ACTIONS

export type AuditRecord = RecordValue<'audit'>

export const actionInWords = (action: string): string => wordFor(ACTIONS, action) ?? action

/** Stands for the member in entries of commands, which anyone with access to the store can run. */
export const BY_COMMAND = 'command'
/** The subject of a search for claims that found none. */
export const NONE_FOUND = 'none'

/** Never pass names, addresses or texts. */
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

/** @param before the `next` of the previous page @returns the newest entries first; `next` is undefined on the last page */
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
