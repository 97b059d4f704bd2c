/** The time of a talk that the firm offers: chosen, changed and cancelled by the page and as JSON, and what is refused. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import type { InquiryStatus } from '../../src/inquiries/public-status.ts'
import type { Store } from '../../src/ports.ts'
import { tryChange } from '../inquiries/member-change.ts'
import { call } from '../mcp/mcp-client.ts'
import { distantStore } from '../store/distant-blobs.ts'
import { openTemporarySqlite } from '../store/temporary-sqlite.ts'
import { agent, SAME_ORIGIN, useAgent } from '../test-agent.ts'
import { BASE, FIRM } from '../test-desk.ts'
import { ask, change, SECURE, send, type Sent, textOf } from './status-client.ts'
import * as talk from './talk-client.ts'

useAgent()

const { ALL_TIMES, choose, FIRST, offered, offeredTwo, post, SECOND, talkOf, THIRD } = talk
const OFFICE = FIRST.replace('telephone', 'office')
const press = (path: string, fields: Record<string, string>, headers: Record<string, string> = SAME_ORIGIN) =>
  agent.form('status', path, fields, headers)
const statusOf = async ({ path }: Sent) => (await ask(path)).body as unknown as InquiryStatus
const idsOf = (times: unknown) => (times as { id: string }[] | undefined)?.map(({ id }) => id)
const timesOf = async (sent: Sent) => idsOf((await statusOf(sent)).times)

it('is offered only after the mark, by a letter that names the page, and no one can choose without an offer', async () => {
  talk.offerTalks(agent)
  const sent = await send()
  const offer: InquiryChange = { reply: 'Choose.', offer: { kinds: ['telephone'] }, status: 'contacted' }
  expect(await tryChange(agent, sent, offer)).toBe('unmarked')
  expect(await choose(sent)).toMatchObject({ status: 409, body: { code: 'not-asked' } })
  expect(await textOf(sent.path)).not.toContain('Choose a time')
  await change(sent, { finding: 'none' }, offer)
  expect(await timesOf(sent)).toEqual(ALL_TIMES)
  const letter = (await talk.newMails()).find(({ text }) => text.includes('Choose.'))?.text
  expect(letter).toContain(`Choose a time:\n${BASE}${sent.path}\n`)
  expect(letter).toContain('does not make you a client')
})

it('is of the ways that were offered, and none where the firm has gone on', async () => {
  const sent = await offered({}, { kinds: ['office'] })
  expect((await timesOf(sent))?.[0]).toEqual(OFFICE)
  expect((await choose(sent)).body.code).toBe('time-taken')
  await change(sent, { status: 'closed' })
  expect((await statusOf(sent)).times).toBeUndefined()
  expect((await choose(sent, SECOND)).body.code).toBe('not-asked')
})

it('is chosen as JSON: the status says so, and the same again changes nothing', async () => {
  const sent = await offered()
  const { status, body, headers } = await choose(sent)
  const next = { who: 'firm', what: 'talk', by: '2026-11-24' }
  const [startsAt, endsAt] = ['2026-11-24T09:00:00-05:00', '2026-11-24T09:30:00-05:00']
  const time = { id: FIRST, startsAt, endsAt, kind: 'telephone', lawyer: 'Ana Diaz' }
  expect([status, body]).toMatchObject([200, { status: 'scheduled', next, time }])
  expect(Object.fromEntries(headers)).toMatchObject(SECURE)
  expect(await timesOf(sent)).toEqual(ALL_TIMES.slice(1))
  await talk.newMails()
  const before = agent.store.keysOf()
  const again = await call('choose_time', { status_url: BASE + sent.path, time: FIRST })
  expect([again.structuredContent, agent.store.keysOf()]).toEqual([body, before])
})

it('is chosen, changed and cancelled by the page, in words, without a script, in both languages', async () => {
  const sent = await offered()
  const page = parse(await textOf(sent.path))
  const words = (part: string) => page.querySelectorAll(`.talk ${part}`).map(({ text }) => text.trim())
  expect([...words('h2'), ...words('legend'), ...words('summary'), words('label')[0]]).toEqual([
    'Choose a time for a talk with us',
    'Eastern time',
    'Tuesday, November 24',
    'Tuesday, December 1',
    '9:00 a.m., by telephone, with Ana Diaz',
  ])
  expect(words('p')).toContain(FIRM.consultationCost)
  const { status, body } = await press(sent.path, { talk: 'choose' })
  expect([status, body.text]).toEqual([400, expect.stringContaining('Choose one of the times first.')])
  expect((await press(sent.path, { talk: 'choose', time: FIRST })).headers.get('location')).toBe(sent.path)
  for (const [path, expected] of [
    ['', '<strong>Tuesday, November 24, 9:00 a.m., by telephone, with Ana Diaz</strong> (Eastern time)'],
    ['', 'You can choose another time, or cancel, until Monday, November 23, 9:00 a.m.</p>'],
    ['/es', 'hasta el lunes, 23 de noviembre, 9:00\u00a0a.\u00a0m.</p>'],
    ['/es', 'Martes, 24 de noviembre, 9:00\u00a0a.\u00a0m., por teléfono, con Ana Diaz'],
    ['/es', 'no le convierte en cliente'],
  ] as const)
    expect(await textOf(path + sent.path)).toContain(expected)
  await press(`/es${sent.path}`, { talk: 'choose', time: THIRD })
  expect(await talkOf(sent)).toBe(THIRD)
  await press(sent.path, { cancel: 'true' })
  expect([await talkOf(sent), (await statusOf(sent)).status]).toEqual([undefined, 'answered'])
  expect(await timesOf(sent)).toEqual(ALL_TIMES)
  expect((await post(sent, { cancel: true })).status).toBe(200)
})

it.each<[string, () => Promise<{ store: Store; close?: () => Promise<void> }>]>([
  ['SQLite', openTemporarySqlite],
  ['Netlify Blobs', async () => ({ store: distantStore() })],
])(
  'is one person’s on %s: of four at once one gets it, the others see the rest, and it can get free',
  async (_, open) => {
    const { store, close } = await open()
    agent.service.store = store
    const all = [...(await offeredTwo()), ...(await offeredTwo())]
    const results = await Promise.all(all.map((sent) => choose(sent)))
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const refused = results.filter(({ status }) => status === 409).map(({ body }) => [body.code, idsOf(body.times)])
    expect(refused).toEqual(Array(3).fill(['time-taken', ALL_TIMES.slice(1)]))
    const winner = all.find((_sent, index) => results[index]?.status === 200) as Sent
    const loser = all.find((sent) => sent !== winner) as Sent
    const { status, body } = await press(loser.path, { talk: 'choose', time: FIRST })
    expect([status, body.text]).toEqual([409, expect.stringContaining('Choose one that is left.')])
    expect(parse(String(body.text)).querySelectorAll('[name=time]')).toHaveLength(7)
    await post(winner, { cancel: true })
    for (const [sent, time, expected] of [
      [loser, FIRST, 200],
      [winner, FIRST, 409],
      [winner, SECOND, 200],
      [loser, THIRD, 200],
      [winner, FIRST, 200],
    ] as const)
      expect((await choose(sent, time)).status).toBe(expected)
    expect([await talkOf(winner), await talkOf(loser)]).toEqual([FIRST, THIRD])
    await close?.()
  },
)

it('is one of a person, of several that they choose at once, and can be had in another way at the same hour', async () => {
  const sent = await offered({}, { kinds: ['telephone', 'office'] })
  const other = await offered({ message: 'Another.' })
  agent.store.latencyMs = 2
  const results = await Promise.all([choose(sent), choose(sent, SECOND), choose(sent)])
  agent.store.latencyMs = 0
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200])
  const chosen = await talkOf(sent)
  expect([FIRST, SECOND]).toContain(chosen)
  expect(await timesOf(other)).toEqual(ALL_TIMES.filter((id) => id !== chosen))
  for (const time of [FIRST, OFFICE]) expect((await choose(sent, time)).body.time).toMatchObject({ id: time })
  expect((await choose(other)).body.code).toBe('time-taken')
})

const closeTuesday = () => void (agent.service.firm = { ...agent.service.firm, otherDays: [{ date: '2026-11-24' }] })
/** Saturday, March 6, 2027. Summer time begins on the 14th, and 9:00 a.m. is an hour earlier then. */
const goToMarch = () => agent.advance(15 * 7 * DAY_MS)
it.each<[string, string, (() => void)?, string[]?]>([
  ['outside the windows', '20261123T1400Z-30-telephone-ana-diaz'],
  ['between two', '20261124T1415Z-30-telephone-ana-diaz'],
  ['of another length', '20261124T1400Z-60-telephone-ana-diaz'],
  ['in the past', '20261117T1400Z-30-telephone-ana-diaz'],
  ['too far ahead', '20261208T1400Z-30-telephone-ana-diaz'],
  ['in a way that was not offered', OFFICE],
  ['with a lawyer who does not talk', FIRST.replace('ana-diaz', 'ben-cole')],
  ['that is none', 'tomorrow'],
  ['on a day on which the office closes', FIRST, closeTuesday, talk.NEXT_TUESDAY],
  [
    'of the hour before the clocks changed',
    '20270316T1530Z-30-telephone-ana-diaz',
    goToMarch,
    ['09T14', '09T14', '09T15', '09T15', '16T13', '16T13', '16T14', '16T14'].map((hour) => `202703${hour}`),
  ],
])('%s is refused with what is left, and nothing is stored', async (_, time, prepare, left = ALL_TIMES) => {
  prepare?.()
  const sent = await offered()
  await talk.newMails()
  const before = agent.store.keysOf()
  const { status, body } = await choose(sent, time)
  expect([status, body.code]).toEqual([409, 'time-taken'])
  expect(idsOf(body.times)).toEqual(left.map((start) => expect.stringMatching(`^${start}`) as string))
  expect((await press(sent.path, { talk: 'choose', time })).status).toBe(409)
  const tool = await call('choose_time', { status_url: BASE + sent.path, time })
  expect([tool.isError, JSON.stringify(tool.content)]).toEqual([true, expect.stringContaining(left[0] ?? '')])
  expect(agent.store.keysOf()).toEqual(before)
})

