/** An appointment from the check for conflicts to its end, at the desk, in mails, on the private page and for programs. */
import { parse } from 'node-html-parser'
import { beforeEach, describe, expect, it } from 'vitest'
import { openapi } from '../../../src/contract/openapi.ts'
import { DAY_MS, HOUR_MS } from '../../../src/duration.ts'
import type { InquiryChange } from '../../../src/inquiries/change.ts'
import { runOutbox } from '../../../src/mail/tries.ts'
import { NotDelivered } from '../../../src/ports.ts'
import { runHousekeeping } from '../../../src/service/housekeeping.ts'
import { revokeMember } from '../../../src/staff/staff-member.ts'
import { readCalendar } from '../../calendar-file.ts'
import { addStaff, type Browser, openSession, openSignedInBrowser, setAddress } from '../browser.ts'
import { ask, change, type Sent, send, textOf } from '../../forms/status-client.ts'
import { presentState } from '../../inquiries/member-change.ts'
import { call, sendLegacy } from '../../mcp/mcp-client.ts'
import { agent, useAgent } from '../../test-agent.ts'
import { AREAS, BASE, FIRM, VALID_INQUIRY } from '../../test-desk.ts'
import { pairsOf } from './desk-client.ts'
import { yamlOf } from '../../table.ts'

useAgent()

const EXPECTED = yamlOf<{ status: object; booking: [boolean, string, InquiryChange[]][] }>(
  'tests/desk/inquiries/appointment-journey.yaml',
)
const PERSON = VALID_INQUIRY.email
const MEMBER = 'olive@firm.example'
let staff: Browser & { id: string }
let sent: Sent
beforeEach(async () => {
  staff = await openSignedInBrowser(agent, 'Olive Owner')
  await setAddress(agent, staff.id, MEMBER)
  sent = await send({ phone: '+1 386 555 0187 after 5' })
  await newMails()
})

const page = () => `/desk/inquiries/${sent.reference}/appointment?${new URLSearchParams({ received: sent.receivedAt })}`

/** Sends the form of the desk as it stands, with other values. */
async function submit(values: Record<string, string>) {
  const fields = parse((await staff.get(page())).html).querySelectorAll('main input[name], main select[name]')
  return staff.post(page(), { ...Object.fromEntries(pairsOf(fields)), what: 'set', ...values })
}

async function newMails() {
  await runOutbox(agent.service)
  return agent.mails.splice(0)
}
const TUESDAY = { day: '2026-12-01', time: '09:30', minutes: '30', kind: 'we_call' }
const entriesIn = (mails: Awaited<ReturnType<typeof newMails>>) =>
  mails.map(({ to, calendar }) => {
    const found = calendar && readCalendar(calendar.content)
    const [entry] = found?.entries ?? []
    const { uid, sequence, status } = entry ?? {}
    return { to, method: found?.calendar.method, uid, sequence: Number(sequence), status }
  })

