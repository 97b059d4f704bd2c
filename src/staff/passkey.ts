/** Keys of these facts do not begin with `staff/`, because those are listed for every table of names. */
import { hash } from 'node:crypto'
import type { Ports } from '../ports.ts'
import { keyOf, readRecordOr, createRecord, readValue, listKeys } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'

type PasskeyStore = Pick<Ports, 'store'>
type PasskeyPorts = Pick<Ports, 'store' | 'clock'>
type PasskeyRecord = RecordValue<'passkey'>

export const MAX_PASSKEYS = 10

export type NewPasskey = Omit<PasskeyRecord, 'at' | 'name'>

export interface PasskeyId {
  member: string
  /** SHA-256 of the credential id, which may be too long for a key of the store. */
  passkey: string
}

export interface PasskeyView extends PasskeyRecord, PasskeyId {
  /** ISO 8601; undefined when the passkey was never used. */
  usedAt: string | undefined
}

export const passkeyIdOf = (credential: string): string => hash('sha256', credential, 'hex')

/** @returns false when the passkey exists or was removed: it can never be added a second time */
export async function addPasskey({ store, clock }: PasskeyPorts, member: string, name: string, added: NewPasskey) {
  const key = keyOf(RECORDS.passkey, { member, passkey: passkeyIdOf(added.credential) })
  return createRecord(store, key, { at: clock.now().toISOString(), name, ...added } satisfies PasskeyRecord)
}

export async function removePasskey({ store, clock }: PasskeyPorts, id: PasskeyId): Promise<void> {
  await createRecord(store, keyOf(RECORDS.removedPasskey, { ...id }), { at: clock.now().toISOString() })
}

/** @returns undefined when it is unknown, damaged or removed */
export async function readPasskey({ store }: PasskeyStore, id: PasskeyId): Promise<PasskeyView | undefined> {
  const [record, removed, uses] = await Promise.all([
    readRecordOr(store, RECORDS.passkey, keyOf(RECORDS.passkey, { ...id }), undefined),
    readValue(store, keyOf(RECORDS.removedPasskey, { ...id })),
    readUses({ store }, id),
  ])
  if (!record || removed !== undefined) return undefined
  const counter = Math.max(record.counter, ...uses.map((use) => use.counter))
  return { ...record, ...id, counter, usedAt: uses.at(-1)?.at }
}

export async function listPasskeys(ports: PasskeyStore, member: string): Promise<PasskeyView[]> {
  const prefix = keyOf(RECORDS.passkey, { member, passkey: '' })
  const ids = (await listKeys(ports.store, prefix)).map((key) => key.slice(prefix.length))
  const passkeys = await Promise.all(ids.map((passkey) => readPasskey(ports, { member, passkey })))
  return passkeys.filter((passkey) => passkey !== undefined).sort((one, other) => (one.at < other.at ? -1 : 1))
}

/** The new record replaces earlier ones. */
export async function recordPasskeyUse(
  { store, clock }: PasskeyPorts,
  { member, passkey }: PasskeyId,
  counter: number,
): Promise<void> {
  const earlier = await readUses({ store }, { member, passkey })
  const at = clock.now().toISOString()
  const key = keyOf(RECORDS.passkeyUse, { member, passkey, time: at, counter })
  await createRecord(store, key, { at })
  // A record with a higher counter stays: with two sign-ins at once, the later one may be recorded first.
  const outdated = earlier.filter((use) => use.key !== key && use.counter <= counter)
  await Promise.all(outdated.map((use) => store.remove(use.key)))
}

/** Sorted by time. The keys contain all data. */
async function readUses({ store }: PasskeyStore, id: PasskeyId) {
  const prefix = keyOf(RECORDS.passkeyUse, { ...id, time: '', counter: '' }).slice(0, -1)
  const keys = await listKeys(store, prefix)
  return keys.map((key) => {
    const split = key.lastIndexOf('.')
    return { key, at: key.slice(prefix.length, split), counter: Number(key.slice(split + 1)) }
  })
}
