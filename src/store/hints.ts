/**
 * A hint is an empty record whose key leads to another record: an inquiry that is open or has an appointment, or a record with a message
 * that waits or is stuck. That record lists its hints and has the truth, so a stale hint is harmless. Housekeeping adds missing hints.
 */
import * as z from 'zod'
import { monthOf } from '../dates.ts'
import type { NewRecord, Store, Version } from '../ports.ts'
import { mapInBatches } from './batches.ts'
import { createRecord, keyOf, listKeys, prefixOf, readValue } from './record.ts'
import { RECORDS } from './records.ts'
import { isStuck, nextTime, type StoredMessage } from './stored-message.ts'

interface Hinted {
  hints: readonly string[]
}

/** The key of a hint is a path and a nonce, so that removing an old hint does not remove a newer one with the same path. */
export const withoutNonce = (hint: string): string => hint.slice(0, hint.lastIndexOf('/'))

/** A hint of a message contains a record's key, with `~` for each slash, because a slash would begin another part. */
const [SLASH, IN_HINT] = ['/', '~']

/** @returns the paths of the hints that a record with these messages needs */
export function mailHintPaths(key: string, mail: readonly StoredMessage[]): string[] {
  const time = nextTime(mail)
  const parts = { time: time ?? '', record: key.replaceAll(SLASH, IN_HINT), nonce: '' }
  const rows = [...(time === undefined ? [] : [RECORDS.due]), ...(mail.some(isStuck) ? [RECORDS.stuck] : [])]
  return rows.map((row) => withoutNonce(keyOf(row, parts)))
}

export const isMailHint = (hint: string): boolean =>
  [RECORDS.due, RECORDS.stuck].some((row) => hint.startsWith(prefixOf(row)))

/** @returns the key of the record that the hint leads to */
export function recordOf(hint: string): string {
  const parts = hint.split('/')
  const [time = '', reference = ''] = parts.slice(1)
  if (hint.startsWith(prefixOf(RECORDS.open))) return keyOf(RECORDS.inquiry, { month: monthOf(time), time, reference })
  return (parts.at(-2) ?? '').replaceAll(IN_HINT, SLASH)
}

/** @param hint a key of `RECORDS.due` @returns when the next message of its record is due, ISO 8601 */
export const dueSince = (hint: string): string => hint.split('/')[1] ?? ''

export interface HintedWrite<Value> {
  key: string
  value: Value
  /** The record as it was read; undefined for a new one. */
  before?: { value: Hinted; version: Version } | undefined
  /** The paths of the hints that the record needs. */
  paths: readonly string[]
  /** Records that belong to this change, such as those of the audit trail. */
  entries?: readonly NewRecord[]
}

/**
 * Writes a record, its hints and `entries` at the same time. After a crash on Netlify, some of them may be missing.
 * @returns `changed` when the record has another version; then what was written beside it is removed again
 * @throws StoreUnavailable, perhaps after the record was written
 */
export async function putHinted<Value extends Hinted>(
  store: Pick<Store, 'get' | 'put' | 'remove'>,
  { key, value, before, paths, entries = [] }: HintedWrite<Value>,
): Promise<'done' | 'changed'> {
  const earlier = before?.value.hints ?? []
  const kept = earlier.filter((hint) => paths.includes(withoutNonce(hint)))
  const missing = paths.filter((path) => !kept.some((hint) => withoutNonce(hint) === path))
  const fresh = missing.map((path) => `${path}/${crypto.randomUUID().slice(0, 8)}`)
  const beside = [...entries, ...fresh.map((hint) => ({ key: hint, value: {} }))]
  const stored = { ...value, hints: [...kept, ...fresh] }
  const create = (one: NewRecord) => createRecord(store, one.key, one.value)
  const [written, ...others] = await Promise.allSettled([
    store.put(key, stored, before?.version ?? 'new'),
    ...beside.map(create),
  ])
  if (written.status === 'rejected') {
    const present = await store.get(key).catch(() => ({ value: stored }))
    // The audit trail must not name a change that was not stored.
    if (JSON.stringify(present?.value) !== JSON.stringify(stored))
      await Promise.allSettled(entries.map((one) => store.remove(one.key)))
    throw written.reason
  }
  if (written.value === 'changed') {
    await Promise.all(beside.map((one) => store.remove(one.key)))
    return 'changed'
  }
  await Promise.all(beside.filter((_, index) => others[index]?.status === 'rejected').map(create))
  const stale = earlier.filter((hint) => !kept.includes(hint))
  await Promise.all(stale.map((hint) => store.remove(hint).catch(() => false)))
  return 'done'
}

const WithHints = z.looseObject({ hints: z.array(z.string()) })

/** @returns undefined when the record is damaged. Its hints must then stay, because perhaps nothing else leads to the record */
async function readHints(store: Pick<Store, 'get'>, key: string): Promise<string[] | undefined> {
  const value = await readValue(store, key)
  return value === undefined ? [] : WithHints.safeParse(value).data?.hints
}

/**
 * Removes hints that their records do not list, and creates listed hints that are missing.
 * @param recent keys of records that were written lately, some of which may lack a hint
 */
export async function mendHints(store: Pick<Store, 'list' | 'get' | 'put' | 'remove'>, recent: readonly string[]) {
  const rows = [RECORDS.open, RECORDS.due, RECORDS.stuck]
  const listed = (await Promise.all(rows.map((row) => listKeys(store, prefixOf(row))))).flat()
  const byRecord = Map.groupBy(listed, recordOf)
  await mapInBatches([...new Set([...byRecord.keys(), ...recent])], async (key) => {
    const known = byRecord.get(key) ?? []
    const hints = await readHints(store, key)
    if (!hints) return
    await Promise.all(known.filter((hint) => !hints.includes(hint)).map((hint) => removeHint(store, key, hint)))
    const missing = hints.filter((hint) => !known.includes(hint))
    await createHints(store, missing)
  })
}

/** Removes a hint that its record does not list. Creates the listed hints first: after a crash, they may be missing. */
export async function removeHint(store: Pick<Store, 'get' | 'put' | 'remove'>, key: string, hint: string) {
  const hints = await readHints(store, key)
  if (!hints || hints.includes(hint)) return
  await createHints(store, hints)
  await store.remove(hint)
  // Meanwhile, another writer may have added the hint to the record.
  if ((await readHints(store, key))?.includes(hint)) await createHints(store, [hint])
}

export async function removeHinted(store: Pick<Store, 'get' | 'remove'>, key: string): Promise<void> {
  await Promise.all([key, ...((await readHints(store, key)) ?? [])].map((one) => store.remove(one)))
}

/** Creates those of the hints that are missing, as after a crash. */
export const createHints = (store: Pick<Store, 'put'>, hints: readonly string[]) =>
  Promise.all(hints.map((hint) => createRecord(store, hint, {})))
