/** What follows when a talk is chosen, cancelled, near or over: mails and free times, also when the process ends in between. */
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import type { Mail } from '../../src/ports.ts'
import { listTaken } from '../../src/inquiries/taken-times.ts'
import { changeInquiry } from '../../src/service/change-inquiry.ts'
import { eraseWithMail } from '../../src/service/erasure.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { remindOfTalks } from '../../src/service/talk-mail.ts'
import { changeAddress } from '../../src/staff/staff-address.ts'
import { readCalendar } from '../calendar-file.ts'
import { addStaff } from '../desk/browser.ts'
import { change, killedAfter, send, show } from '../forms/status-client.ts'
import * as talk from '../forms/talk-client.ts'
import { BY } from '../inquiries/member-change.ts'
import { agent, useAgent } from '../test-agent.ts'
import { BASE, FIRM, VALID_INQUIRY } from '../test-desk.ts'

useAgent()

const { choose, FIRST, newMails, offered, offeredTwo, post, SECOND, talkOf, THIRD } = talk
const PERSON = VALID_INQUIRY.email
const BOTH = [PERSON, FIRM.email]
const entryIn = (mail?: Mail) => {
  const { calendar, entries } = readCalendar(mail?.calendar?.content ?? '')
  return { method: calendar.method, ...entries[0] } as Record<string, string>
}
const recipients = (mails: Mail[]) => mails.map(({ to }) => to).sort()

it.each<[string, InquiryChange]>([
  ['declines', { status: 'declined', reply: 'We cannot help.' }],
  ['finds a conflict', { finding: 'conflict' }],
  ['offers other times', { reply: 'Choose again.', offer: { kinds: ['telephone'] } }],
])('a talk is cancelled when the firm %s, with a mail to both, and its time is free', async (_, last) => {
  const [sent, other] = await offeredTwo()
  await choose(sent)
  await newMails()
  await change(sent, last)
  const [files = [], letters = []] = Object.values(
    Object.groupBy(await newMails(), ({ calendar }) => Number(!calendar)),
  )
  expect(recipients(files)).toEqual(BOTH)
  for (const mail of files) expect(entryIn(mail)).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' })
  expect(letters.map(({ text }) => text).join()).toContain(last.reply ?? '')
  expect(await talkOf(sent)).toBeUndefined()
  expect((await choose(other)).status).toBe(200)
})

it.each(['held', 'missed'])('a talk that was %s ends with its offer, without a mail', async (time) => {
  const sent = await offered()
  await choose(sent)
  agent.advance(4 * DAY_MS)
  await newMails()
  await change(sent, { time })
  expect(await newMails()).toEqual([])
  expect([await talkOf(sent), (await choose(sent)).body.code]).toEqual([undefined, 'not-asked'])
})

it('a time is free when its inquiry is erased, and nothing is left that names it', async () => {
  const [sent, other] = await offeredTwo()
  await choose(sent, SECOND)
  await choose(sent)
  expect(await eraseWithMail(agent.service, sent, BY)).toBe(true)
  const left = [...agent.store.facts].filter(([key]) => !/^(audit|erased|sent|receipts)\//.test(key))
  expect(left.filter((fact) => fact.join().includes(sent.reference)).map(([key]) => key)).toEqual([])
  expect((await choose(other)).status).toBe(200)
  expect((await show(sent.path)).status).toBe(404)
})

it('both are mailed what was chosen, changed and cancelled, with one entry for their calendars', async () => {
  const sent = await offered()
  await newMails()
  const steps: Mail[][] = []
  for (const body of [{ time: FIRST }, { time: THIRD }, { cancel: true }, { time: FIRST }]) {
    await post(sent, body)
    steps.push(await newMails())
  }
  expect(steps.map(recipients)).toEqual(Array(4).fill(BOTH))
  for (const to of BOTH) {
    const entries = steps.map((mails) => entryIn(mails.find((mail) => mail.to === to)))
    expect(entries.map(({ method, status, dtstart = '' }) => [method, status, dtstart.slice(11, 13)])).toEqual([
      ['REQUEST', 'CONFIRMED', '14'],
      ['REQUEST', 'CONFIRMED', '15'],
      ['CANCEL', 'CANCELLED', '15'],
      ['REQUEST', 'CONFIRMED', '14'],
    ])
    // A talk after that is another entry.
    const uids = entries.map(({ uid }) => uid)
    expect([new Set(uids.slice(0, 3)).size, uids.indexOf(uids[3])]).toEqual([1, 3])
    const sequences = entries.map(({ sequence }) => Number(sequence))
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))
  }
  // Nothing of the matter, and no address that opens anything.
  expect(steps.flatMap((mails) => mails.map(({ calendar }) => calendar?.content)).join()).not.toMatch(
    /accident|status\//,
  )
  const [person, staff] = BOTH.map((to) => steps[0]?.find((mail) => mail.to === to))
  for (const words of [
    'Tuesday, November 24, 9:00 a.m., by telephone, with Ana Diaz (Eastern time)',
    FIRM.consultationCost ?? '',
    'until Monday, November 23, 9:00 a.m.',
    BASE + sent.path,
  ])
    expect(person?.text).toContain(words)
  expect(staff?.subject).toBe(`Talk chosen: inquiry ${sent.reference}`)
  expect(staff?.text).not.toMatch(/Ana Example|ana@example/)
})

