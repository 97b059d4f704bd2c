/** After a rotation, records are re-encrypted to the present key, each in one step: a crash loses nothing, and it can be repeated. */
import { type Inbox, type Sealed, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { batchesOf, mapInBatches } from '../store/batches.ts'
import { prefixOf, listKeys, readValue } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { SEALED_TEXTS, type SealedText } from './change.ts'
import { INQUIRIES_PREFIX } from './inquiry-id.ts'

/** The index of parties is left out, because it is made again. */
export const SEALED_ROWS = [RECORDS.inquiry, RECORDS.keptNames, RECORDS.knownList, RECORDS.droppedKeys] as const

/** Tries for one record, because it may change meanwhile. */
const MAX_TRIES = 3

export type IsCurrent = (record: Sealed) => boolean

interface ResealCounts {
  resealed: number
  current: number
  /** Damaged, or encrypted to an unknown key, and not changed. */
  unreadable: number
}

export interface ResealPorts {
  store: Store
  inbox: Inbox
  /** Has the present key and earlier ones. */
  staffInbox: StaffInbox
  isCurrent: IsCurrent
}

/** @throws StoreUnavailable; records that were changed before remain changed */
export async function resealAll(ports: ResealPorts) {
  const counts: ResealCounts = { resealed: 0, current: 0, unreadable: 0 }
  await mapInBatches(await listKeys(ports.store, prefixOf(RECORDS.parties)), (key) => ports.store.remove(key))
  for await (const outcomes of eachSealed(ports.store, (key) => reseal(ports, key)))
    for (const outcome of outcomes) if (outcome) counts[outcome] += 1
  return counts
}

/** Damaged records count too. */
export async function countSealedToOthers(store: Pick<Store, 'list' | 'get'>, isCurrent: IsCurrent): Promise<number> {
  let count = 0
  const isOther = async (key: string) => {
    const value = await readValue(store, key)
    return isDamaged(key, value) || sealedIn(value).some((one) => !isCurrent(one))
  }
  for await (const outcomes of eachSealed(store, isOther)) count += outcomes.filter(Boolean).length
  return count
}

async function* eachSealed<T>(store: Pick<Store, 'list'>, action: (key: string) => Promise<T>): AsyncGenerator<T[]> {
  for (const row of SEALED_ROWS)
    for await (const keys of batchesOf(await listKeys(store, prefixOf(row)))) yield await mapInBatches(keys, action)
}

/** @returns undefined when the record has nothing that is encrypted to the inbox */
async function reseal(ports: ResealPorts, key: string): Promise<keyof ResealCounts | undefined> {
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

/** Earlier keys are kept, because a backup of the damaged record may need them. */
const isDamaged = (key: string, value: unknown) =>
  typeof value === 'string' ||
  (value !== undefined && key.startsWith(INQUIRIES_PREFIX) && !RECORDS.inquiry.value.safeParse(value).success)

interface Whole extends Sealed {
  changes?: Partial<Record<SealedText, Sealed>>[]
  names?: Sealed
}

/** @returns the parts, not copied, that are encrypted to the inbox */
function sealedIn(value: unknown): Sealed[] {
  const whole = value as Whole | undefined
  if (typeof whole?.sealed !== 'string') return []
  const texts = (whole.changes ?? []).flatMap((change) => SEALED_TEXTS.map((name) => change[name]))
  return [whole, whole.names, ...texts].filter((one) => one !== undefined)
}
