/** The store that a command works on, of this machine or of the site on Netlify; and the keys of its inbox. */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DATABASE_FILE } from '../hosts/machine.ts'
import { remoteStore } from '../hosts/netlify.ts'
import { DEFAULT_DATA_DIR, SettingsError } from '../settings.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import type { IsCurrent } from '../inquiries/reseal.ts'
import { keyIdOf, openingInbox, sealingInbox } from '../keys/inbox.ts'
import { KEYS_FILE, loadInboxPrivateKeys, loadKeys } from '../keys/key-files.ts'
import { InboxPrivateKey, type KeySet } from '../keys/key-set.ts'
import type { ReplacingStore, StaffInbox, Store } from '../ports.ts'
import { keyOf, prefixOf, readFact } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'

/** The data folder, from the environment. */
const dataDirOf = (env: NodeJS.ProcessEnv) => env.DATA_DIR || DEFAULT_DATA_DIR

/** The options of every command that works on a store; it passes them to `withStore`. */
export const STORE_OPTIONS = {
  netlify: { type: 'boolean', default: false },
  deploy: { type: 'string', default: '' },
} as const

/** Their text in the help of a command. */
export const STORE_HELP = `  --netlify         of the site on Netlify: needs NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN
  --deploy ID       of one deploy preview or branch deploy there, which has a store of its own; Netlify shows the ID
                    on the deploy's page`

export interface StoreChoice {
  /** True for the site on Netlify. */
  netlify: boolean
  /** ID of a deploy there that is not the live site; empty for the live site. */
  deploy: string
  /** `frozen`: of this machine, it is read as it is at this moment. `created`: of this machine, it may not exist yet. */
  opens?: 'frozen' | 'salvaged' | 'created'
}

/**
 * Opens the store, passes it to the action, and closes it.
 * @throws SettingsError when there is none
 */
export async function withStore<T>(choice: StoreChoice, action: (store: ReplacingStore) => Promise<T>): Promise<T> {
  const { netlify, deploy, opens } = choice
  if (netlify || deploy) return action(openNetlifyStore(deploy))
  const store = openLocalStore(dataDirOf(process.env), opens)
  try {
    return await action(store)
  } finally {
    await store.close()
  }
}

function openLocalStore(dataDir: string, opens: StoreChoice['opens']) {
  const file = join(dataDir, DATABASE_FILE)
  if (opens === 'created') mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  else if (!existsSync(file)) {
    throw new SettingsError(
      `There is no store at ${resolve(file)}. \`npm start\` creates it; if it is in another folder, set DATA_DIR to that.`,
    )
  }
  const store = openSqliteStore(file)
  if (opens === 'frozen' || opens === 'salvaged') store.freeze()
  return opens === 'salvaged' ? { ...store, ...store.salvage() } : store
}

function openNetlifyStore(deployID: string): ReplacingStore {
  const { NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token } = process.env
  if (!siteID || !token)
    throw new SettingsError('Set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN to use the store on Netlify.')
  if (deployID && !/^\w{1,24}$/.test(deployID))
    throw new SettingsError('--deploy takes the ID of a deploy, like 6746f1a2b3c4d5e6f7a8b9c0.')
  return remoteStore(siteID, token, deployID)
}

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
