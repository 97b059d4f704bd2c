/**
 * The index of messages by the time of their next try. A run of the outbox examines the newest messages; older ones it finds
 * here when they are due, however many others there are. An entry only says where to look: the message says if it is due.
 */
import type { Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { prefixOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'

/** Below this prefix: a time, then the id of a message. */
const DUE_PREFIX = prefixOf(FACTS.due)

/** An entry of the index. */
export interface DueEntry {
  key: string
  /** Of the message. */
  id: string
}

/**
 * Adds an entry.
 * @param id of the message
 * @param dueAt milliseconds since 1970
 */
export async function addDue(store: Pick<Store, 'create'>, id: string, dueAt: number): Promise<void> {
  const at = new Date(dueAt).toISOString()
  await store.create(`${DUE_PREFIX}${at}/${id}`, { at })
}

/**
 * Lists entries, longest due first.
 * @param until entries that are due later are left out, milliseconds since 1970
 */
export async function listDue(store: Pick<Store, 'list'>, until: number, max: number): Promise<DueEntry[]> {
  const found: DueEntry[] = []
  const end = `${DUE_PREFIX}${new Date(until + 1).toISOString()}`
  for await (const key of store.list(DUE_PREFIX)) {
    if (key >= end || found.length === max) break
    found.push({ key, id: idOf(key) })
  }
  return found
}

/** The ids of all messages that have an entry. */
export async function indexedMessages(store: Pick<Store, 'list'>): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const key of store.list(DUE_PREFIX)) ids.add(idOf(key))
  return ids
}

/** When to look at the message of an entry again: in the next run, at a time (milliseconds since 1970), or not. */
export type NextLook = 'next run' | number | undefined

/** Moves or removes entries. */
export async function moveDue(
  store: Pick<Store, 'create' | 'remove'>,
  entries: readonly DueEntry[],
  nextLook: (id: string) => NextLook,
): Promise<void> {
  await mapInBatches(entries, async ({ key, id }) => {
    const look = nextLook(id)
    if (look === 'next run') return
    if (look !== undefined) await addDue(store, id, look)
    await store.remove(key)
  })
}

const idOf = (key: string) => key.slice(key.indexOf('/', DUE_PREFIX.length) + 1)
