/**
 * After the key of the inbox was rotated: encrypts what was encrypted to an earlier key to the present one. Each fact is
 * exchanged in one step, so a crash loses nothing, and to repeat it is safe.
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
import { SEALED_TEXTS } from './history.ts'

/** The rows of the table of facts that hold something encrypted to the inbox, but for the index of parties, which is made again. */
export const SEALED_ROWS = [FACTS.inquiry, FACTS.change, FACTS.keptNames, FACTS.knownList, FACTS.droppedKeys] as const

/** Of one fact. Another run that is faster ends it at the second. */
const MAX_TRIES = 3

/** An inquiry and a part of the firm's list are nothing else; of a change it is each text. */
const SealedMember = z.looseObject({ sealed: z.string() })

/** Whether a record is encrypted to the present key of the inbox. */
export type IsCurrent = (record: Sealed) => boolean

/** How many inquiries and changes were looked at, by what was found or done. */
export interface ResealCounts {
  resealed: number
  /** Encrypted to the present key before. */
  current: number
  /** Damaged, or opened by none of the keys, and left as they are. */
  unreadable: number
}

export interface ResealPorts {
  store: ReplacingStore
  inbox: Inbox
  /** Opens with the present key and earlier ones. */
  staffInbox: StaffInbox
  isCurrent: IsCurrent
}

/**
 * Encrypts every inquiry, note and reply, and the firm's list, to the present key.
 * @throws StoreUnavailable; what was done until then stays done
 */
export async function resealAll(ports: ResealPorts) {
  const counts: ResealCounts = { resealed: 0, current: 0, unreadable: 0 }
  await mapInBatches(await ports.store.list(prefixOf(FACTS.parties)), (key) => ports.store.remove(key))
  for await (const outcomes of eachSealed(ports.store, (key) => reseal(ports, key)))
    for (const outcome of outcomes) if (outcome) counts[outcome] += 1
  return counts
}

/** Counts the facts with an inquiry, note or reply that is not encrypted to the present key, or is damaged: it may be. */
export async function countSealedToOthers(store: Pick<Store, 'list' | 'read'>, isCurrent: IsCurrent): Promise<number> {
  let count = 0
  const isOther = async (key: string) => {
    const value = await store.read(key)
    return isDamaged(value) || recordsIn(value).some(({ record }) => !isCurrent(record))
  }
  for await (const outcomes of eachSealed(store, isOther)) count += outcomes.filter(Boolean).length
  return count
}

/** Does something for each fact that may hold something encrypted to the inbox. */
async function* eachSealed<T>(store: Pick<Store, 'list'>, action: (key: string) => Promise<T>): AsyncGenerator<T[]> {
  for (const row of SEALED_ROWS)
    for await (const keys of batchesOf(await store.list(prefixOf(row)))) yield await mapInBatches(keys, action)
}

/** @returns what became of a fact; undefined when it holds nothing encrypted to the inbox */
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
    // It was erased meanwhile, or another run was faster: the next read shows it.
  }
  throw new StoreUnavailable('could not exchange a fact, although nothing else changes it')
}

/** Whether a fact is no JSON any more: a sound copy of it may need an earlier key. */
const isDamaged = (value: unknown) => typeof value === 'string'

/** What is encrypted in a fact, and what makes the same fact with another record. */
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
