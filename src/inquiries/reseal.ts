/** After a rotation, records are re-encrypted to the present key, each in one step: a crash loses nothing, and it can be repeated. */
import * as z from 'zod'
import { type Inbox, type Sealed, type StaffInbox, type Store, StoreUnavailable } from '../ports.ts'
import { batchesOf, mapInBatches } from '../store/batches.ts'
import { prefixOf, listKeys, readValue } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { SEALED_TEXTS } from './change.ts'

/** The index of parties is left out, because it is made again. */
export const SEALED_ROWS = [
  RECORDS.inquiry,
  RECORDS.change,
  RECORDS.keptNames,
  RECORDS.knownList,
  RECORDS.droppedKeys,
] as const

/** Another run may change the fact meanwhile. */
const MAX_TRIES = 3

/** Inquiries and list parts are sealed whole; changes have a sealed member for each text. */
const SealedMember = z.looseObject({ sealed: z.string() })

export type IsCurrent = (record: Sealed) => boolean

export interface ResealCounts {
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

/** @throws StoreUnavailable; facts that were changed before remain changed */
export async function resealAll(ports: ResealPorts) {
  const counts: ResealCounts = { resealed: 0, current: 0, unreadable: 0 }
  await mapInBatches(await listKeys(ports.store, prefixOf(RECORDS.parties)), (key) => ports.store.remove(key))
  for await (const outcomes of eachSealed(ports.store, (key) => reseal(ports, key)))
    for (const outcome of outcomes) if (outcome) counts[outcome] += 1
  return counts
}

/** Damaged facts count too. */
export async function countSealedToOthers(store: Pick<Store, 'list' | 'get'>, isCurrent: IsCurrent): Promise<number> {
  let count = 0
  const isOther = async (key: string) => {
    const value = await readValue(store, key)
    return isDamaged(value) || recordsIn(value).some(({ record }) => !isCurrent(record))
  }
  for await (const outcomes of eachSealed(store, isOther)) count += outcomes.filter(Boolean).length
  return count
}

async function* eachSealed<T>(store: Pick<Store, 'list'>, action: (key: string) => Promise<T>): AsyncGenerator<T[]> {
  for (const row of SEALED_ROWS)
    for await (const keys of batchesOf(await listKeys(store, prefixOf(row)))) yield await mapInBatches(keys, action)
}

/** @returns undefined when the fact has nothing that is encrypted to the inbox */
async function reseal(ports: ResealPorts, key: string): Promise<keyof ResealCounts | undefined> {
  const { store, inbox, staffInbox, isCurrent } = ports
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { value, version } = (await store.get(key)) ?? {}
    const found = recordsIn(value)
    if (version === undefined || found.length === 0) return isDamaged(value) ? 'unreadable' : undefined
    const others = found.filter(({ record }) => !isCurrent(record))
    if (others.length === 0) return 'current'
    let after = value
    for (const { record, replaceIn } of others) {
      const opened = await staffInbox.open(record)
      if (opened === undefined) return 'unreadable'
      after = replaceIn(after, { sealed: await inbox.seal(opened) })
    }
    if ((await store.put(key, after, version)) !== 'changed') return 'resealed'
    // The fact was erased meanwhile, or another run was faster. The next read shows which.
  }
  throw new StoreUnavailable('could not exchange a fact, although nothing else changes it')
}

/** Earlier keys are kept, because a backup of the damaged fact may need them. */
const isDamaged = (value: unknown) => typeof value === 'string'

/** `replaceIn` copies the fact with another record. */
function recordsIn(value: unknown): { record: Sealed; replaceIn(fact: unknown, record: Sealed): unknown }[] {
  const { data: inquiry } = RECORDS.inquiry.value.safeParse(value)
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
