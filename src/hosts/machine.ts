/** Opens the store, the keys and the mail for `npm start`, `npm run dev` and `npm run mail` on one machine. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadOrCreateKeys, refuseWrongInboxKeys } from '../keys/key-files.ts'
import { smtpMailer } from '../mail/smtp.ts'
import { type Log, StoreUnavailable } from '../ports.ts'
import { SettingsError, type Settings } from '../settings.ts'
import { isDamage, openSqliteStore, type SqliteStore } from '../store/sqlite.ts'
import { checkLayout } from '../store/version.ts'
import { mailboxFor } from './dev-mailbox.ts'
import { sharedPorts } from './shared-ports.ts'

export const DATABASE_FILE = 'front-desk.db'

const WHAT_TO_DO = '“A damaged database” in src/hosts/README.md says what to do.'

/** @throws SettingsError when the data folder, the layout of its records, the keys or the trust list cannot be used; StoreUnavailable */
export async function openMachine(settings: Settings, log: Log) {
  const store = openStore(settings.dataDir)
  const keys = await loadOrCreateKeys(settings)
  refuseWrongInboxKeys(process.env, settings.dataDir, keys.inbox)
  await checkLayout(store)
  const mailbox = mailboxFor(settings)
  const mailer = settings.mailUrl === undefined ? mailbox : smtpMailer(settings.mailUrl)
  return { keys, store, mailbox, ports: { store, ...sharedPorts(settings, keys), mailer, log } }
}

function openStore(dataDir: string): SqliteStore {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return openSqliteStore(join(dataDir, DATABASE_FILE))
  } catch (error) {
    if (error instanceof SettingsError) throw error
    const reason =
      error instanceof StoreUnavailable && error.cause instanceof Error ? error.cause.message : (error as Error).message
    if (isDamage(error))
      throw new SettingsError(`The database in ${resolve(dataDir)} is damaged: ${reason}. ${WHAT_TO_DO}`)
    throw new SettingsError(
      `The data folder ${resolve(dataDir)} cannot be written: ${reason}. Make it writable, free some space, or set DATA_DIR to another folder.`,
    )
  }
}
