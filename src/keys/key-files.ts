/** Reads keys from the environment or from files in the data folder, and writes these files, which only their owner can read. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StaffInbox } from '../ports.ts'
import { memoize, once } from '../memoize.ts'
import { SettingsError, type Settings } from '../settings.ts'
import { openingInbox } from './inbox.ts'
import { createKeys, type InboxPrivateKey, type KeySet, readInboxPrivateKeys, readKeySet } from './key-set.ts'

export const KEYS_FILE = 'keys.json'
const PRIVATE_FILE = 'inbox-private-key.json'
export const PRIVATE_VARIABLE = 'FRONT_DESK_INBOX_PRIVATE_KEY'

/** Creates a key set and its private key if there is none. @throws SettingsError if the set is invalid, or only the private key is there */
export async function loadOrCreateKeys(settings: Settings): Promise<KeySet> {
  const { keys, dataDir } = settings
  if (!keys && !existsSync(join(dataDir, KEYS_FILE))) {
    const file = join(dataDir, PRIVATE_FILE)
    // This private key may be the only one that decrypts the stored inquiries.
    if (existsSync(file))
      throw new SettingsError(
        `${file} is there, but the ${KEYS_FILE} that belongs to it is missing. Copy it back from a backup. If nothing was stored here yet, delete ${file}.`,
      )
    const made = await createKeys(true)
    // The private key is written first: without it, inquiries would be accepted that no one can read.
    writeSecret(file, made.inboxPrivateKey)
    replaceKeys(dataDir, made.keys)
  }
  return loadKeys(settings)
}

type KeySettings = Pick<Settings, 'keys' | 'dataDir' | 'production'>

/** @throws SettingsError when the key set is missing or invalid */
export function loadKeys({ keys, dataDir, production }: KeySettings): KeySet {
  if (keys) return readKeySet(keys, 'FRONT_DESK_KEYS', production)
  const file = join(dataDir, KEYS_FILE)
  if (!existsSync(file))
    throw new SettingsError(
      `There is no key set: ${file} does not exist. Set DATA_DIR to the data folder, or FRONT_DESK_KEYS to the key set.`,
    )
  return readKeySet(readFileSync(file, 'utf8'), file, production)
}

/**
 * Calls `make` again after `npm run keys -- rotate-inbox`, because a running service must use the new key.
 * @returns a function that returns the latest result, and the former one while the file is missing or invalid
 * @throws SettingsError as `loadKeys`; the returned function throws nothing
 */
export function followInboxKey<Made>(settings: KeySettings, make: (inbox: KeySet['inbox']) => Made): () => Made {
  const { keys, dataDir, production } = settings
  let made = make(loadKeys(settings).inbox)
  if (keys) return () => made
  const file = join(dataDir, KEYS_FILE)
  const makeOf = memoize((text) => make(readKeySet(text, file, production).inbox))
  return () => {
    try {
      made = makeOf(readFileSync(file, 'utf8'))
    } catch {
      // Inquiries that are encrypted to the earlier key can still be opened.
    }
    return made
  }
}

/** A running service uses a new inbox key at once, and the other new keys after a restart. */
export const replaceKeys = (dataDir: string, keys: KeySet): void => writeSecret(join(dataDir, KEYS_FILE), keys)

type Environment = Readonly<Record<string, string | undefined>>

/**
 * @param inbox the public key that inquiries are encrypted to, if it is known here
 * @throws SettingsError when there are no keys, one is invalid, or none belongs to the public key
 */
export function loadInboxPrivateKeys(env: Environment, dataDir: string, inbox?: KeySet['inbox']): InboxPrivateKey[] {
  const text = env[PRIVATE_VARIABLE]
  const file = join(dataDir, PRIVATE_FILE)
  if (!text && !existsSync(file))
    throw new SettingsError(
      `There is no private key: ${file} does not exist. Set DATA_DIR to the data folder, or ${PRIVATE_VARIABLE} to the key.`,
    )
  const where = text ? PRIVATE_VARIABLE : file
  const keys = readInboxPrivateKeys(text || readFileSync(file, 'utf8'), where)
  // Only the present key is checked, because the key set does not list earlier ones.
  if (inbox && !keys.some(({ x, kid }) => x === inbox.x && kid === inbox.kid))
    throw new SettingsError(
      `${where} does not hold the private key that belongs to the key set (${inbox.kid}), so new inquiries could not be read: set ${PRIVATE_VARIABLE} to that key.`,
    )
  return keys
}

/** @throws SettingsError when the private key is missing or wrong */
export type OpenStaffInbox = () => Promise<StaffInbox>

/** Loads the private key when the first page needs it. Never pass this to the intake, which must not be able to read inquiries. */
export function lazyStaffInbox(env: Environment, dataDir: string, inbox: KeySet['inbox']): OpenStaffInbox {
  const open = once(() => openingInbox(...loadInboxPrivateKeys(env, dataDir, inbox)))
  return async () => open()
}

/** @throws SettingsError when private keys are wrong. A service without private keys is allowed: it only receives inquiries. */
export function refuseWrongInboxKeys(env: Environment, dataDir: string, inbox: KeySet['inbox']): void {
  if (env[PRIVATE_VARIABLE] || existsSync(join(dataDir, PRIVATE_FILE))) loadInboxPrivateKeys(env, dataDir, inbox)
}

/** A running service reads the new keys when the key set has another public key. */
export const replaceInboxPrivateKeys = (dataDir: string, keys: readonly InboxPrivateKey[]): void =>
  writeSecret(join(dataDir, PRIVATE_FILE), { keys })

/** Renaming the file at the end means that a crash never leaves half a file. */
function writeSecret(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
