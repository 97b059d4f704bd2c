import { expect, it } from 'vitest'
import { SettingsError } from '../../src/settings.ts'
import { createRecord } from '../../src/store/record.ts'
import { checkLayout, LAYOUT_VERSION } from '../../src/store/version.ts'
import { memoryStore } from '../memory-store.ts'

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
