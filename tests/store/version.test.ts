import { expect, it } from 'vitest'
import { SettingsError } from '../../src/settings.ts'
import { checkFactsVersion, FACTS_VERSION } from '../../src/store/version.ts'
import { memoryStore } from '../memory-store.ts'

it('a store says which version wrote in it, and an earlier program does not start on the facts of a later one', async () => {
  const store = memoryStore()
  await checkFactsVersion(store)
  await checkFactsVersion(store)
  expect(store.keysOf()).toEqual([`version/${FACTS_VERSION}`])
  await store.create(`version/${FACTS_VERSION + 1}`, {})
  await expect(checkFactsVersion(store)).rejects.toThrow(SettingsError)
  await expect(checkFactsVersion(store)).rejects.toThrow(`The facts in this store are of version ${FACTS_VERSION + 1}`)
})
