/** The time of a talk: offered by the firm, chosen, changed and cancelled by the page, as JSON and by the tool of MCP. */
import ICAL from 'ical.js'
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import { readHistory } from '../../src/inquiries/history.ts'
import type { InquiryStatus } from '../../src/inquiries/public-status.ts'
import { talksIn } from '../../src/inquiries/talk.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import type { Mail } from '../../src/ports.ts'
import { eraseWithMail } from '../../src/service/erasure.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { remindOfTalks } from '../../src/service/talk-mail.ts'
import { changeAddress } from '../../src/staff/staff-address.ts'
import { addStaff } from '../desk/browser.ts'
import { BY, tryChange } from '../inquiries/member-change.ts'
import { call } from '../mcp/mcp-client.ts'
import { type Json, agent, SAME_ORIGIN, useAgent } from '../test-agent.ts'
import { BASE, FIRM } from '../test-desk.ts'
import { ask, change, SECURE, send, type Sent, show, textOf } from './status-client.ts'
import { NEXT_TUESDAY, offered, offerTalks, TUESDAY } from './talk-client.ts'

useAgent()

const [FIRST = '', SECOND = '', THIRD = ''] = TUESDAY
const post = ({ path }: Pick<Sent, 'path'>, body: Json) => agent.post('status', path, body)
const choose = (sent: Sent, time = FIRST) => post(sent, { time })
const press = (path: string, fields: Record<string, string>, headers: Record<string, string> = SAME_ORIGIN) =>
  agent.form('status', path, fields, headers)
const statusOf = async ({ path }: Sent) => (await ask(path)).body as unknown as InquiryStatus
const timesOf = async (sent: Sent) => (await statusOf(sent)).times?.map(({ id }) => id)
const talkOf = async (sent: Sent) => talksIn(await readHistory(agent.store, sent)).talk?.id
const TIME = {
  id: FIRST,
  startsAt: '2026-11-24T09:00:00-05:00',
  endsAt: '2026-11-24T09:30:00-05:00',
  kind: 'telephone',
  lawyer: 'Ana Diaz',
}

/** The mails since the last time. */
async function newMails(): Promise<Mail[]> {
  await agent.settle()
  await runOutbox(agent.service)
  return agent.mails.splice(0)
}

/** The entry of a calendar, as another parser reads it. */
function entryIn({ calendar }: Mail) {
  const [, properties, [event]] = ICAL.parse(calendar?.content ?? '') as unknown as [
    string,
    [string, unknown, string, string][],
    [[string, [string, unknown, string, string][]]],
  ]
  const valuesOf = (all: [string, unknown, string, string][]) =>
    Object.fromEntries(all.map(([name, , , value]) => [name, value]))
  return { method: valuesOf(properties).method, ...valuesOf(event[1]) } as Record<string, string>
}

describe('an offer', () => {
  it('is made only after the mark, and no one can choose a time without one', async () => {
    offerTalks(agent)
    const sent = await send()
    const offer: InquiryChange = { reply: 'Choose.', offer: { kinds: ['telephone'] }, status: 'contacted' }
    expect(await tryChange(agent, sent, offer)).toBe('unmarked')
    const refused = await choose(sent)
    expect([refused.status, refused.body.code]).toEqual([409, 'not-asked'])
    expect(await textOf(sent.path)).not.toContain('Choose a time')
    await change(sent, { finding: 'none' }, offer)
    expect(await timesOf(sent)).toEqual([...TUESDAY, ...NEXT_TUESDAY])
    expect((await statusOf(sent)).next).toEqual({ who: 'person', what: 'choose_time' })
  })

  it('names the page in its letter, and what a time does not mean', async () => {
    agent.mails.length = 0
    const { path } = await offered()
    const letter = (await newMails()).find(({ text }) => text.includes('choose a time.'))
    expect(letter?.text).toContain(`Choose a time:\n${BASE}${path}\n`)
    expect(letter?.text).toContain('does not make you a client')
  })

  it('may be of single times, in other ways, and of none where the firm has gone on', async () => {
    const sent = await offered(
      {},
      { kinds: ['telephone', 'office'], times: [SECOND, FIRST.replace('telephone', 'office')] },
    )
    expect(await timesOf(sent)).toEqual([FIRST.replace('telephone', 'office'), SECOND])
    expect((await choose(sent)).body.code).toBe('time-taken')
    await change(sent, { status: 'closed' })
    expect((await statusOf(sent)).times).toBeUndefined()
    expect((await choose(sent, SECOND)).body.code).toBe('not-asked')
  })
})

