/** Raise the version when the key or the shape of a fact changes: a program reads facts of its own version only. */
import type { Store } from '../ports.ts'
import { SettingsError } from '../settings.ts'
import { keyOf, listKeys, createRecord } from './record.ts'
import { RECORDS } from './records.ts'

export const LAYOUT_VERSION = 4

/** @throws SettingsError when another version of the program wrote in the store; StoreUnavailable */
export async function checkLayout(store: Pick<Store, 'put' | 'list'>): Promise<void> {
  const prefix = keyOf(RECORDS.version, { version: '' })
  const keys = await listKeys(store, prefix)
  if (keys.length === 0) await createRecord(store, keyOf(RECORDS.version, { version: LAYOUT_VERSION }), {})
  const other = keys.map((key) => Number(key.slice(prefix.length))).find((version) => version !== LAYOUT_VERSION)
  if (other !== undefined) {
    throw new SettingsError(
      `The facts in this store are of version ${other}, and this program reads version ${LAYOUT_VERSION}. Start the program that wrote them, or set DATA_DIR to another folder.`,
    )
  }
}
