/** Raise the version when the key or the shape of a fact changes: a program reads facts of its own version only. */
import type { Store } from '../ports.ts'
import { SettingsError } from '../settings.ts'
import { keyOf } from './fact.ts'
import { FACTS } from './facts.ts'

export const FACTS_VERSION = 4

/** @throws SettingsError when another version of the program wrote in the store; StoreUnavailable */
export async function checkFactsVersion(store: Pick<Store, 'create' | 'list'>): Promise<void> {
  const prefix = keyOf(FACTS.version, { version: '' })
  const keys = await store.list(prefix)
  if (keys.length === 0) await store.create(keyOf(FACTS.version, { version: FACTS_VERSION }), {})
  const other = keys.map((key) => Number(key.slice(prefix.length))).find((version) => version !== FACTS_VERSION)
  if (other !== undefined) {
    throw new SettingsError(
      `The facts in this store are of version ${other}, and this program reads version ${FACTS_VERSION}. Start the program that wrote them, or set DATA_DIR to another folder.`,
    )
  }
}