describe('a time', () => {
  it('is chosen as JSON: the status says so, and the same again changes nothing', async () => {
    const sent = await offered()
    const { status, body, headers } = await choose(sent)
    expect([status, body]).toMatchObject([
      200,
      { status: 'scheduled', next: { who: 'firm', what: 'talk', by: '2026-11-24' }, time: TIME },
    ])
    expect(Object.fromEntries(headers)).toMatchObject(SECURE)
    expect(await timesOf(sent)).toEqual([...TUESDAY, ...NEXT_TUESDAY].filter((id) => id !== FIRST))
    await newMails()
    const before = agent.store.keysOf()
    expect((await choose(sent)).body).toEqual(body)
    expect(agent.store.keysOf()).toEqual(before)
  })

  it('is chosen, changed and cancelled by the page, in words, without a script, in both languages', async () => {
    const sent = await offered()
    const page = parse(await textOf(sent.path))
    expect(page.querySelector('.talk h2')?.text).toBe('Choose a time for a talk with us')
    expect(page.querySelectorAll('.talk summary').map(({ text }) => text)).toEqual([
      'Tuesday, November 24',
      'Tuesday, December 1',
    ])
    expect(page.querySelector('.talk label')?.text.trim()).toBe('9:00 a.m., by telephone, with Ana Diaz')
    expect(page.querySelector('.talk')?.text).toContain(FIRM.consultationCost)
    expect(page.querySelector('.talk legend')?.text).toBe('Eastern time')
    const missing = await press(sent.path, { talk: 'choose' })
    expect([missing.status, String(missing.body.text)]).toEqual([
      400,
      expect.stringContaining('Choose one of the times first.'),
    ])
    expect((await press(sent.path, { talk: 'choose', time: FIRST })).headers.get('location')).toBe(sent.path)
    const chosen = await textOf(sent.path)
    expect(chosen).toContain(
      '<strong>Tuesday, November 24, 9:00 a.m., by telephone, with Ana Diaz</strong> (Eastern time)',
    )
    expect(chosen).toContain('You can choose another time, or cancel, until Monday, November 23, 9:00 a.m.')
    const spanish = await textOf(`/es${sent.path}`)
    expect(spanish).toContain('Martes, 24 de noviembre, 9:00\u00a0a.\u00a0m., por teléfono, con Ana Diaz')
    expect(spanish).toContain('no le convierte en cliente')
    await press(`/es${sent.path}`, { talk: 'choose', time: THIRD })
    expect(await talkOf(sent)).toBe(THIRD)
    await press(sent.path, { cancel: 'true' })
    expect([await talkOf(sent), (await statusOf(sent)).status]).toEqual([undefined, 'answered'])
    expect(await timesOf(sent)).toEqual([...TUESDAY, ...NEXT_TUESDAY])
  })

  it('is chosen and cancelled by an assistant', async () => {
    const sent = await offered()
    const status_url = BASE + sent.path
    expect((await call('choose_time', { status_url, time: FIRST })).structuredContent).toEqual(await statusOf(sent))
    expect(await call('choose_time', { status_url, time: 'x' })).toMatchObject({
      isError: true,
      _meta: { code: 'time-taken' },
      content: [{ text: expect.stringContaining(SECOND) as string }],
    })
    expect((await call('choose_time', { status_url, time: 'cancel' })).structuredContent).toMatchObject({
      status: 'answered',
    })
    expect((await post(sent, { cancel: true })).status).toBe(200)
  })

  it('is one person’s: of two at once one gets it, the other is shown the rest, and it is free again once cancelled', async () => {
    const [one, other] = [await offered(), await offered({ message: 'Another.' })]
    agent.store.latencyMs = 2
    const results = await Promise.all([choose(one), choose(other)])
    agent.store.latencyMs = 0
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = results.find(({ status }) => status === 409)?.body ?? {}
    expect(lost.code).toBe('time-taken')
    expect((lost.times as { id: string }[]).map(({ id }) => id)).toEqual([...TUESDAY, ...NEXT_TUESDAY].slice(1))
    const [winner, loser] = results[0].status === 200 ? [one, other] : [other, one]
    const page = await press(loser.path, { talk: 'choose', time: FIRST })
    expect([page.status, String(page.body.text)]).toEqual([409, expect.stringContaining('Choose one that is left.')])
    expect(parse(String(page.body.text)).querySelectorAll('[name=time]')).toHaveLength(7)
    await post(winner, { cancel: true })
    expect((await choose(loser)).status).toBe(200)
    expect((await choose(winner)).body.code).toBe('time-taken')
    expect((await choose(winner, SECOND)).status).toBe(200)
    await choose(loser, THIRD)
    expect((await choose(winner)).status).toBe(200)
    expect([await talkOf(winner), await talkOf(loser)]).toEqual([FIRST, THIRD])
  })

  it('is one of a person: two that they choose at once leave one', async () => {
    const [sent, other] = [await offered(), await offered({ message: 'Another.' })]
    agent.store.latencyMs = 2
    const results = await Promise.all([choose(sent), choose(sent, SECOND), choose(sent)])
    agent.store.latencyMs = 0
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200])
    const talk = await talkOf(sent)
    expect(TUESDAY.slice(0, 2)).toContain(talk)
    expect(await timesOf(other)).toEqual([...TUESDAY, ...NEXT_TUESDAY].filter((id) => id !== talk))
  })

  it('can be had in another way at the same hour', async () => {
    const sent = await offered({}, { kinds: ['telephone', 'office'] })
    const office = FIRST.replace('telephone', 'office')
    await choose(sent)
    expect((await choose(sent, office)).body.status).toBe('scheduled')
    expect(await talkOf(sent)).toBe(office)
    const other = await offered({ message: 'Another.' })
    expect((await choose(other)).body.code).toBe('time-taken')
  })

  it.each([
    ['outside the windows', '20261123T1400Z-30-telephone-ana-diaz'],
    ['between two', '20261124T1415Z-30-telephone-ana-diaz'],
    ['of another length', '20261124T1400Z-60-telephone-ana-diaz'],
    ['in the past', '20261117T1400Z-30-telephone-ana-diaz'],
    ['too far ahead', '20261208T1400Z-30-telephone-ana-diaz'],
    ['in a way that was not offered', FIRST.replace('telephone', 'office')],
    ['with a lawyer who does not talk', FIRST.replace('ana-diaz', 'ben-cole')],
    ['that is none', 'tomorrow'],
  ])('%s is refused with what is left, and nothing is stored', async (_, time) => {
    const sent = await offered()
    await newMails()
    const before = agent.store.keysOf()
    const { status, body } = await choose(sent, time)
    expect([status, body.code, (body.times as unknown[]).length]).toEqual([409, 'time-taken', 8])
    expect(agent.store.keysOf()).toEqual(before)
    expect((await press(sent.path, { talk: 'choose', time })).status).toBe(409)
  })

  it('on a day on which the office closes is not there any more', async () => {
    const sent = await offered()
    agent.service.firm = { ...agent.service.firm, otherDays: [{ date: '2026-11-24' }] }
    expect((await choose(sent)).body.code).toBe('time-taken')
    expect(await timesOf(sent)).toEqual(NEXT_TUESDAY)
  })

  it('can be changed and cancelled until a day before, and then with a call', async () => {
    const sent = await offered()
    await choose(sent)
    // Monday, 9:04 a.m.
    agent.advance(2 * DAY_MS - HOUR_MS)
    for (const body of [{ time: NEXT_TUESDAY[0] }, { cancel: true }]) {
      const refused = await post(sent, body)
      expect([refused.status, refused.body.code]).toEqual([409, 'too-late'])
      expect(refused.body.detail).toContain('until Monday, November 23, 9:00 a.m.')
    }
    expect((await press(sent.path, { cancel: 'true' })).body.text).toContain('It is too late to change the time here.')
    expect(await textOf(sent.path)).not.toContain('Cancel the talk')
    expect(await talkOf(sent)).toBe(FIRST)
    agent.advance(2 * DAY_MS)
    expect((await statusOf(sent)).status).toBe('answered')
  })

  it.each([{}, { time: FIRST, cancel: true }, { cancel: false }, { time: 5 }])(
    'is not chosen with %j',
    async (body) => {
      const refused = await post(await offered(), body)
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request'])
    },
  )

  it('is nothing to another site, and not at the address of another inquiry', async () => {
    const [one, other] = [await offered(), await send({ message: 'Another.' })]
    expect((await press(one.path, { talk: 'choose', time: FIRST }, { Origin: 'https://evil.example' })).status).toBe(
      403,
    )
    expect((await choose(other)).body.code).toBe('not-asked')
    expect((await choose({ ...one, path: `${one.path.slice(0, -2)}xx` })).body.code).toBe('not-found')
    agent.store.down = true
    const down = await press(one.path, { talk: 'choose', time: FIRST })
    agent.store.down = false
    expect([down.status, String(down.body.text)]).toEqual([503, expect.stringContaining('We could not store')])
    expect(await talkOf(one)).toBeUndefined()
  })
})

