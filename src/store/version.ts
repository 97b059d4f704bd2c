/**
 * The version of the table of facts. Raise it when the shape of a fact changes, so that an earlier version of the program does not
 * start on the new facts. The row then takes the earlier shape too.
 */
import type { Store } from '../ports.ts'
import { SettingsError } from '../settings.ts'
import { keyOf } from './fact.ts'
import { FACTS } from './facts.ts'

export const FACTS_VERSION = 3

/**
 * Checks that no later version of the program wrote in a store, and records this one.
 * @throws SettingsError when a later version did; StoreUnavailable
 */
export async function checkFactsVersion(store: Pick<Store, 'create' | 'list'>): Promise<void> {
  const prefix = keyOf(FACTS.version, { version: '' })
  const keys = await store.list(prefix)
  const latest = Math.max(0, ...keys.map((key) => Number(key.slice(prefix.length))))
  if (latest > FACTS_VERSION) {
    throw new SettingsError(
      `The facts in this store are of version ${latest}, and this program reads them up to version ${FACTS_VERSION}. Start the later program again, or restore a backup.`,
    )
  }
  if (latest < FACTS_VERSION) await store.create(keyOf(FACTS.version, { version: FACTS_VERSION }), {})
}
