/** The first page, which counts what is open and says what waits. */
import { parse } from 'node-html-parser'
import { expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/duration.ts'
import { storeMail } from '../../../src/mail/outbox.ts'
import { runOutbox } from '../../../src/mail/tries.ts'
import { NotDelivered, StoreUnavailable } from '../../../src/ports.ts'
import { OPEN_PREFIX, putInquiry } from '../../../src/inquiries/sealed-inquiry.ts'
import { createService } from '../../../src/service/service.ts'
import { ALARMING_FAILURES } from '../../../src/store/stored-message.ts'
import { SAMPLE_RECORD } from '../../inquiries/many-inquiries.ts'
import { jsonRequest } from '../../test-desk.ts'
import { addStaff, openSession, setAddress } from '../browser.ts'
import { CLERK, OWNER, rowsOf, desk, textsIn, useDeskClient, valuesIn } from './desk-client.ts'

useDeskClient()

/** The message failed so often that the staff see it. */
async function failMail(subject: string): Promise<void> {
  const at = '2026-11-20T12:00:00.000Z'
  const tried = { tries: ALARMING_FAILURES, step: ALARMING_FAILURES, since: at, dueAt: at, reason: 'EENVELOPE 550' }
  await storeMail(desk.store, { id: `linked-${subject}`, at, sealed: '', ...tried })
}

const alertOf = async () => (await desk.get('')).root.querySelector('[role=alert]')?.text

it('counts what is open and says what waits longest, and what is late', async () => {
  const oldest = await desk.inquire()
  desk.advance(HOUR_MS)
  const second = await desk.inquire()
  const done = await desk.inquire()
  await desk.change(second, 'save', { assignee: CLERK.id })
  await desk.change(done, 'save', { status: 'spam' })
  for (const subject of ['one', 'two', 'three']) await failMail(subject)
  await desk.send('identity', '/agent/identity', jsonRequest({ type: 'service_auth', login_hint: 'ana@example.com' }))
  const today = async () => {
    const { root, markup } = await desk.get('')
    const numbers = textsIn(markup, '.figures dd')
    return {
      sentence: root.querySelector('p:not(.summary, .news)')?.text,
      link: root.querySelector('p:not(.summary, .news) a')?.getAttribute('href'),
      figures: Object.fromEntries(textsIn(markup, '.figures dt').map((name, index) => [name, numbers[index]])),
      rows: rowsOf(markup),
      columns: textsIn(markup, 'thead th'),
    }
  }
  expect(await today()).toEqual({
    sentence: 'No one waits longer than we promise.',
    link: '/desk/staff',
    figures: { New: '2', Mine: '1', 'Claims waiting': '1', 'Failed mail': '3 not delivered' },
    rows: [oldest, second],
    columns: ['Name', 'Age', 'Other side', 'Topic and message'],
  })
  desk.advance(4 * DAY_MS)
  expect(await today()).toMatchObject({
    sentence: '2 people have waited longer than we promise',
    link: '/desk/inquiries?status=late',
  })
  await desk.change(oldest, 'save', { status: 'contacted' })
  expect(await today()).toMatchObject({
    sentence: '1 person has waited longer than we promise',
    figures: { New: '1', Contacted: '1' },
    rows: [second],
  })
  expect((await desk.open(second)).text).toContain('late since')
  expect((await desk.open(oldest)).text).not.toContain('late since')
})

it('leads to the urgent ones until somebody has answered, and to those with a court date or deadline, the next first', async () => {
  const linkTo = async (status: string) => (await desk.get('')).root.querySelector(`a[href$="status=${status}"]`)?.text
  const urgent = await desk.inquire({ urgent: true, date: '2026-12-15' })
  const later = await desk.inquire({ date: '2026-11-28' })
  const next = await desk.inquire({ date: '2026-11-22' })
  const closed = await desk.inquire({ date: '2026-11-23' })
  await desk.inquire()
  await desk.change(closed, 'save', { status: 'closed' })
  expect(await linkTo('dated')).toBe('2 court dates or deadlines within 7 days: the next is tomorrow')
  const list = (await desk.get('/inquiries?status=dated')).markup
  expect(list).not.toContain('left out')
  expect(rowsOf(list)).toEqual([next, later, urgent])
  expect(textsIn(list, '.badge[title]')).toEqual(['date tomorrow', 'date in 7 days', 'date in 24 days'])
  expect((await desk.open(next)).text).toContain('November 22, 2026, tomorrow, as the person says')
  expect(await linkTo('urgent')).toBe('1 person marked a message as urgent')
  const ofUrgent = (await desk.get('/inquiries?status=urgent')).markup
  expect([rowsOf(ofUrgent), textsIn(ofUrgent, 'tbody .badge')[0]]).toEqual([[urgent], 'urgent'])
  await desk.change(urgent, 'save', { status: 'contacted' })
  expect(await linkTo('urgent')).toBeUndefined()
})

it('leads to those to look at again: on the day that was set, and a week after an answer of the firm', async () => {
  const dated = await desk.inquire()
  desk.advance(HOUR_MS)
  const silent = await desk.inquire()
  await desk.change(dated, 'save', { status: 'contacted', followUp: '2026-11-23' })
  await desk.change(silent, 'save', { status: 'contacted' })
  const due = async () => {
    const link = (await desk.get('')).root.querySelector('a[href$="status=due"]')
    return [link?.text, rowsOf((await desk.get('/inquiries?status=due')).markup)]
  }
  // Late in the evening in Florida, where it is a day earlier than by UTC.
  desk.advance(36 * HOUR_MS)
  expect(await due()).toEqual([undefined, []])
  desk.advance(HOUR_MS)
  expect(await due()).toEqual(['1 inquiry to look at again', [dated]])
  expect((await desk.open(dated)).text).toContain('look again Since November 23, 2026.')
  desk.advance(6 * DAY_MS)
  expect(await due()).toEqual(['2 inquiries to look at again', [dated, silent]])
  expect((await desk.open(silent)).text).toContain('No answer for a week.')
  for (const reference of [dated, silent]) await desk.change(reference, 'contact', { contact: 'answered' })
  expect(await due()).toEqual([undefined, []])
})

it('has one page of inquiries by date, and says when some are left out', async () => {
  const sealed = await desk.service.inbox.seal(SAMPLE_RECORD)
  for (let index = 0; index <= 500; index++) {
    const id = { receivedAt: `2026-11-20T00:00:00.${String(index).padStart(3, '0')}Z`, reference: 'K7QM-2F9D' }
    const value = { sealed, intake: { date: '2026-12-15' }, changes: [], mail: [], hints: [] }
    await putInquiry(desk.store, id, { value })
  }
  const searched = await desk.post('/inquiries', { search: 'zoe', status: 'dated' })
  for (const { text } of [await desk.get('/inquiries?status=dated'), searched]) {
    expect(text).toContain('the latest dates were left out')
    expect(text).not.toMatch(/Older|Search further back/)
  }
})

it('says in one line when nothing can be stored, and shows nothing that it could not record', async () => {
  await desk.inquire({ name: 'Ana Example' })
  const browser = await openSession(desk, CLERK.id)
  const shown = async () => {
    const { status, html } = await browser.get('/desk')
    return [status, parse(html).querySelector('main [role=alert]')?.text, html.includes('Ana Example')]
  }
  expect(await shown()).toEqual([200, undefined, true])
  desk.store.readOnly = ''
  // The last check of the store still counts, but the visit cannot be recorded.
  const warning = expect.stringMatching(/^Nothing can be stored just now \(write\): the site accepts no inquiry/)
  expect(await shown()).toEqual([200, warning, false])
  // Now only what the check itself needs fails.
  desk.advance(5 * SECOND_MS)
  desk.store.readOnly = 'checks/'
  expect(await shown()).toEqual([200, warning, false])
  desk.store.readOnly = undefined
  desk.advance(5 * SECOND_MS)
  expect(await shown()).toEqual([200, undefined, true])
})

it('teaches while it is empty: what to do first; the list of clients is for owners', async () => {
  const steps = async (user = OWNER) => valuesIn((await desk.get('', user)).markup, '.steps a', 'href')
  expect(await steps()).toEqual(['/desk/staff', '/desk/clients', '/contact/'])
  expect(await steps(CLERK)).toEqual(['/desk/staff', '/contact/'])
  await desk.inquire()
  expect(await steps()).toEqual([])
})

it('says that the database is damaged, and what it can still read; another page says so in place of what it cannot', async () => {
  await desk.inquire({ name: 'Ana Example' })
  const browser = await openSession(desk, CLERK.id)
  const damaged = { ...desk.store, damage: () => 'page 7' }
  desk.service.store = damaged
  const today = await browser.get('/desk')
  expect([today.status, today.text]).toEqual([200, expect.stringContaining('The database is damaged: ')])
  expect(today.text).toContain('Ana Example')
  damaged.list = (prefix) =>
    prefix === OPEN_PREFIX ? Promise.reject(new StoreUnavailable('could not list')) : desk.store.list(prefix)
  const list = await browser.get('/desk/inquiries')
  expect([list.status, list.text]).toEqual([503, expect.stringContaining('The database is damaged: ')])
})

it('says in one line when there is no mail server, when mail is stuck, and when none has gone out for five minutes', async () => {
  const { mailer } = desk.service
  Object.assign(desk.service, { mailer: undefined })
  expect(await alertOf()).toMatch(/^No e-mail is sent .* to set MAIL_URL\.$/)
  Object.assign(desk.service, { mailer: { send: () => Promise.reject(new NotDelivered('ECONNECTION')) } })
  await desk.inquire()
  desk.advance(2 * MINUTE_MS)
  await desk.inquire({ email: 'bea@example.com' })
  desk.advance(2 * MINUTE_MS)
  await runOutbox(desk.service)
  expect(await alertOf()).toBeUndefined()
  desk.advance(MINUTE_MS)
  // A notice to the firm and a receipt for each.
  expect(await alertOf()).toMatch(/^Mail has not been sent since 10:04 a\.m\.: 4 messages wait /)
  Object.assign(desk.service, { mailer })
  desk.advance(HOUR_MS)
  await runOutbox(desk.service)
  expect(await alertOf()).toBeUndefined()
  await failMail('one')
  expect(await alertOf()).toBe('Mail is stuck: 1 not delivered, see Mail.')
  desk.store.readOnly = 'checks/'
  desk.advance(5 * SECOND_MS)
  expect(await alertOf()).toMatch(/^Nothing can be stored just now .* Mail is stuck: 1 not delivered, see Mail\.$/)
})

it('says when messages are kept for another time than the privacy page states, as the log does at the start', async () => {
  const log = vi.fn()
  const start = async (retentionDays: number) =>
    (await createService({ ...desk.service, retentionDays, log })).statedRetentionDays
  expect([await start(180), log.mock.calls, await alertOf()]).toEqual([180, [], undefined])
  await start(365)
  expect(log.mock.calls).toEqual([['retention.differs', { pages: 180, setting: 365 }]])
  desk.service.retentionDays = 365
  const words = 'The privacy page says that messages are kept for 180 days, but RETENTION_DAYS is 365.'
  expect(await alertOf()).toContain(words)
})

it('warns while no owner has an address for reminders, and no member on call one for urgent messages', async () => {
  const [NO_OWNER, NO_ONE] = [
    'Reminders of late inquiries and of dates reach no owner.',
    'Urgent messages reach no one',
  ]
  const warnings = async () => {
    const { text } = await desk.get('')
    return [NO_OWNER, NO_ONE].filter((one) => text.includes(one))
  }
  await setAddress(desk, CLERK.id, 'carl@firm.example')
  expect(await warnings()).toEqual([NO_OWNER, NO_ONE])
  await setAddress(desk, OWNER.id, 'olga@firm.example')
  expect(await warnings()).toEqual([NO_ONE])
  const { id } = await addStaff(desk, 'Nora Night', false, { onCall: true })
  await setAddress(desk, id, 'nora@firm.example')
  expect(await warnings()).toEqual([])
})
