import { expect, it } from 'vitest'
import { SettingsError } from '../../src/settings.ts'
import { checkFactsVersion, FACTS_VERSION } from '../../src/store/version.ts'
import { memoryStore } from '../memory-store.ts'

it('a store says which version wrote in it, and no other program starts on its facts', async () => {
  const store = memoryStore()
  await checkFactsVersion(store)
  await checkFactsVersion(store)
  expect(store.keysOf()).toEqual([`version/${FACTS_VERSION}`])
  for (const version of [FACTS_VERSION - 1, FACTS_VERSION + 1]) {
    const other = memoryStore()
    await other.create(`version/${version}`, {})
    await expect(checkFactsVersion(other)).rejects.toThrow(SettingsError)
    await expect(checkFactsVersion(other)).rejects.toThrow(`The facts in this store are of version ${version}`)
    expect(other.keysOf()).toEqual([`version/${version}`])
  }
})
