/**
 * The store and the keys that a command of the staff works on: of this machine, or of the site on Netlify.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DATABASE_FILE } from '../hosts/local.ts'
import { remoteStore } from '../hosts/netlify.ts'
import { DEFAULT_DATA_DIR, SettingsError } from '../settings.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import type { Store } from '../ports.ts'

/** The data folder, from the environment. */
export const dataDirOf = (env: NodeJS.ProcessEnv) => env.DATA_DIR || DEFAULT_DATA_DIR

/**
 * Opens the store, hands it on, and closes it.
 * @param netlify true for the site on Netlify
 * @throws SettingsError when there is none
 */
export async function withStore<T>(netlify: boolean, use: (store: Store) => Promise<T>): Promise<T> {
  const { store, close } = netlify ? openNetlifyStore() : openLocalStore(dataDirOf(process.env))
  try {
    return await use(store)
  } finally {
    close()
  }
}

function openLocalStore(dataDir: string): { store: Store; close(): void } {
  const file = join(dataDir, DATABASE_FILE)
  if (!existsSync(file)) {
    throw new SettingsError(
      `There is no store at ${resolve(file)} yet. \`npm start\` makes it; DATA_DIR says where it is, if elsewhere.`,
    )
  }
  const store = openSqliteStore(file)
  return { store, close: () => store.close() }
}

function openNetlifyStore(): { store: Store; close(): void } {
  const { NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token } = process.env
  if (!siteID || !token)
    throw new SettingsError('Set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN to use the store on Netlify.')
  return { store: remoteStore(siteID, token), close: () => undefined }
}
