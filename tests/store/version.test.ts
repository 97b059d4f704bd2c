import { expect, it } from 'vitest'
import { SettingsError } from '../../src/settings.ts'
import { createRecord } from '../../src/store/record.ts'
import { checkLayout, LAYOUT_VERSION } from '../../src/store/version.ts'
import { RECORDS } from '../../src/store/records.ts'
import { memoryStore } from '../memory-store.ts'

/** Housekeeping never removes a kind without a row. `.github/CONTRIBUTING.md` says how one is retired: the row stays, or the version is raised. */
const KINDS: Readonly<Record<number, string>> = {
  5: 'inquiries open due stuck version clock parties erased names known dropped-keys idempotency mail receipts members reminders sessions passkeys audit checks revoked jti subjects people claims waiting codes',
}

it('a kind of record that a store of this version may hold has its row', () => {
  const kinds = Object.values(RECORDS).map(({ pattern }) => pattern.split('/')[0])
  expect(kinds).toEqual(expect.arrayContaining((KINDS[LAYOUT_VERSION] ?? 'none').split(' ')))
})

it('a store says which version wrote in it, and no other program starts on its records', async () => {
  const store = memoryStore()
  await checkLayout(store)
  await checkLayout(store)
  expect(store.keysOf()).toEqual([`version/${LAYOUT_VERSION}`])
  for (const version of [LAYOUT_VERSION - 1, LAYOUT_VERSION + 1]) {
    const other = memoryStore()
    await createRecord(other, `version/${version}`, {})
    await expect(checkLayout(other)).rejects.toThrow(SettingsError)
    await expect(checkLayout(other)).rejects.toThrow(`The records in this store are of version ${version}`)
    expect(other.keysOf()).toEqual([`version/${version}`])
  }
})
