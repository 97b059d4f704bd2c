/** Raise `LAYOUT_VERSION` when the key or the shape of a record changes: a program reads only the records of its own version. */
import type { Store } from '../ports.ts'
import { SettingsError } from '../settings.ts'
import { keyOf, listKeys, createRecord } from './record.ts'
import { RECORDS } from './records.ts'

export const LAYOUT_VERSION = 5

export const otherLayout = (version = '4 or earlier') =>
  new SettingsError(
    `The records in this store are of version ${version}, and this program reads version ${LAYOUT_VERSION}. Start the program that wrote them, or set DATA_DIR to another folder.`,
  )

/** @throws SettingsError when the store has records of another version; StoreUnavailable */
export async function refuseOtherLayout(store: Pick<Store, 'list'>): Promise<void> {
  const prefix = keyOf(RECORDS.version, { version: '' })
  const versions = (await listKeys(store, prefix)).map((key) => key.slice(prefix.length))
  const other = versions.find((version) => version !== String(LAYOUT_VERSION))
  if (other !== undefined) throw otherLayout(other)
}

/** Like `refuseOtherLayout`, but also writes the version into a new store. */
export async function checkLayout(store: Pick<Store, 'put' | 'list'>): Promise<void> {
  await refuseOtherLayout(store)
  await createRecord(store, keyOf(RECORDS.version, { version: LAYOUT_VERSION }), {})
}