it('is made, moved, reminded of and held', async () => {
  expect((await submit(TUESDAY)).text).toContain('an appointment needs the mark “No conflict”')
  await change(sent, { finding: 'none' })
  expect((await submit(TUESDAY)).status).toBe(303)
  const made = await newMails()
  const entries = entriesIn(made)
  const methods = Object.fromEntries(entries.map(({ to, method }) => [to, method]))
  expect(methods).toMatchObject({ [PERSON]: 'REQUEST', [MEMBER]: 'PUBLISH', [FIRM.email]: 'PUBLISH' })
  const forMember = made.find(({ to }) => to === MEMBER)
  expect(forMember?.calendar?.content).not.toContain('ATTENDEE')
  expect(forMember?.text).toContain('We call the person · 30 minutes · with Olive Owner')
  expect(readCalendar(forMember?.calendar?.content ?? '').entries).toMatchObject([
    { location: 'We call the person', description: expect.stringContaining('/desk/inquiries/') as string },
  ])
  const said = /Tuesday, December 1, 9:30 a\.m\.[^]*Call us if you cannot come/
  expect(made.find(({ to }) => to === PERSON)?.text).toMatch(said)

  const { body } = await ask(sent.path)
  expect(body).toMatchObject(EXPECTED.status)
  expect((await call('get_inquiry_status', { status_url: BASE + sent.path })).structuredContent).toEqual(body)
  const shown = parse(await textOf(sent.path)).text.replace(/\s+/g, ' ')
  expect(shown).toContain('Your appointment: Tuesday, December 1, 9:30 a.m.')
  expect(shown).toContain('Eastern time · we will call you at …\u20600187 · with Olive Owner, attorney')
  expect(await textOf(`/es${sent.path}`)).toContain('le llamaremos al …\u20600187')
  const file = String((await agent.get('status', `${sent.path}?calendar`, { Accept: 'text/calendar' })).body.text)
  const times = { dtstart: '2026-12-01T14:30:00Z', location: 'we will call you at …\u20600187' }
  expect(readCalendar(file).entries).toMatchObject([{ uid: entries[0]?.uid, ...times }])

  const otherOffice = { address: { ...FIRM.address, street: '5 Court Street' } }
  agent.service.firm = { ...FIRM, offices: [...FIRM.offices, otherOffice] }
  const atOffice = { day: '2026-12-03', time: '14:00', kind: 'office' }
  expect((await submit(atOffice)).text).toContain('Choose the office.')
  expect((await submit({ ...atOffice, place: '5 Court Street, Palatka, FL 32177' })).status).toBe(303)
  expect(await textOf(sent.path)).toContain('at our office, 5 Court Street, Palatka, FL 32177')
  const moved = entriesIn(await newMails())
  expect(new Set([...entries, ...moved].map(({ uid }) => uid)).size).toBe(1)
  expect(Math.min(...moved.map(({ sequence }) => sequence))).toBeGreaterThan(entries[0]?.sequence ?? 0)
  agent.advance(9 * DAY_MS + HOUR_MS)
  const reminded = async () =>
    (await newMails()).flatMap(({ subject, to }) => (/[Aa]ppointment/.test(subject) ? [to] : [])).sort()
  // The day before the old hour, and that before the new one.
  expect(await reminded()).toEqual([])
  agent.advance(2 * DAY_MS + 4 * HOUR_MS)
  expect(await reminded()).toEqual([PERSON, MEMBER].sort())
  agent.advance(17 * HOUR_MS)
  // A session ends after a day.
  staff = Object.assign(await openSession(agent, staff.id), { id: staff.id })
  const early = (await submit({ what: 'held' })).text
  for (const words of ['has not begun yet', 'Olive Owner, English, Spanish, Area animal_law'])
    expect(early).toContain(words)
  expect((await staff.get('/desk')).text).toMatch(
    /Appointments[^]*2:00 p\.m\.[^]*At the office, 5 Court Street[^]*Olive Owner/,
  )
  agent.advance(7 * HOUR_MS)
  staff = Object.assign(await openSession(agent, staff.id), { id: staff.id })
  expect(await textOf(sent.path)).toContain('Your appointment is over')
  await change(sent, { contact: 'answered' })
  expect(await textOf(sent.path)).toContain('We have answered you')
  expect((await submit({ what: 'held' })).headers.get('location')).toContain('did=appointment')
  expect((await ask(sent.path)).body).toMatchObject({ status: 'answered' })
  expect(await textOf(sent.path)).toContain('Your appointment is over')
  await change(sent, { contact: 'answered' })
  expect(await textOf(sent.path)).toContain('We have answered you')
  expect(await newMails()).toEqual([])
})

/** What each mail says, with the name that the address has in `BOXES`. */
const newsIn = (mails: Awaited<ReturnType<typeof newMails>>) =>
  mails.map(({ to, subject }) => `${BOXES[to]}: ${/set|moved|cancell?ed|your appointment$/.exec(subject)?.[0]}`).sort()
const BO = 'bo@firm.example'
const BOXES: Partial<Record<string, string>> = {
  [PERSON]: 'person',
  [MEMBER]: 'Olive',
  [BO]: 'Bo',
  [FIRM.email]: 'firm',
}