it('can be changed and cancelled until a day before, and then with a call', async () => {
  const sent = await offered()
  await choose(sent)
  // Monday, 9:04 a.m.
  agent.advance(2 * DAY_MS - HOUR_MS)
  const detail = expect.stringContaining('until Monday, November 23, 9:00 a.m.') as string
  for (const body of [{ time: talk.NEXT_TUESDAY[0] }, { cancel: true }])
    expect(await post(sent, body)).toMatchObject({ status: 409, body: { code: 'too-late', detail } })
  expect((await press(sent.path, { cancel: 'true' })).body.text).toContain('It is too late to change the time here.')
  expect(await textOf(sent.path)).not.toContain('Cancel the talk')
  expect(await talkOf(sent)).toBe(FIRST)
  agent.advance(2 * DAY_MS)
  expect((await statusOf(sent)).status).toBe('answered')
})

it.each([{}, { time: FIRST, cancel: true }, { cancel: false }, { time: 5 }])('is not chosen with %j', async (body) => {
  expect(await post(await offered(), body)).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
})

it('is nothing to another site, and not at the address of another inquiry', async () => {
  const [one, other] = [await offered(), await send({ message: 'Another.' })]
  const wanted = { talk: 'choose', time: FIRST }
  expect((await press(one.path, wanted, { Origin: 'https://evil.example' })).status).toBe(403)
  expect((await choose(other)).body.code).toBe('not-asked')
  expect((await choose({ ...one, path: `${one.path.slice(0, -2)}xx` })).body.code).toBe('not-found')
  agent.store.down = true
  const { status, body } = await press(one.path, wanted)
  agent.store.down = false
  expect([status, body.text]).toEqual([503, expect.stringContaining('We could not store')])
  expect(await talkOf(one)).toBeUndefined()
})
