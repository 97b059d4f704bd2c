/** The look-up finds what comparing each text by itself finds, whatever is passed over, remembered, indexed or erased meanwhile. */
import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { PERSON_FIELDS } from '../../src/inquiries/inquiry-fields.ts'
import { INQUIRIES_PREFIX, type InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { readInquiries } from '../../src/inquiries/record.ts'
import type { InquiryRecord } from '../../src/inquiries/inquiry.ts'
import { lookUpIn, prepareParty, prepareText } from '../../src/conflicts/party-match.ts'
import { readParties, searchParties } from '../../src/conflicts/party-search.ts'
import { type Store, StoreUnavailable } from '../../src/ports.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { openDesk, STAFF_INBOX, type TestDesk, VALID_INQUIRY } from '../test-desk.ts'
import { referenceOf, SAMPLE_RECORD, writeInquiry } from '../inquiries/many-inquiries.ts'
import { numbersFrom, partyRequest, slipIn } from './many-parties.ts'

type Said = InquiryRecord['request']

const indexOf = ({ store }: Pick<TestDesk, 'store'>) => store.keysOf('parties/')

/** Stores an inquiry that came at the desk's present time, or so many days before. */
async function put({ service }: TestDesk, request: Partial<Said>, number: number, daysAgo = 0): Promise<InquiryId> {
  const receivedAt = new Date(service.clock.now().getTime() - daysAgo * DAY_MS + number).toISOString()
  const id = { reference: referenceOf(number), receivedAt }
  const record = { ...SAMPLE_RECORD, ...id, request: { ...VALID_INQUIRY, ...request } }
  await writeInquiry(service.store, id, 'declined', { sealed: await service.inbox.seal(record) })
  return id
}

async function openFullDesk(count: number, days: number): Promise<TestDesk> {
  const desk = await openDesk()
  const random = numbersFrom(count)
  for (let number = 0; number < count; number++)
    await put(desk, partyRequest(random), number, days - (number * days) / count)
  return desk
}

const erase = (desk: TestDesk, id: InquiryId, service = desk.service) =>
  eraseInquiries(service, STAFF_INBOX, [id], { by: 'OWNER001', keepsNames: false })

/** The same store in another process, which remembers nothing. */
function restart(desk: TestDesk, more: Partial<Store> = {}): void {
  desk.service.store = { ...desk.store, ...more }
}

const search = async ({ service }: TestDesk, searched: string) =>
  (await searchParties(await readParties(service, STAFF_INBOX), searched)).found

const foundIn = async (desk: TestDesk, searched: string) => (await search(desk, searched)).map(({ id }) => id.reference)

async function countOpened({ store, service }: TestDesk, act: () => Promise<unknown>): Promise<number> {
  let count = 0
  const { get } = service.store
  service.store.get = (key) => ((count += Number(key.startsWith(INQUIRIES_PREFIX))), get(key))
  await act()
  service.store.get = store.get
  return count
}

/** A name, an address, a number or another side, as it stands there, in part, or with a slip. */
function searchedText(people: readonly Said[], random: () => number): string {
  const known = people[Math.floor(random() * people.length)]!
  const from = random() < 0.7 ? known : partyRequest(random)
  const text = from[PERSON_FIELDS[Math.floor(random() * PERSON_FIELDS.length)]!] ?? from.name
  const [way, cut] = [random(), Math.floor(random() * text.length)]
  if (way < 0.4) return slipIn(text, random)
  if (way < 0.5) return text.slice(cut, cut + 5)
  if (way < 0.6) return text.replaceAll(' ', '')
  return way < 0.7 ? text.split(' ').reverse().join(' ') : text
}

it('the look-up finds what reading every inquiry finds, without the index, with it, and after inquiries came and went', async () => {
  const desk = await openFullDesk(40, 100)
  const random = numbersFrom(3)
  const isRight = async () => {
    const { inquiries } = await readInquiries(desk.store, STAFF_INBOX)
    const people = inquiries.map(({ record }) => record.request)
    for (let count = 0; count < 8; count++) {
      const text = searchedText(people, random)
      const expected = inquiries.toReversed().flatMap(({ record: { reference, receivedAt, request } }) => {
        const found = lookUpIn(prepareParty(request), prepareText(text))
        return found ? [{ id: { reference, receivedAt }, ...found }] : []
      })
      expect(await search(desk, text), text).toEqual(expected)
    }
  }
  await isRight()
  expect(indexOf(desk)).toHaveLength(13)
  await isRight()
  restart(desk)
  await isRight()
  const { inquiries } = await readInquiries(desk.store, STAFF_INBOX)
  for (const { record } of inquiries.filter((_, index) => index % 10 === 0)) await erase(desk, record)
  await put(desk, { name: 'Late Comer' }, 999, 80)
  await isRight()
  restart(desk)
  await isRight()
  expect(await foundIn(desk, 'late comer')).toEqual([referenceOf(999)])
})

it('the look-up names at most a hundred inquiries, and says if there are more', async () => {
  const texts = prepareParty({ name: 'Gary Pitts' })
  const parties = Array.from({ length: 101 }, () => ({ id: { reference: '2222-2222', receivedAt: '' }, texts }))
  const countsOf = async (some: typeof parties) => {
    const { found, hasMore } = await searchParties(some, 'pitts')
    return [found.length, hasMore]
  }
  expect(await countsOf(parties)).toEqual([100, true])
  expect(await countsOf(parties.slice(1))).toEqual([100, false])
})

it('the look-up opens each inquiry once; another process only what the index lacks, which is of ten days that are not over', async () => {
  const desk = await openFullDesk(40, 40)
  const found = await put(desk, { otherParty: 'Acme, Inc.' }, 500, 20)
  expect(await countOpened(desk, () => search(desk, 'nothing'))).toBe(41)
  expect(await countOpened(desk, () => search(desk, 'acme'))).toBe(0)
  // It is 21 November, and one inquiry came since the 20th.
  restart(desk)
  expect(await countOpened(desk, () => search(desk, 'nothing'))).toBe(1)
  expect(await foundIn(desk, 'ACME')).toEqual([found.reference])
  expect(indexOf(desk)).toEqual(['10-1', '10-2', '10-3', '11-0', '11-1'].map((days) => `parties/2026-${days}`))
  for (const key of indexOf(desk))
    expect(Object.keys(JSON.parse(desk.store.records.get(key) ?? '') as object)).toEqual(['sealed'])
})

it('the look-up throws away and makes again what no key opens or is of another version, and needs no index that can be written', async () => {
  const desk = await openFullDesk(20, 60)
  await search(desk, 'x')
  const [unreadable = '', other = ''] = indexOf(desk)
  const all = await search(desk, '.com')
  const makeUseless = async () => {
    desk.store.records.set(unreadable, JSON.stringify({ sealed: 'x.y.z' }))
    desk.store.records.set(other, JSON.stringify({ sealed: await desk.service.inbox.seal({ version: 0 }) }))
  }
  await makeUseless()
  const refuse = () => Promise.reject(new StoreUnavailable('down'))
  restart(desk, { put: refuse, remove: refuse })
  expect(await search(desk, '.com')).toEqual(all)
  for (const isMade of [false, true]) {
    restart(desk)
    expect((await countOpened(desk, () => search(desk, 'nothing'))) < 2).toBe(isMade)
  }
})

async function openWithVictim(): Promise<TestDesk & { id: InquiryId }> {
  const desk = await openFullDesk(30, 100)
  return { ...desk, id: await put(desk, { name: 'Quillon Zyx', otherParty: 'Zyx Holdings' }, 700, 50) }
}
async function isNamed({ store }: TestDesk): Promise<boolean> {
  const texts = [...store.records.values()].flatMap((text) => [...text.matchAll(/"sealed":"([^"]+)"/g)])
  const opened = await Promise.all(texts.map(([, sealed = '']) => STAFF_INBOX.open({ sealed })))
  return /quillon|zyx/i.test(JSON.stringify(opened))
}

it('erasing leaves the name nowhere in the store, and the look-up makes the rest again', async () => {
  const desk = await openWithVictim()
  await search(desk, 'x')
  expect(await isNamed(desk)).toBe(true)
  const before = indexOf(desk)
  await erase(desk, desk.id)
  expect(await isNamed(desk)).toBe(false)
  expect(before.filter((key) => !indexOf(desk).includes(key))).toEqual(['parties/2026-10-0'])
  expect(await foundIn(desk, 'zyx')).toEqual([])
  restart(desk)
  expect(await foundIn(desk, 'zyx')).toEqual([])
  expect(indexOf(desk)).toEqual(before)
  expect(await isNamed(desk)).toBe(false)
  // A complete older erasure is not repeated on the new index.
  desk.advance(2 * DAY_MS)
  await runHousekeeping(desk.service)
  expect(indexOf(desk)).toEqual(before)
})

it('erasing that is cut off before it removes the index is finished by housekeeping', async () => {
  const desk = await openWithVictim()
  await search(desk, 'x')
  const remove: Store['remove'] = (key, version) =>
    key.startsWith('parties/') ? Promise.reject(new Error('killed')) : desk.store.remove(key, version)
  await erase(desk, desk.id, { ...desk.service, store: { ...desk.store, remove } }).catch(() => undefined)
  expect(await isNamed(desk)).toBe(true)
  await runHousekeeping(desk.service)
  expect(await isNamed(desk)).toBe(false)
  expect(desk.store.keysOf().filter((key) => key.includes(desk.id.reference))).toHaveLength(1)
})

it.each(['before', 'after'])('erasing %s a part of the index is written leaves no name in it', async (order) => {
  const desk = await openWithVictim()
  const { store, service } = desk
  let pauses = 0
  restart(desk, {
    async put(key, value, expected) {
      const isAbout = key === 'parties/2026-10-0'
      if (isAbout) pauses += 1
      if (isAbout && order === 'before') await erase(desk, desk.id, { ...service, store })
      const isWritten = await store.put(key, value, expected)
      if (isAbout && order === 'after') await erase(desk, desk.id, { ...service, store })
      return isWritten
    },
  })
  await search(desk, 'x')
  expect(pauses).toBe(1)
  expect(await isNamed(desk)).toBe(false)
  expect(await foundIn(desk, 'zyx')).toEqual([])
})

it('what a killed process left of an erasure in the index is finished by the next', async () => {
  const desk = await openWithVictim()
  await search(desk, 'x')
  const left = indexOf(desk).map((key) => [key, desk.store.records.get(key) ?? ''] as const)
  await erase(desk, desk.id)
  for (const [key, value] of left) desk.store.records.set(key, value)
  expect(await isNamed(desk)).toBe(true)
  restart(desk)
  expect(await foundIn(desk, 'zyx')).toEqual([])
  expect(await isNamed(desk)).toBe(false)
})