it('the mails go to the lawyer who has an e-mail address here, and to no person for whom mail is not safe', async () => {
  const { id } = await addStaff(agent, 'Ana Diaz')
  await changeAddress(agent.service, id, { address: 'diaz@firm.example', by: id })
  const sent = await offered()
  const request = { ...VALID_INQUIRY, message: 'Not by mail.', safeContact: ['telephone' as const] }
  const unsafe = await send(request)
  await change(unsafe, { finding: 'none' })
  // A telephone is enough to be offered a talk by telephone.
  const offer = { kinds: ['telephone' as const] }
  await changeInquiry(agent.service, { id: unsafe, record: { request } }, { offer }, { seen: 1, by: BY })
  await newMails()
  await choose(sent)
  expect(recipients(await newMails())).toEqual([PERSON, 'diaz@firm.example'])
  await choose(unsafe, SECOND)
  expect(recipients(await newMails())).toEqual(['diaz@firm.example'])
})

it('a person is reminded a day before, once, unless the time was cancelled or chosen that day', async () => {
  const [sent, other] = await offeredTwo()
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
  expect((await remind()).map(({ to, calendar }) => [to, calendar])).toEqual([[PERSON, undefined]])
  agent.advance(MINUTE_MS)
  expect(await remind()).toEqual([])
  const late = await offered({ message: 'A third.' })
  agent.service.consultations = { ...(agent.service.consultations as object), noticeHours: 1 } as never
  agent.advance(2 * HOUR_MS)
  await choose(late, THIRD)
  await newMails()
  expect(await remind()).toEqual([])
})

it('mails that could not be sent before the talk began are not sent any more', async () => {
  const sent = await offered()
  await newMails()
  const { mailer } = agent.service
  agent.service.mailer = { send: () => Promise.reject(new Error('down')) }
  await choose(sent)
  await newMails()
  agent.service.mailer = mailer
  agent.advance(4 * DAY_MS)
  expect((await newMails()).filter(({ calendar }) => calendar)).toEqual([])
})

it('no choice is lost when the process ends after any write: sent again it counts once, and no time stays taken', async () => {
  const [time = ''] = talk.NEXT_TUESDAY
  for (let writes = 0; writes < 6; writes += 1) {
    const after = `${writes} writes`
    const [sent, other] = [await offered({ message: after }), await offered({ message: `Other, ${after}` })]
    agent.advance(MINUTE_MS)
    expect((await killedAfter(writes, () => choose(sent, time))).status, after).toBe(500)
    expect((await choose(sent, time)).body, after).toMatchObject({ status: 'scheduled' })
    expect((await choose(other, time)).body.code).toBe('time-taken')
    const mails = (await newMails()).filter(({ calendar, text }) => calendar && text.includes(sent.reference))
    expect(recipients(mails), after).toEqual(BOTH)
    await post(sent, { cancel: true })
    expect((await choose(other, time)).status, after).toBe(200)
    await post(other, { cancel: true })
  }
})

it('a time that was taken for a choice that was not stored is freed by housekeeping', async () => {
  const [sent, other] = await offeredTwo()
  await killedAfter(1, () => choose(sent))
  for (const [later, status] of [
    [0, 409],
    [11 * MINUTE_MS, 200],
    [HOUR_MS, 200],
  ] as const) {
    agent.advance(later)
    await runHousekeeping(agent.service)
    expect((await choose(other)).status).toBe(status)
  }
  expect((await choose(sent)).body.code).toBe('time-taken')
})

it('who chooses again long after the process ended in between has the time once', async () => {
  const sent = await offered()
  await killedAfter(1, () => choose(sent))
  agent.advance(6 * MINUTE_MS)
  expect((await choose(sent)).body).toMatchObject({ status: 'scheduled' })
  const now = agent.service.clock.now().getTime()
  expect(await listTaken(agent.service, now, now + 10 * DAY_MS)).toHaveLength(1)
})
