/**
 * The keys of the inbox that a command works with: those that open inquiries, and the one that they are encrypted to.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keyIdOf } from '../keys/inbox.ts'
import { KEYS_FILE, loadInboxPrivateKeys, loadKeys } from '../keys/key-files.ts'
import type { InboxPrivateKey, KeySet } from '../keys/key-set.ts'
import type { IsCurrent } from '../inquiries/reseal.ts'
import { dataDirOf, type StoreChoice } from './store.ts'

/** The key set, from the environment or the data folder, whose own settings are not needed. */
export const commandKeys = (): KeySet =>
  loadKeys({ keys: process.env.FRONT_DESK_KEYS || undefined, dataDir: dataDirOf(process.env), production: false })

/**
 * The private keys, checked against the key set where that is known: a computer of the staff may have the private key only. The key set of
 * this machine says nothing of the site on Netlify.
 * @throws SettingsError
 */
export function commandPrivateKeys({ netlify, deploy }: StoreChoice): InboxPrivateKey[] {
  const dataDir = dataDirOf(process.env)
  const isKnown = process.env.FRONT_DESK_KEYS || (!netlify && !deploy && existsSync(join(dataDir, KEYS_FILE)))
  return loadInboxPrivateKeys(process.env, dataDir, isKnown ? commandKeys().inbox : undefined)
}

/** Whether a record is encrypted to the present key. */
export const isSealedTo =
  ({ kid }: KeySet['inbox']): IsCurrent =>
  (record) =>
    keyIdOf(record) === kid
