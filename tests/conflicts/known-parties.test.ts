/** The firm's list in the store: replaced as a whole, and readable with the private key only. */
import { expect, it } from 'vitest'
import { StoreUnavailable } from '../../src/ports.ts'
import { isSearched, type KnownParty, lookUpKnownParties } from '../../src/conflicts/known-parties.ts'
import { openKnownList, replaceKnownList } from '../../src/conflicts/known-parties.ts'
import { desk, STAFF_INBOX, useDesk } from '../test-desk.ts'

const BY = 'C1ERK001'
const listOf = (word: string, count: number): KnownParty[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${word} ${index}`, role: 'client' }))
const FORMER = listOf('Former', 30)
const NEXT = listOf('Next', 3000)

useDesk()
const opened = async () => (await openKnownList(desk.store, STAFF_INBOX)).parties
const keys = () => desk.store.keysOf('known/')

it('the list names no client in the store, in clear or as a hash that is the same twice', async () => {
  const secret = { name: 'Zacharias Quux', role: 'client', email: 'zq@quux.example', matter: 'Quux estate' } as const
  await replaceKnownList(desk.service, [secret], BY)
  const [first] = keys().map((key) => desk.store.records.get(key))
  await replaceKnownList(desk.service, [secret], BY)
  const [second] = keys().map((key) => desk.store.records.get(key))
  expect(first).not.toBe(second)
  for (const [key, value] of desk.store.records) {
    expect(`${key} ${value}`).not.toMatch(/zacharias|quux|zq@|estate|"client"/i)
    // The names are not there encoded either.
    const parts = value.split(/[".]/).map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    expect(parts.join(' ')).not.toMatch(/zacharias|quux/i)
  }
})

it('the list stays what it was when the next one cannot be stored, and is the later one of two that come at once', async () => {
  await replaceKnownList(desk.service, FORMER, BY)
  desk.store.readOnly = 'known/'
  await expect(replaceKnownList(desk.service, NEXT, BY)).rejects.toThrow(StoreUnavailable)
  expect(await opened()).toEqual(FORMER)
  desk.store.readOnly = undefined
  const lists = [NEXT, FORMER, NEXT]
  const versions = await Promise.all(lists.map((list) => replaceKnownList(desk.service, list, BY)))
  const { list, parties } = await openKnownList(desk.store, STAFF_INBOX)
  expect(versions.filter((version) => version === list?.version)).toHaveLength(1)
  expect(parties).toEqual(lists[versions.indexOf(list?.version)])
  expect(keys()).toHaveLength(1)
})

it('the list is searched by names as people write them, and not if there is none or it cannot be read', async () => {
  const [gary, acme] = [...listOf('Gary Pitts', 1), ...listOf('Acme', 1)]
  expect(await lookUpKnownParties([gary, acme] as KnownParty[], 'gary pits')).toEqual([
    { party: gary, match: 'similar' },
  ])
  expect(await openKnownList(desk.store, STAFF_INBOX)).toEqual({ list: undefined, parties: [] })
  await replaceKnownList(desk.service, FORMER, BY)
  expect(isSearched(await openKnownList(desk.store, STAFF_INBOX))).toBe(true)
  desk.store.records.set(keys()[0] ?? '', 'damaged')
  expect(isSearched(await openKnownList(desk.store, STAFF_INBOX))).toBe(false)
})
