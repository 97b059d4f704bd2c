/** The keys of the inbox that a command works with: those that open inquiries, and the one that they are encrypted to. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keyIdOf, openingInbox, sealingInbox } from '../keys/inbox.ts'
import { KEYS_FILE, loadInboxPrivateKeys, loadKeys } from '../keys/key-files.ts'
import { InboxPrivateKey, type KeySet } from '../keys/key-set.ts'
import type { IsCurrent } from '../inquiries/reseal.ts'
import type { StaffInbox, Store } from '../ports.ts'
import { keyOf, prefixOf, readFact } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { dataDirOf, type StoreChoice } from './store.ts'

/** The key set, from the environment or the data folder, whose own settings are not needed. */
export const commandKeys = (): KeySet =>
  loadKeys({ keys: process.env.FRONT_DESK_KEYS || undefined, dataDir: dataDirOf(process.env), production: false })

/**
 * The private keys, checked against the key set where that is known: a computer of the staff may have the private key only. The key set of
 * this machine says nothing of the site on Netlify.
 */
export function commandPrivateKeys({ netlify, deploy }: StoreChoice): InboxPrivateKey[] {
  const dataDir = dataDirOf(process.env)
  const isKnown = process.env.FRONT_DESK_KEYS || (!netlify && !deploy && existsSync(join(dataDir, KEYS_FILE)))
  return loadInboxPrivateKeys(process.env, dataDir, isKnown ? commandKeys().inbox : undefined)
}

/**
 * Stores private keys that are not used any more, encrypted to the present key: a service that was not started again since the
 * rotation goes on encrypting to them.
 */
export async function keepDroppedKeys(store: Store, { inbox }: KeySet, keys: readonly InboxPrivateKey[], at: string) {
  await store.create(keyOf(FACTS.droppedKeys, { time: at }), { at, sealed: await sealingInbox(inbox).seal(keys) })
}

/** Opens what is encrypted to the private keys, or to those that were dropped and are still stored. */
export async function commandInbox(store: Store, keys: readonly InboxPrivateKey[]): Promise<StaffInbox> {
  const inbox = await openingInbox(...keys)
  const dropped: InboxPrivateKey[] = []
  for (const key of await store.list(prefixOf(FACTS.droppedKeys))) {
    const fact = await readFact(store, FACTS.droppedKeys, key)
    dropped.push(...(InboxPrivateKey.array().safeParse(fact && (await inbox.open(fact))).data ?? []))
  }
  return openingInbox(...keys, ...dropped)
}

/** Whether a record is encrypted to the present key. */
export const isSealedTo =
  ({ kid }: KeySet['inbox']): IsCurrent =>
  (record) =>
    keyIdOf(record) === kid
