import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { erasedKey, type InquiryId, inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { listOpen } from '../../src/inquiries/record.ts'
import type { Status } from '../../src/inquiries/status.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { type Store, StoreUnavailable } from '../../src/ports.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { passTime } from './pass-time.ts'
import { formRequest } from '../test-agent.ts'
import { desk, STAFF_INBOX, useDesk, VALID_FORM, VALID_INQUIRY } from '../test-desk.ts'
import { makeChanges } from '../inquiries/member-change.ts'

useDesk()
const erase = (id: InquiryId) => eraseInquiries(desk.service, STAFF_INBOX, [id], { by: 'OWNER001', keepsNames: true })
const move = (id: InquiryId, ...statuses: Status[]) =>
  makeChanges(desk, id, ...statuses.map((status) => ({ status, note: 'Private.' })))
/** The kept names stay, so they are left out. */
const keysAbout = ({ reference }: InquiryId) => desk.store.keysOf(new RegExp(`^(?!names/).*${reference}`))

const FINISHED: Status[] = ['closed', 'declined', 'spam']
it.each(FINISHED)('retention removes what was %s longer ago than the firm says, and nothing else', async (finished) => {
  const [closed, later, reopened] = [await desk.submit(), await desk.submit(), await desk.submit()]
  const [twice, open, retained] = [await desk.submit(), await desk.submit(), await desk.submit()]
  await move(closed, finished)
  await move(reopened, finished, 'contacted')
  await move(twice, finished, 'contacted')
  await move(open, 'contacted')
  await move(retained, 'contacted', 'retained')
  desk.advance(10 * DAY_MS)
  await move(later, finished)
  await move(twice, finished)
  desk.advance(170 * DAY_MS)
  await runHousekeeping(desk.service)
  expect(desk.store.keysOf('inquiries/')).toHaveLength(6)
  desk.advance(DAY_MS)
  await runHousekeeping(desk.service)
  expect(desk.logged()).toContain('{"event":"housekeeping.removed","inquiries":1}')
  expect(keysAbout(closed)).toEqual([])
  expect(desk.store.keysOf('inquiries/')).toHaveLength(5)
  await passTime(desk, 10 * DAY_MS)
  for (const id of [later, twice]) expect(keysAbout(id)).toEqual([])
  desk.advance(4000 * DAY_MS)
  await passTime(desk, 4 * DAY_MS)
  expect(desk.store.keysOf('inquiries/')).toEqual([reopened, open, retained].map(inquiryKey).sort())
  expect(await listOpen(desk.service.store)).toHaveLength(2)
})

it('retention goes by the setting, and by when it was closed, not by notes that came later', async () => {
  desk.service.retentionDays = 30
  const id = await desk.submit()
  await move(id, 'closed')
  desk.advance(29 * DAY_MS)
  await makeChanges(desk, id, { note: 'They thanked us.' })
  await runHousekeeping(desk.service)
  expect(desk.store.keysOf('inquiries/')).toHaveLength(1)
  desk.advance(2 * DAY_MS)
  await runHousekeeping(desk.service)
  expect(keysAbout(id)).toEqual([])
})

it('a key without a record, which an interrupted removal leaves, goes after the same time', async () => {
  const id = await desk.submit()
  desk.advance(200 * DAY_MS)
  const { store } = desk
  desk.service.store = { ...store, get: async (key) => (key === inquiryKey(id) ? undefined : store.get(key)) }
  await runHousekeeping(desk.service)
  expect(store.keysOf('inquiries/')).toEqual([])
})

it('of two owners whose erasures were interrupted, the one who keeps no names decides', async () => {
  const id = await desk.submit()
  await move(id, 'contacted')
  desk.store.readOnly = 'inquiries/'
  for (const keepsNames of [true, false])
    await expect(eraseInquiries(desk.service, STAFF_INBOX, [id], { by: 'OWNER001', keepsNames })).rejects.toThrow()
  desk.store.readOnly = undefined
  await runHousekeeping(desk.service)
  expect(desk.store.keysOf(/^(inquiries|names)\//)).toEqual([])
})

it('an inquiry for which a legal hold begins while it is erased stays', async () => {
  const id = await desk.submit()
  const { store } = desk
  const holdThenRemove: Store['remove'] = async (key, version) => {
    desk.service.store = store
    if (key === inquiryKey(id)) await makeChanges(desk, id, { hold: true, note: 'A subpoena.' })
    return store.remove(key, version)
  }
  desk.service.store = { ...store, remove: holdThenRemove }
  expect(await erase(id)).toMatchObject({ erased: [], held: [id.reference] })
  expect(store.keysOf(/^(inquiries|names|erased)\//)).toEqual([inquiryKey(id)])
})

it('an erasure leaves alone what a person sends with the form once more', async () => {
  const send = async () =>
    (await desk.send('contact', '/contact/', formRequest(VALID_FORM))).headers.get('location') ?? ''
  const first = await send()
  expect(await send()).toBe(first)
  const [id = expect.unreachable()] = await desk.inquiries()
  await erase(id)
  expect(keysAbout(id)).toEqual([erasedKey('2026-11-21', id)])
  const second = await send()
  expect(second).not.toBe(first)
  await runHousekeeping(desk.service)
  expect(await desk.inquiries()).toMatchObject([{ request: VALID_INQUIRY, reference: second.split('/')[2] }])
})

const PARTS = ['erased/', 'inquiries/', 'names/', 'parties/']
it.each(PARTS)('an erasure that cannot write below %s fails, and is complete when it is repeated', async (prefix) => {
  const id = await desk.submit()
  await move(id, 'contacted')
  desk.store.readOnly = prefix
  await expect(erase(id)).rejects.toThrow(StoreUnavailable)
  desk.store.readOnly = undefined
  await erase(id)
  await runHousekeeping(desk.service)
  expect(desk.store.keysOf('inquiries/')).toEqual([])
  expect(keysAbout(id)).toEqual([erasedKey('2026-11-21', id)])
})
