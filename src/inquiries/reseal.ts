/** Encrypts records to the inbox's new key after a rotation. Each record takes one write, so a run can be repeated after a crash. */
import { type Inbox, type Sealed, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { prefixOf, listKeys, readValue } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { SEALED_TEXTS, type SealedText } from './change.ts'
import { INQUIRIES_PREFIX } from './inquiry-id.ts'

/** These records have something encrypted to the inbox. The index of parties has too, but `resealAll` removes it, and it is rebuilt. */
export const SEALED_ROWS = [RECORDS.inquiry, RECORDS.keptNames, RECORDS.knownList, RECORDS.droppedKeys] as const

/** Attempts for each record: another process may change the record meanwhile. */
const MAX_TRIES = 3

export type IsCurrent = (record: Sealed) => boolean

export interface ResealPorts {
  store: Store
  inbox: Inbox
  /** Opens what is encrypted to the present key or an earlier one. */
  staffInbox: StaffInbox
  isCurrent: IsCurrent
}

/** `unreadable`: damaged, or encrypted to an unknown key, and not changed. */
type Outcome = 'resealed' | 'current' | 'unreadable'

/** Also removes the index of parties. @throws StoreUnavailable; records that were changed before remain changed */
export async function resealAll(ports: ResealPorts) {
  await mapInBatches(await listKeys(ports.store, prefixOf(RECORDS.parties)), (key) => ports.store.remove(key))
  const outcomes = await forEachSealed(ports.store, (key) => reseal(ports, key))
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  return { resealed: count('resealed'), current: count('current'), unreadable: count('unreadable') }
}

/** Counts the records that are damaged or have something encrypted to a key that is not current. */
export async function countSealedToOthers(store: Pick<Store, 'list' | 'get'>, isCurrent: IsCurrent): Promise<number> {
  const flags = await forEachSealed(store, async (key) => {
    const value = await readValue(store, key)
    return isDamaged(key, value) || sealedIn(value).some((one) => !isCurrent(one))
  })
  return flags.filter(Boolean).length
}

/** Lists inquiries before kept names: if an inquiry is removed meanwhile, its names are then found among the kept names. */
async function forEachSealed<T>(store: Pick<Store, 'list'>, action: (key: string) => Promise<T>): Promise<T[]> {
  let results: T[] = []
  for (const row of SEALED_ROWS)
    results = results.concat(await mapInBatches(await listKeys(store, prefixOf(row)), action))
  return results
}

/** @returns undefined when the record has nothing that is encrypted to the inbox */
async function reseal(ports: ResealPorts, key: string): Promise<Outcome | undefined> {
  const { store, inbox, staffInbox, isCurrent } = ports
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { value, version } = (await store.get(key)) ?? {}
    if (isDamaged(key, value)) return 'unreadable'
    const found = sealedIn(value)
    if (version === undefined || found.length === 0) return undefined
    const others = found.filter((one) => !isCurrent(one))
    if (others.length === 0) return 'current'
    for (const one of others) {
      const opened = await staffInbox.open(one)
      if (opened === undefined) return 'unreadable'
      one.sealed = await inbox.seal(opened)
    }
    if ((await store.put(key, value, version)) !== 'changed') return 'resealed'
  }
  throw new StoreUnavailable('a record changed at each try')
}

/** A damaged record counts as unreadable, so no key is dropped: a backup of the record may need the key. */
const isDamaged = (key: string, value: unknown) =>
  typeof value === 'string' ||
  (value !== undefined && key.startsWith(INQUIRIES_PREFIX) && !RECORDS.inquiry.value.safeParse(value).success)

interface SealedRecord extends Sealed {
  changes?: Partial<Record<SealedText, Sealed>>[]
  names?: Sealed
}

/** @returns the parts of `value` that are encrypted to the inbox, not copies: a change of a part changes `value` */
function sealedIn(value: unknown): Sealed[] {
  const record = value as SealedRecord | undefined
  if (typeof record?.sealed !== 'string') return []
  const texts = (record.changes ?? []).flatMap((change) => SEALED_TEXTS.map((name) => change[name]))
  return [record, record.names, ...texts].filter((one) => one !== undefined)
}
