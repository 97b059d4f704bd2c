/** The firm's list in the store: replaced as a whole, whatever happens in between, and readable with the private key only. */
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/duration.ts'
import { type KnownParty, openKnownList, replaceKnownList } from '../../src/conflicts/known-parties.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { openDesk, STAFF_INBOX, type TestDesk } from '../test-desk.ts'

const BY = 'C1ERK001'
const listOf = (word: string, count: number): KnownParty[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${word} ${index}`, role: 'client' }))
const FORMER = listOf('Former', 30)
const NEXT = listOf('Next', 3000)

let desk: TestDesk
beforeEach(async () => {
  desk = await openDesk()
})
const opened = async () => (await openKnownList(desk.store, STAFF_INBOX)).parties
const keys = () => desk.store.keysOf('known/')

describe('the list', () => {
  it('names no client in the store, in clear or as a hash that is the same twice', async () => {
    const secret = { name: 'Zacharias Quux', role: 'client', email: 'zq@quux.example', matter: 'Quux estate' } as const
    await replaceKnownList(desk.service, [secret], BY)
    const [first] = keys().map((key) => desk.store.facts.get(key))
    await replaceKnownList(desk.service, [secret], BY)
    const [second] = keys().map((key) => desk.store.facts.get(key))
    expect(first).not.toBe(second)
    for (const [key, value] of desk.store.facts) {
      expect(`${key} ${value}`).not.toMatch(/zacharias|quux|zq@|estate|"client"/i)
      // The names are not there encoded either.
      const parts = value.split(/[".]/).map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      expect(parts.join(' ')).not.toMatch(/zacharias|quux/i)
    }
  })

  it('is whole after a crash at any step, the former or the next, and later nothing is left of the other', async () => {
    let isNext = false
    for (let crashAt = 1; !isNext || crashAt < 3; crashAt++) {
      desk = await openDesk()
      await replaceKnownList(desk.service, FORMER, BY)
      desk.advance(HOUR_MS)
      const { store } = desk
      let step = 0
      const crash =
        <Args extends unknown[], Result>(verb: (...args: Args) => Promise<Result>) =>
        async (...args: Args) =>
          ++step >= crashAt ? Promise.reject(new Error('killed')) : verb(...args)
      const dying = { ...store, put: crash(store.put), remove: crash(store.remove) }
      const done = await replaceKnownList({ ...desk.service, store: dying }, NEXT, BY).then(
        () => true,
        () => false,
      )
      const after = await opened()
      expect([FORMER.length, NEXT.length], `step ${crashAt}`).toContain(after?.length)
      isNext = done
      await runHousekeeping(desk.service)
      expect(await opened(), `step ${crashAt}`).toEqual(after)
      expect(keys()).toHaveLength(1)
    }
  })

  it('is the later one when two come at once', async () => {
    await Promise.all([replaceKnownList(desk.service, FORMER, BY), replaceKnownList(desk.service, NEXT, BY)])
    expect([FORMER, NEXT]).toContainEqual(await opened())
    expect(keys()).toHaveLength(1)
  })

  it('is read again when it is replaced meanwhile', async () => {
    await replaceKnownList(desk.service, FORMER, BY)
    let isReplaced = false
    const busy = {
      ...desk.store,
      get: async (key: string) => {
        if (key.startsWith('known/') && !isReplaced) {
          isReplaced = true
          await replaceKnownList(desk.service, NEXT, BY)
        }
        return desk.store.get(key)
      },
    }
    expect((await openKnownList(busy, STAFF_INBOX)).parties).toEqual(NEXT)
  })
})
