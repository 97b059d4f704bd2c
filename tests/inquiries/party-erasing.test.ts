/**
 * The index of parties when an inquiry is erased: the name is nowhere in the store, whatever fails meanwhile.
 */
import { describe, expect, it } from 'vitest'
import { monthOf } from '../../src/dates.ts'
import { DAY_MS } from '../../src/duration.ts'
import { eraseInquiry } from '../../src/inquiries/erasure.ts'
import { parseInquiryKey } from '../../src/inquiries/inquiry-id.ts'
import type { Status } from '../../src/inquiries/status.ts'
import { type Store, StoreUnavailable } from '../../src/ports.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import type { TestDesk } from '../test-desk.ts'
import { referenceOf } from './many-inquiries.ts'
import { PARTIES_PREFIX, partyKeys, put, openFullDesk, search, foundIn, countOpened, openAll } from './party-desk.ts'

describe('erasing', () => {
  /** A desk with an index, and in it one person to be erased. */
  async function openWithVictim(status: Status = 'declined') {
    const victim = { name: 'Quillon Zyx', otherParty: 'Zyx Holdings' }
    const desk = await openFullDesk(30, 100, (empty) => put({ ...empty, status }, victim, 700, 50))
    const id = parseInquiryKey([...desk.store.facts.keys()].find((key) => key.endsWith(referenceOf(700))) ?? '')
    return { ...desk, id }
  }
  const named = async (desk: TestDesk) => /quillon|zyx/i.test(await openAll(desk))

  it('leaves the name nowhere in the store, and the look-up makes the rest again', async () => {
    const desk = await openWithVictim()
    await search(desk, 'x')
    expect(await named(desk)).toBe(true)
    const [before, about] = [
      partyKeys(desk),
      partyKeys(desk).filter((key) => key.includes(monthOf(desk.id.receivedAt))),
    ]
    await eraseInquiry(desk.service, desk.id, 'OWNER001')
    expect(await named(desk)).toBe(false)
    expect(before.filter((key) => !partyKeys(desk).includes(key))).toEqual(about)
    expect(await foundIn(desk, 'zyx')).toEqual([])
    expect(await named(desk)).toBe(false)
    const made = partyKeys(desk)
    expect(made).toHaveLength(before.length)
    desk.advance(2 * DAY_MS)
    await runHousekeeping(desk.service)
    // An erasure that is complete is not repeated on the index that was made since.
    expect(partyKeys(desk)).toEqual(made)
  })

  it('of the only one of its month leaves nothing of the index', async () => {
    const desk = await openFullDesk(0, 0, (empty) => put(empty, { name: 'Quillon Zyx' }, 700, 50))
    await search(desk, 'x')
    expect(partyKeys(desk)).toHaveLength(1)
    await eraseInquiry(desk.service, (await search(desk, 'zyx')).hits[0]!.id, 'OWNER001')
    expect(partyKeys(desk)).toEqual([])
  })

  it.each(['', 'parties/', 'cases/'])(
    'by housekeeping, after their time, does the same, cut off before %s or not',
    async (prefix) => {
      const desk = await openWithVictim()
      await search(desk, 'x')
      desk.store.readOnly = prefix || undefined
      desk.service.retentionDays = 1
      if (prefix) await expect(runHousekeeping(desk.service)).rejects.toThrow(StoreUnavailable)
      desk.store.readOnly = undefined
      await runHousekeeping(desk.service)
      expect(desk.logged()).toMatch(/"inquiries":\d/)
      expect(await named(desk)).toBe(false)
    },
  )

  it.each([
    ['outbox', 'declined'],
    ['cases/', 'declined'],
    ['parties/', 'declined'],
    ['parties/', 'new'],
  ] as const)(
    'that is cut off before it removes below %s is finished by housekeeping, also of one that is %s',
    async (prefix, status) => {
      const desk = await openWithVictim(status)
      await search(desk, 'x')
      const dying: Store = {
        ...desk.store,
        remove: async (key) => (key.startsWith(prefix) ? Promise.reject(new Error('killed')) : desk.store.remove(key)),
      }
      await eraseInquiry({ ...desk.service, store: dying }, desk.id, 'OWNER001').catch(() => undefined)
      await runHousekeeping(desk.service)
      expect(await named(desk)).toBe(false)
      expect([...desk.store.facts.keys()].filter((key) => key.includes(desk.id.reference))).toHaveLength(1)
    },
  )

  it.each(['before', 'after'] as const)(
    'while the index is made leaves no name in it: erased %s the fact is written',
    async (order) => {
      const desk = await openWithVictim()
      const { store } = desk
      let pauses = 0
      desk.service.store = {
        ...store,
        async create(key, value) {
          const isAbout = key.startsWith(PARTIES_PREFIX + monthOf(desk.id.receivedAt))
          const erase = () => eraseInquiry({ ...desk.service, store }, desk.id, 'OWNER001')
          if (isAbout) pauses += 1
          if (isAbout && order === 'before') await erase()
          const isWritten = await store.create(key, value)
          if (isAbout && order === 'after') await erase()
          return isWritten
        },
      }
      await search(desk, 'x')
      expect(pauses).toBe(1)
      expect(await named(desk)).toBe(false)
      expect(await foundIn({ ...desk, service: { ...desk.service, store } }, 'zyx')).toEqual([])
      expect(await named(desk)).toBe(false)
    },
  )

  it('of what a killed process left in the index is made up for by the next look-up', async () => {
    const desk = await openWithVictim()
    await search(desk, 'x')
    const left = partyKeys(desk).map((key) => [key, desk.store.facts.get(key) ?? ''] as const)
    await eraseInquiry(desk.service, desk.id, 'OWNER001')
    for (const [key, value] of left) desk.store.facts.set(key, value)
    expect(await named(desk)).toBe(true)
    expect(await countOpened(desk, () => search(desk, 'zyx'))).toBeLessThan(3)
    expect(await named(desk)).toBe(false)
    expect(await countOpened(desk, () => search(desk, 'zyx'))).toBeLessThan(3)
  })
})