describe('what the firm does', () => {
  it.each<[string, InquiryChange]>([
    ['declines', { status: 'declined', reply: 'We cannot help.' }],
    ['finds a conflict', { finding: 'conflict' }],
    ['offers other times', { reply: 'Choose again.', offer: { kinds: ['telephone'] } }],
  ])('cancels the talk when it %s, with a mail to both, and frees the time', async (_, last) => {
    const [sent, other] = [await offered(), await offered({ message: 'Another.' })]
    await choose(sent)
    await newMails()
    await change(sent, last)
    const mails = (await newMails()).filter(({ calendar }) => calendar)
    expect(mails.map((mail) => [mail.to, entryIn(mail).method, entryIn(mail).status])).toEqual(
      expect.arrayContaining([
        ['ana@example.com', 'CANCEL', 'CANCELLED'],
        [FIRM.email, 'CANCEL', 'CANCELLED'],
      ]),
    )
    expect(mails).toHaveLength(2)
    expect((await statusOf(sent)).time).toBeUndefined()
    expect((await choose(other)).status).toBe(200)
  })

  it.each(['held', 'missed'])('ends the talk and the offer when it was %s, without a mail', async (time) => {
    const sent = await offered()
    await choose(sent)
    agent.advance(4 * DAY_MS)
    await newMails()
    await change(sent, { time })
    expect(await newMails()).toEqual([])
    expect([await talkOf(sent), (await choose(sent)).body.code]).toEqual([undefined, 'not-asked'])
  })

  it('frees the time with the inquiry that it erases, and leaves nothing that names it', async () => {
    const [sent, other] = [await offered(), await offered({ message: 'Another.' })]
    await choose(sent, SECOND)
    await choose(sent)
    expect(await eraseWithMail(agent.service, sent, BY)).toBe(true)
    const left = [...agent.store.facts].filter(([key]) => !/^(audit|erased|sent|receipts)\//.test(key))
    expect(left.filter((fact) => fact.join().includes(sent.reference)).map(([key]) => key)).toEqual([])
    expect((await choose(other)).status).toBe(200)
    expect((await show(sent.path)).status).toBe(404)
  })
})

describe('the mails', () => {
  it('say to both what was chosen, changed and cancelled, with one entry for their calendars', async () => {
    const sent = await offered()
    await newMails()
    await choose(sent)
    const chosen = await newMails()
    await choose(sent, THIRD)
    const changed = await newMails()
    await post(sent, { cancel: true })
    const cancelled = await newMails()
    const all = [chosen, changed, cancelled]
    expect(all.map((mails) => mails.map(({ to }) => to).sort())).toEqual(Array(3).fill(['ana@example.com', FIRM.email]))
    for (const to of ['ana@example.com', FIRM.email]) {
      const entries = all.map((mails) => entryIn(mails.find((mail) => mail.to === to) as Mail))
      expect(entries.map(({ method, status }) => [method, status])).toEqual([
        ['REQUEST', 'CONFIRMED'],
        ['REQUEST', 'CONFIRMED'],
        ['CANCEL', 'CANCELLED'],
      ])
      expect(entries.map(({ dtstart }) => dtstart)).toEqual(
        ['09', '10', '10'].map((_, index) => `2026-11-24T1${index === 0 ? 4 : 5}:00:00Z`),
      )
      expect(new Set(entries.map(({ uid }) => uid)).size).toBe(1)
      const sequences = entries.map(({ sequence }) => Number(sequence))
      expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))
      // Nothing of the matter, and no address that opens anything.
      expect(JSON.stringify(all.map((mails) => mails.map(({ calendar }) => calendar?.content)))).not.toMatch(
        /Message|status\/|Zürich/,
      )
    }
    const [person, staff] = ['ana@example.com', FIRM.email].map((to) => chosen.find((mail) => mail.to === to))
    expect(person?.text).toContain('Tuesday, November 24, 9:00 a.m., by telephone, with Ana Diaz (Eastern time)')
    expect(person?.text).toContain(FIRM.consultationCost)
    expect(person?.text).toContain('until Monday, November 23, 9:00 a.m.')
    expect(person?.text).toContain(BASE + sent.path)
    expect(staff?.subject).toBe(`Talk chosen: inquiry ${sent.reference}`)
    expect(staff?.text).not.toMatch(/Ana Example|ana@example/)
    // Another talk is another entry.
    await choose(sent)
    const again = (await newMails()).map((mail) => entryIn(mail).uid)
    expect(again).not.toContain(entryIn(chosen[0] as Mail).uid)
  })

  it('go to the lawyer who has an e-mail address here, and to no person who wrote that mail is not safe', async () => {
    const { id } = await addStaff(agent, 'Ana Diaz')
    await changeAddress(agent.service, id, { address: 'diaz@firm.example', by: id })
    const sent = await offered()
    await newMails()
    await choose(sent)
    expect((await newMails()).map(({ to }) => to).sort()).toEqual(['ana@example.com', 'diaz@firm.example'])
    // A telephone is enough to be offered a talk by telephone.
    const unsafe = await send({ message: 'Not by mail.', safeContact: ['telephone'] })
    await newMails()
    const offer = { kinds: ['telephone' as const] }
    expect(await tryChange(agent, unsafe, { finding: 'none' })).toBe('done')
    const { changeInquiry } = await import('../../src/service/change-inquiry.ts')
    const record = {
      request: { name: 'Ana', email: 'ana@example.com', message: 'x', safeContact: ['telephone' as const] },
    }
    await changeInquiry(agent.service, { id: unsafe, record }, { offer }, { seen: 1, by: BY })
    await choose(unsafe, SECOND)
    expect((await newMails()).map(({ to }) => to)).toEqual(['diaz@firm.example'])
  })

  it('remind the person a day before, once, unless the time was cancelled or chosen that day', async () => {
    const [sent, other] = [await offered(), await offered({ message: 'Another.' })]
    await choose(sent)
    await choose(other, SECOND)
    await post(other, { cancel: true })
    await newMails()
    const remind = async () => {
      await remindOfTalks(agent.service)
      return newMails()
    }
    expect(await remind()).toEqual([])
    agent.advance(2 * DAY_MS - HOUR_MS)
    const [reminder, ...more] = await remind()
    expect([reminder?.to, reminder?.subject, more]).toEqual(['ana@example.com', `${FIRM.name}: your talk is soon`, []])
    expect(reminder?.calendar).toBeUndefined()
    agent.advance(MINUTE_MS)
    expect(await remind()).toEqual([])
    const late = await offered({ message: 'A third.' })
    agent.service.consultations = { ...(agent.service.consultations as object), noticeHours: 1 } as never
    agent.advance(2 * HOUR_MS)
    await choose(late, THIRD)
    await newMails()
    expect(await remind()).toEqual([])
  })

  it('that could not be sent before the talk began are not sent any more', async () => {
    const sent = await offered()
    await newMails()
    agent.service.mailer = { send: () => Promise.reject(new Error('down')) }
    await choose(sent)
    await newMails()
    agent.service.mailer = { send: async (mail) => void agent.mails.push(mail) }
    agent.advance(4 * DAY_MS)
    expect((await newMails()).filter(({ calendar }) => calendar)).toEqual([])
  })
})

