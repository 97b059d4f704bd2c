/**
 * Re-encrypts records after the key of the inbox was rotated, from an earlier key to the present one. Each fact is replaced in one step, so a
 * crash loses nothing, and it can be repeated.
 */
import * as z from 'zod'
import {
  type Inbox,
  type ReplacingStore,
  type Sealed,
  type StaffInbox,
  type Store,
  StoreUnavailable,
} from '../ports.ts'
import { batchesOf, mapInBatches } from '../store/batches.ts'
import { prefixOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { SEALED_TEXTS } from './change.ts'

/** The rows with values that are encrypted to the inbox. The index of parties is left out, because it is made again. */
export const SEALED_ROWS = [FACTS.inquiry, FACTS.change, FACTS.keptNames, FACTS.knownList, FACTS.droppedKeys] as const

/** Tries for one fact, when another run changed it. */
const MAX_TRIES = 3

/** Inquiries and list parts are sealed whole; changes have a sealed member for each text. */
const SealedMember = z.looseObject({ sealed: z.string() })

/** Whether a record is encrypted to the present key of the inbox. */
export type IsCurrent = (record: Sealed) => boolean

/** Numbers of facts. */
export interface ResealCounts {
  resealed: number
  /** Already encrypted to the present key. */
  current: number
  /** Damaged, or encrypted to an unknown key, and not changed. */
  unreadable: number
}

export interface ResealPorts {
  store: ReplacingStore
  inbox: Inbox
  /** Has the present key and earlier ones. */
  staffInbox: StaffInbox
  isCurrent: IsCurrent
}

/**
 * Encrypts every inquiry, note and reply, and the firm's list, to the present key.
 * @throws StoreUnavailable; facts that were changed before remain changed
 */
export async function resealAll(ports: ResealPorts) {
  const counts: ResealCounts = { resealed: 0, current: 0, unreadable: 0 }
  await mapInBatches(await ports.store.list(prefixOf(FACTS.parties)), (key) => ports.store.remove(key))
  for await (const outcomes of eachSealed(ports.store, (key) => reseal(ports, key)))
    for (const outcome of outcomes) if (outcome) counts[outcome] += 1
  return counts
}

/** Counts the facts that are not encrypted to the present key. Damaged ones count too. */
export async function countSealedToOthers(store: Pick<Store, 'list' | 'read'>, isCurrent: IsCurrent): Promise<number> {
  let count = 0
  const isOther = async (key: string) => {
    const value = await store.read(key)
    return isDamaged(value) || recordsIn(value).some(({ record }) => !isCurrent(record))
  }
  for await (const outcomes of eachSealed(store, isOther)) count += outcomes.filter(Boolean).length
  return count
}

/** Calls an action for each fact that may have a value that is encrypted to the inbox. */
async function* eachSealed<T>(store: Pick<Store, 'list'>, action: (key: string) => Promise<T>): AsyncGenerator<T[]> {
  for (const row of SEALED_ROWS)
    for await (const keys of batchesOf(await store.list(prefixOf(row)))) yield await mapInBatches(keys, action)
}

/** @returns the result for a fact; undefined when the fact has nothing that is encrypted to the inbox */
async function reseal(ports: ResealPorts, key: string): Promise<keyof ResealCounts | undefined> {
  const { store, inbox, staffInbox, isCurrent } = ports
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const value = await store.read(key)
    const found = recordsIn(value)
    if (found.length === 0) return isDamaged(value) ? 'unreadable' : undefined
    const others = found.filter(({ record }) => !isCurrent(record))
    if (others.length === 0) return 'current'
    let after = value
    for (const { record, replaceIn } of others) {
      const opened = await staffInbox.open(record)
      if (opened === undefined) return 'unreadable'
      after = replaceIn(after, { sealed: await inbox.seal(opened) })
    }
    if (await store.replace(key, value, after)) return 'resealed'
    // The fact was erased meanwhile, or another run was faster. The next read shows which.
  }
  throw new StoreUnavailable('could not exchange a fact, although nothing else changes it')
}

/** Damaged JSON. Earlier keys are kept, because a backup of the fact may need them. */
const isDamaged = (value: unknown) => typeof value === 'string'

/** The encrypted records of a fact. `replaceIn` makes a copy of the fact with another record. */
function recordsIn(value: unknown): { record: Sealed; replaceIn(fact: unknown, record: Sealed): unknown }[] {
  const { data: inquiry } = FACTS.inquiry.value.safeParse(value)
  if (inquiry) return [{ record: inquiry, replaceIn: (fact, record) => ({ ...(fact as object), ...record }) }]
  return SEALED_TEXTS.flatMap((name) => {
    const { data } = z.object({ [name]: SealedMember }).safeParse(value)
    const member = data?.[name]
    if (!member) return []
    return [
      { record: member, replaceIn: (fact, record) => ({ ...(fact as object), [name]: { ...member, ...record } }) },
    ]
  })
}
