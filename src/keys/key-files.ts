/**
 * The keys of one machine: made on first start, kept in the data folder, readable by their owner only.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError, type Settings } from '../settings.ts'
import { createKeys, readInboxPrivateKey, readKeySet, type InboxPrivateKey, type KeySet } from './key-set.ts'

/** Name of the key set in the data folder. */
export const KEYS_FILE = 'keys.json'
const PRIVATE_FILE = 'inbox-private-key.json'

/**
 * The key set of this host: from the environment, else from the data folder, made there when there is none.
 * @throws SettingsError when what is there is no key set
 */
export async function loadOrCreateKeys(settings: Settings): Promise<KeySet> {
  const { keys, dataDir } = settings
  if (!keys && !existsSync(join(dataDir, KEYS_FILE))) {
    const made = await createKeys(true)
    // The private key first: a key set without it would take in what nobody can read.
    writeSecret(join(dataDir, PRIVATE_FILE), made.inboxPrivateKey)
    replaceKeys(dataDir, made.keys)
  }
  return loadKeys(settings)
}

/**
 * The key set of this host, which must be there.
 * @throws SettingsError when it is not
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

/** Replaces the key set of the data folder. The service must be started again to use it. */
export function replaceKeys(dataDir: string, keys: KeySet): void {
  writeSecret(join(dataDir, KEYS_FILE), keys)
}

/**
 * The private key of the inbox, for the staff's commands: from the environment, else from the data folder.
 * @param env the environment variables
 * @throws SettingsError when there is none
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

/** Written aside and then renamed, so that a crash leaves a whole file or none. */
function writeSecret(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
