/**
 * Key files of the local server: created on first start in the data folder, readable by their owner only.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError, type Settings } from '../settings.ts'
import { createKeys, readInboxPrivateKey, readKeySet, type InboxPrivateKey, type KeySet } from './key-set.ts'

/** Name of the key set in the data folder. */
export const KEYS_FILE = 'keys.json'
const PRIVATE_FILE = 'inbox-private-key.json'

/**
 * Loads the key set from the environment or the data folder. Creates one in the data folder when there is none.
 * @throws SettingsError when the key set is invalid
 */
export async function loadOrCreateKeys(settings: Settings): Promise<KeySet> {
  const { keys, dataDir } = settings
  if (!keys && !existsSync(join(dataDir, KEYS_FILE))) {
    const made = await createKeys(true)
    // The private key first: a key set without it would accept inquiries that no one can read.
    writeSecret(join(dataDir, PRIVATE_FILE), made.inboxPrivateKey)
    replaceKeys(dataDir, made.keys)
  }
  return loadKeys(settings)
}

/**
 * Loads the key set from the environment or the data folder.
 * @throws SettingsError when it is missing or invalid
 */
export function loadKeys({ keys, dataDir, production }: Settings): KeySet {
  if (keys) return readKeySet(keys, 'FRONT_DESK_KEYS', production)
  const file = join(dataDir, KEYS_FILE)
  if (!existsSync(file))
    throw new SettingsError(
      `There is no key set: ${file} does not exist. Set DATA_DIR to the data folder, or FRONT_DESK_KEYS to the key set.`,
    )
  return readKeySet(readFileSync(file, 'utf8'), file, production)
}

/** Replaces the key set in the data folder. A running service uses it only after a restart. */
export function replaceKeys(dataDir: string, keys: KeySet): void {
  writeSecret(join(dataDir, KEYS_FILE), keys)
}

/**
 * Loads the private key of the inbox from the environment or the data folder.
 * @param env the environment variables
 * @throws SettingsError when it is missing or invalid
 */
export function loadInboxPrivateKey(
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): InboxPrivateKey {
  const variable = 'FRONT_DESK_INBOX_PRIVATE_KEY'
  const text = env[variable]
  if (text) return readInboxPrivateKey(text, variable)
  const file = join(dataDir, PRIVATE_FILE)
  if (!existsSync(file)) {
    throw new SettingsError(
      `There is no private key: ${file} does not exist. Set DATA_DIR to the data folder, or ${variable} to the key.`,
    )
  }
  return readInboxPrivateKey(readFileSync(file, 'utf8'), file)
}

/** Writes to a temporary file and renames it, so that a crash never leaves half a file. */
function writeSecret(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