it('is never called moved or canceled to those who have not heard of it', async () => {
  const { id: bo } = await addStaff(agent, 'Bo', false)
  await setAddress(agent, bo, BO)
  await change(sent, { finding: 'none' })
  const announced = ['Olive: set', 'firm: set', 'person: your appointment']
  await submit(TUESDAY)
  await submit({ what: 'cancelled' })
  expect(await newMails()).toEqual([])
  await submit(TUESDAY)
  await submit({ ...TUESDAY, time: '11:00' })
  expect(newsIn(await newMails())).toEqual(announced)
  await submit({ ...TUESDAY, member: bo })
  expect(newsIn(await newMails())).toEqual(['Bo: set', 'Olive: canceled', 'firm: moved', 'person: moved'])
  await submit({ what: 'cancelled' })
  expect(newsIn(await newMails())).toEqual(['Bo: canceled', 'firm: canceled', 'person: canceled'])
  const { mailer } = agent.service
  agent.service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
  await submit(TUESDAY)
  await newMails()
  await submit({ ...TUESDAY, member: bo })
  agent.service.mailer = mailer
  expect(newsIn(await newMails())).toEqual(['Bo: set', 'firm: set', 'person: your appointment'])
})

it('keeps what was typed until something of it changes, and shows a member who has left', async () => {
  const { id: bo } = await addStaff(agent, 'Bo', false)
  await change(sent, { finding: 'none' })
  const video = { ...TUESDAY, kind: 'video', member: bo, url: 'https://video.example/1' }
  const stale = { seen: '1' }
  await submit(video)
  expect((await submit(video)).text).toContain('This is the appointment as it is.')
  expect((await submit({ ...video, ...stale, url: 'https://video.example/2' })).text).toContain('Someone else changed')
  expect((await submit({ ...video, url: 'https://video.example/2' })).status).toBe(303)
  await revokeMember(agent.service, bo)
  const { html, text } = await staff.get(page())
  expect(text.replace(/\s+/g, ' ')).toMatch(/9:30 a\.m\. with Bo\./)
  expect(parse(html).querySelector('[name=member] [selected]')?.text).toBe('Bo (no longer works here)')
  expect((await submit({ time: '11:00' })).text).toContain('Choose a current member of staff.')
})

it('is listed on its day in Florida, until midnight there', async () => {
  await change(sent, { finding: 'none' })
  agent.advance(12 * HOUR_MS)
  staff = Object.assign(await openSession(agent, staff.id), { id: staff.id })
  await submit(TUESDAY)
  expect((await ask(sent.path)).body).toMatchObject({ updatedOn: '2026-11-21' })
  const listed = async () =>
    /Appointments[^]*?9:30/.exec((await (await openSession(agent, staff.id)).get('/desk')).text)?.[0]
  // By UTC it is Tuesday already, and then Wednesday.
  agent.advance(9 * DAY_MS + HOUR_MS)
  expect(await listed()).toBeUndefined()
  agent.advance(23 * HOUR_MS)
  expect(await listed()).toMatch(/^[^,]*$/)
})

it.each(['conflict', 'declined', 'erased'] as const)('is canceled when the inquiry is %s', async (how) => {
  await change(sent, { finding: 'none' })
  await submit(TUESDAY)
  const [made] = entriesIn(await newMails())
  if (how === 'conflict') await change(sent, { finding: 'conflict' })
  else if (how === 'declined') await change(sent, { status: 'declined' })
  else {
    const erase = page().replace('/appointment', '/erase')
    const form = parse((await staff.get(erase)).html).querySelectorAll('main form input[name]:not([name=confirm])')
    const fields = [...pairsOf(form), ['confirm', sent.reference] as [string, string]]
    const erased = await staff.post(erase.split('?')[0] ?? '', fields)
    expect(erased.text).toContain('is erased')
    // It removes what is left of erased inquiries, but not the mails that follow from the erasure.
    await runHousekeeping(agent.service)
  }
  const last = await newMails()
  expect(last.find(({ to }) => to === PERSON)?.text).not.toMatch(/cannot come|See your appointment/)
  const cancelled = entriesIn(last)
  for (const [to, method] of Object.entries({ [PERSON]: 'CANCEL', [MEMBER]: 'PUBLISH' }))
    expect(cancelled.find((mail) => mail.to === to)).toMatchObject({ method, uid: made?.uid, status: 'CANCELLED' })
  expect((await ask(sent.path)).body).not.toHaveProperty('appointment')
  const said = { conflict: 'Your appointment was canceled', declined: 'This message is closed', erased: '' }
  expect(await textOf(sent.path)).toContain(said[how])
  agent.advance(9 * DAY_MS)
  expect((await newMails()).filter(({ subject }) => /appointment is soon/.test(subject))).toEqual([])
})

