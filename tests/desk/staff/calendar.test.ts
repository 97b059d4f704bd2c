/** The secret address at which the calendar of a member fetches the talks. */
import { parse } from 'node-html-parser'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { statusCapability } from '../../../src/inquiries/status-address.ts'
import { chooseTime } from '../../../src/service/choose-time.ts'
import { NEXT_TUESDAY, offerTalks, TUESDAY } from '../../forms/talk-client.ts'
import { makeChanges } from '../../inquiries/member-change.ts'
import { readCalendar } from '../../calendar-file.ts'
import { BASE, desk, FIRM, useDesk } from '../../test-desk.ts'
import { addStaff, auditOf, type Browser, openSession } from '../browser.ts'

useDesk()

/** Two talks with Ana Diaz. */
beforeEach(async () => {
  offerTalks(desk)
  const { windows = [], ...more } = desk.service.consultations ?? {}
  const ben = { ...windows[0], lawyer: 'ben-cole' }
  const lawyers = { 'ana-diaz': 'Ana Diaz', 'ben-cole': 'Ben Cole' }
  desk.service.consultations = { ...more, windows: [...windows, ben], lawyers } as typeof desk.service.consultations
})

async function chooseTimes(...times: (string | undefined)[]) {
  const id = await desk.submit()
  await makeChanges(desk, id, { finding: 'none' }, { offer: { kinds: ['telephone'] } })
  const choose = async (time = '') => chooseTime(desk.service, await statusCapability(desk.service, id), { time })
  for (const time of times) await choose(time)
  return { ...id, choose }
}

async function memberNamed(name: string, owner = false) {
  const { id } = await addStaff(desk, name, owner)
  const browser = await openSession(desk, id)
  const page = `/desk/staff/members/${id}`
  return { id, browser, make: () => addressFrom(browser, page), page }
}

async function addressFrom(browser: Browser, page: string): Promise<string> {
  const { html } = await browser.post(page, { what: 'calendar' })
  return new URL(parse(html).querySelector('.key code')?.text ?? '').pathname
}

const fetchFeed = (path: string, init?: RequestInit) => desk.send('calendar', path, init)
const entriesAt = async (path: string) => readCalendar(await (await fetchFeed(path)).text()).entries

it('shows a lawyer their own talks to come and other staff all, with references only', async () => {
  const { reference, choose } = await chooseTimes(TUESDAY[0], TUESDAY[1])
  const other = await chooseTimes(NEXT_TUESDAY[0]?.replace('ana-diaz', 'ben-cole'))
  const ana = await memberNamed('Ana Diaz')
  const path = await ana.make()
  const response = await fetchFeed(path)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  })
  const text = await response.text()
  expect(text).not.toMatch(/ana@example|Ana Example|accident|status\//)
  const { calendar, entries } = readCalendar(text)
  expect(calendar).toMatchObject({ method: 'PUBLISH', 'x-wr-calname': `Talks: ${FIRM.name}` })
  expect(entries).toMatchObject([
    {
      dtstart: '2026-11-24T14:30:00Z',
      dtend: '2026-11-24T15:00:00Z',
      summary: `Talk by telephone: ${reference}`,
      location: 'Ana Diaz',
      url: `${BASE}/desk/inquiries/${reference}`,
      status: 'CONFIRMED',
    },
  ])
  const [{ uid, sequence } = {}] = entries
  await choose(TUESDAY[3])
  const [later] = await entriesAt(path)
  expect([later?.uid, Number(later?.sequence) > Number(sequence)]).toEqual([uid, true])
  const clerk = await (await memberNamed('Carl Clerk')).make()
  expect((await entriesAt(clerk)).map(({ summary = '' }) => summary.slice(-9))).toEqual([reference, other.reference])
  desk.advance(4 * DAY_MS)
  expect(await entriesAt(path)).toEqual([])
})

it('is stored as a hash, shown once, replaced and taken back by its member alone', async () => {
  const [ana, olive] = [await memberNamed('Ana Diaz'), await memberNamed('Olive', true)]
  const first = await ana.make()
  expect(JSON.stringify([...desk.store.facts]) + desk.logged()).not.toContain(first.split('.')[1])
  const again = await ana.browser.get('/desk/staff')
  expect(again.text).toContain('it cannot be shown again')
  expect(again.html).not.toContain('/calendar/')
  expect((await olive.browser.get(ana.page)).text).not.toContain('calendar address')
  for (const what of ['calendar', 'no-calendar'])
    expect((await olive.browser.post(ana.page, { what })).status).toBe(400)
  expect((await fetchFeed(first)).status).toBe(200)
  const second = await ana.make()
  expect([(await fetchFeed(first)).status, (await fetchFeed(second)).status]).toEqual([404, 200])
  const { text } = await ana.browser.submit(ana.page, { what: 'no-calendar' })
  expect(text).toContain('does not work any more')
  expect((await fetchFeed(second)).status).toBe(404)
  expect((await auditOf(desk)).map(([, action]) => action).sort()).toEqual([
    'staff.calendar',
    'staff.calendar',
    'staff.no-calendar',
  ])
})

it('ends with the access of its member, and is no address for another one', async () => {
  const [ana, olive] = [await memberNamed('Ana Diaz'), await memberNamed('Olive', true)]
  const path = await ana.make()
  expect((await fetchFeed(path.replace(ana.id, olive.id))).status).toBe(404)
  for (const wrong of ['/calendar/x', '/calendar/..ics', path.replace('.ics', '')])
    expect((await fetchFeed(wrong)).status, wrong).toBe(404)
  expect((await fetchFeed(path, { method: 'POST' })).status).toBe(405)
  await olive.browser.post(`/desk/staff/${ana.id}/revoke`)
  expect((await fetchFeed(path)).status).toBe(404)
  expect(desk.store.keysOf().filter((key) => key.startsWith('staff-calendars/'))).toEqual([])
})

it('is not offered by a firm without talks', async () => {
  desk.service.firm = { ...FIRM, consultationCost: undefined }
  const { browser } = await memberNamed('Ana Diaz')
  expect((await browser.get('/desk/staff')).text).not.toContain('calendar address')
})