describe('the process that ends', () => {
  it('after any write loses no choice: the person sends it again, and no time stays taken for no one', async () => {
    const { create, remove } = agent.store
    for (let writes = 0; writes < 6; writes += 1) {
      const [sent, other] = [
        await offered({ message: `Number ${writes}.` }),
        await offered({ message: `Other ${writes}.` }),
      ]
      const time = NEXT_TUESDAY[0] ?? ''
      agent.advance(MINUTE_MS)
      let left = writes
      agent.store.create = (key, value) => (left-- > 0 ? create(key, value) : Promise.reject(new Error('killed')))
      agent.store.remove = () => Promise.reject(new Error('killed'))
      const { status } = await choose(sent, time)
      agent.store.create = create
      agent.store.remove = remove
      expect(status, `${writes} writes`).toBe(500)
      expect((await choose(sent, time)).body, `${writes} writes`).toMatchObject({ status: 'scheduled' })
      expect((await choose(other, time)).body.code).toBe('time-taken')
      const mails = (await newMails()).filter(({ calendar, text }) => calendar && text.includes(sent.reference))
      expect(mails.map(({ to }) => to).sort(), `${writes} writes`).toEqual(['ana@example.com', FIRM.email])
      await post(sent, { cancel: true })
      expect((await choose(other, time)).status, `${writes} writes`).toBe(200)
      await post(other, { cancel: true })
    }
  })

  it('between taking a time and storing the choice leaves it to housekeeping to free the time', async () => {
    const [sent, other] = [await offered(), await offered({ message: 'Another.' })]
    const { create } = agent.store
    agent.store.create = (key, value) =>
      key.startsWith('times/') ? create(key, value) : Promise.reject(new Error('killed'))
    await choose(sent)
    agent.store.create = create
    await runHousekeeping(agent.service)
    expect((await choose(other)).body.code).toBe('time-taken')
    agent.advance(11 * MINUTE_MS)
    await runHousekeeping(agent.service)
    expect((await choose(other)).status).toBe(200)
    expect((await choose(sent)).body.code).toBe('time-taken')
    agent.advance(HOUR_MS)
    await runHousekeeping(agent.service)
    expect(await talkOf(other)).toBe(FIRST)
    expect((await choose(sent)).body.code).toBe('time-taken')
  })
})
