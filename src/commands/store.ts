/** Opens the store that a command works on, and the keys of its inbox. */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DATABASE_FILE } from '../hosts/machine.ts'
import { remoteStore } from '../hosts/netlify.ts'
import { DEFAULT_DATA_DIR, SettingsError } from '../settings.ts'
import { openSqliteStore, type SqliteStore } from '../store/sqlite.ts'
import type { IsCurrent } from '../inquiries/reseal.ts'
import { keyIdOf, openingInbox, sealingInbox } from '../keys/inbox.ts'
import { KEYS_FILE, loadInboxPrivateKeys, loadKeys } from '../keys/key-files.ts'
import { InboxPrivateKey, type KeySet } from '../keys/key-set.ts'
import type { StaffInbox, Store } from '../ports.ts'
import { keyOf, prefixOf, readRecord, createRecord, listKeys } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { refuseOtherLayout } from '../store/version.ts'

const readDataDir = () => process.env.DATA_DIR || DEFAULT_DATA_DIR

export const STORE_OPTIONS = {
  netlify: { type: 'boolean', default: false },
  deploy: { type: 'string', default: '' },
} as const

export interface StoreChoice {
  netlify: boolean
  /** ID of a deploy on Netlify; empty for the live site. */
  deploy: string
  /** How to open a store on this machine: `frozen` reads it as it is now, `salvaged` also skips damage, `created` makes a missing store. */
  opens?: 'frozen' | 'salvaged' | 'created'
}

/** @throws SettingsError when the store or a variable for Netlify is missing, or another version wrote in the store */
export async function withStore<T>(choice: StoreChoice, action: (store: Store) => Promise<T>): Promise<T> {
  const { netlify, deploy, opens } = choice
  const local = netlify || deploy ? undefined : openLocalStore(readDataDir(), opens)
  const store = local ?? openNetlifyStore(deploy)
  try {
    await refuseOtherLayout(store)
    return await action(store)
  } finally {
    await local?.close()
  }
}

function openLocalStore(dataDir: string, opens: StoreChoice['opens']): SqliteStore {
  const file = join(dataDir, DATABASE_FILE)
  if (opens === 'created') mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  else if (!existsSync(file))
    throw new SettingsError(
      `There is no store at ${resolve(file)}. \`npm start\` creates it; if it is in another folder, set DATA_DIR to that.`,
    )
  const store = openSqliteStore(file)
  if (opens === 'frozen' || opens === 'salvaged') store.freeze()
  return opens === 'salvaged' ? { ...store, ...store.salvage() } : store
}

function openNetlifyStore(deployID: string): Store {
  const { NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token } = process.env
  if (!siteID || !token)
    throw new SettingsError('Set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN to use the store on Netlify.')
  if (deployID && !/^\w{1,24}$/.test(deployID))
    throw new SettingsError('--deploy takes the ID of a deploy, like 6746f1a2b3c4d5e6f7a8b9c0.')
  return remoteStore(siteID, token, deployID)
}

/** Reads FRONT_DESK_KEYS and DATA_DIR, and no other settings. */
export const commandKeys = (): KeySet =>
  loadKeys({ keys: process.env.FRONT_DESK_KEYS || undefined, dataDir: readDataDir(), production: false })

/** Checks the private keys against the key set, if that is known: a staff computer may have none, and Netlify has its own. */
export function commandPrivateKeys({ netlify, deploy }: StoreChoice): InboxPrivateKey[] {
  const dataDir = readDataDir()
  const isKnown = process.env.FRONT_DESK_KEYS || (!netlify && !deploy && existsSync(join(dataDir, KEYS_FILE)))
  return loadInboxPrivateKeys(process.env, dataDir, isKnown ? commandKeys().inbox : undefined)
}

/** Stores the dropped keys, encrypted: a service that started before the rotation still encrypts to them. */
export async function keepDroppedKeys(store: Store, { inbox }: KeySet, keys: readonly InboxPrivateKey[], at: string) {
  const sealed = await sealingInbox(inbox).seal(keys)
  await createRecord(store, keyOf(RECORDS.droppedKeys, { time: at }), { at, sealed })
}

/** Opens records with the given keys, and with the dropped keys that are still stored. */
export async function commandInbox(store: Store, keys: readonly InboxPrivateKey[]): Promise<StaffInbox> {
  const inbox = await openingInbox(...keys)
  const dropped: InboxPrivateKey[] = []
  for (const key of await listKeys(store, prefixOf(RECORDS.droppedKeys))) {
    const record = await readRecord(store, RECORDS.droppedKeys, key)
    dropped.push(...(InboxPrivateKey.array().safeParse(record && (await inbox.open(record))).data ?? []))
  }
  return openingInbox(...keys, ...dropped)
}

export const isSealedTo =
  ({ kid }: KeySet['inbox']): IsCurrent =>
  (record) =>
    keyIdOf(record) === kid