it('a message left on the telephone keeps the inquiry unanswered, and the page asks for a call', async () => {
  const inquiry = `/desk/inquiries/${sent.reference}`
  const post = (contact: string, seen: number) =>
    staff.post(inquiry, { what: 'contact', contact, seen: String(seen), received: sent.receivedAt })
  await post('message', 0)
  expect(await textOf(sent.path)).toContain('We called and left a message. Please call us: ')
  expect((await ask(sent.path)).body).not.toMatchObject({ status: 'answered' })
  await post('answered', 1)
  expect((await ask(sent.path)).body).toMatchObject({ status: 'answered' })
})

describe('the booking page', () => {
  const URL = 'https://book.example/olive'
  const LETTER = { what: 'reply', note: `Choose: ${URL.replace('book', 'BOOK')}` }
  const inquiryPage = () => page().replace('/appointment', '')
  const reply = async (values: Record<string, string>) => {
    const { seq } = (await presentState(agent, sent)) ?? expect.unreachable()
    return staff.post(inquiryPage(), { ...LETTER, seen: String(seq), received: sent.receivedAt, ...values })
  }
  const offered = async () => {
    const shown = await Promise.all(['', '/es'].map((folder) => textOf(`${folder}${sent.path}`)))
    const { body } = await ask(sent.path)
    const letters = (await staff.get(inquiryPage())).html
    return [...shown.map((html) => html.includes(URL)), body.booking_url === URL, letters.includes('Choose a time')]
  }
  beforeEach(() => {
    agent.service.firm = { ...FIRM, bookingUrl: URL }
  })

  it.each(EXPECTED.booking)('is linked (%s) %s', async (isLinked, _when, changes) => {
    await change(sent, ...changes)
    expect(await offered()).toEqual(Array(4).fill(isLinked))
    const answer = await reply({})
    expect(answer.status).toBe(isLinked ? 303 : 422)
    if (!isLinked) expect(answer.html).toContain(LETTER.note)
    expect((await newMails()).length).toBe(isLinked ? 1 : 0)
  })

  it('is not linked while an appointment stands', async () => {
    await change(sent, { finding: 'none' })
    await submit(TUESDAY)
    expect(await offered()).toEqual(Array(4).fill(false))
    expect((await reply({})).text).toContain('The link of the booking page can be sent only after')
    await submit({ what: 'cancelled' })
    expect(await offered()).toEqual(Array(4).fill(true))
  })

  it('is what the letter says, and tools describe it', async () => {
    await change(sent, { finding: 'none' })
    expect((await staff.get(`${inquiryPage()}&letter=choose`)).html).toContain(`choose: ${URL}`)
    const { structuredContent } = await call('get_inquiry_status', { status_url: BASE + sent.path })
    expect(structuredContent).toMatchObject({ booking_url: URL })
    expect((await reply({ note: 'Choose: {booking}' })).text).toContain('Still to fill in: {booking}.')
  })

  it('has no word where the firm has none', async () => {
    agent.service.firm = FIRM
    await change(sent, { finding: 'none' })
    expect(await offered()).toEqual(Array(4).fill(false))
    expect(JSON.stringify([openapi(BASE, FIRM, AREAS), (await sendLegacy('tools/list')).text])).not.toMatch(/booking/)
  })
})
