/** Mail to the staff: what somebody else assigns to them, and once a day what is late. It names references only. */
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import { listOpenRecords } from '../../src/mail/outbox.ts'
import { remindStaff } from '../../src/service/staff-mail.ts'
import { changeMember, revokeMember, withRoles } from '../../src/staff/staff-member.ts'
import { setAddress } from '../desk/browser.ts'
import { makeChanges, tryChange } from '../inquiries/member-change.ts'
import { CLERK, desk, useDeskClient, OWNER } from '../desk/inquiries/desk-client.ts'

const CARL = 'carl@firm.example'
const OLGA = 'olga@firm.example'
useDeskClient()
beforeEach(() => setAddress(desk, CLERK.id, CARL))

const run = async () => {
  await remindStaff(desk.service)
  return runOutbox(desk.service)
}
const inquire = async () => {
  const reference = await desk.inquire()
  desk.mails.length = 0
  return reference
}
const sent = () => desk.mails[0] ?? expect.unreachable('no mail was sent')
const assign = (reference: string, assignee: string, by = OWNER) => desk.change(reference, 'save', { assignee }, by)

it('the mail about an assignment names the reference and links to the desk, and tells nothing of the person or the colleague', async () => {
  const reference = await inquire()
  expect((await assign(reference, CLERK.id)).status).toBe(303)
  await run()
  expect(desk.mails).toMatchObject([{ to: CARL, subject: `Inquiry ${reference} is assigned to you` }])
  const { text, html } = sent()
  expect(text).toContain(`https://www.example.com/desk/inquiries/${reference}`)
  expect(`${text} ${html}`).not.toMatch(/Ana|accident|ana@|Olga|Carl Clerk/)
  await run()
  expect(desk.mails).toHaveLength(1)
})

it.each([
  ['by themselves', CLERK.id, CLERK],
  ['to a member without an address', OWNER.id, CLERK],
  ['to no one', '', OWNER],
])('the mail about an assignment is not sent when it is assigned %s', async (_what, assignee, by) => {
  const reference = await inquire()
  if (assignee === '') await assign(reference, CLERK.id, CLERK)
  expect((await assign(reference, assignee, by)).status).toBe(303)
  await run()
  expect(desk.mails).toEqual([])
})

const urgent = async (more = {}) => {
  const reference = await desk.inquire({ urgent: true, ...more })
  return desk.mails.filter(({ subject }) => subject === `Urgent: inquiry ${reference}`)
}

it('the mail about an urgent inquiry goes at once to the members on call, else to the owners, and names the reference only', async () => {
  await setAddress(desk, OWNER.id, OLGA)
  const [mail, ...others] = await urgent()
  expect([mail?.to, others]).toEqual([OLGA, []])
  expect(mail?.text).not.toMatch(/Ana|accident/)
  for (const { id } of [CLERK, OWNER])
    await changeMember(desk.service, id, withRoles({ owner: id === OWNER.id, lawyer: false, onCall: true }))
  expect((await urgent()).map(({ to }) => to).sort()).toEqual([CARL, OLGA])
})

it('the mail about an urgent inquiry is not sent when the message may be spam', async () => {
  await setAddress(desk, OWNER.id, OLGA)
  expect(await urgent({ message: 'https://a.example https://b.example https://c.example' })).toEqual([])
})

/** From Saturday to Tuesday, half past ten in Florida: Monday was the one business day. */
const waitUntilLate = () => desk.advance(3 * DAY_MS + 30 * MINUTE_MS)

it('the mail about late inquiries comes once a day, with those of the member and those of no one, longest waiting first', async () => {
  await setAddress(desk, OWNER.id, OLGA)
  const [first, second, third] = [await inquire(), await inquire(), await inquire()]
  await assign(first, CLERK.id, CLERK)
  await assign(second, OWNER.id)
  await run()
  expect(desk.mails).toEqual([])
  waitUntilLate()
  for (let runs = 0; runs < 3; runs++) {
    await run()
    desk.advance(HOUR_MS)
  }
  const subjects = [CARL, OLGA].map((to) => `${to}: Late inquiries: 2`)
  expect(desk.mails.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual(subjects)
  const textTo = (to: string) => desk.mails.find((mail) => mail.to === to)?.text ?? ''
  expect(textTo(CARL)).toContain(`Assigned to you:\n${first}\n\nAssigned to no one:\n${third}\n`)
  expect(textTo(OLGA)).toContain(`Assigned to you:\n${second}\n\nAssigned to no one:\n${third}\n`)
  expect(textTo(CARL)).toContain('https://www.example.com/desk\n')
  expect(textTo(CARL)).not.toMatch(/Ana|accident|Olga|Carl/)
  expect(desk.store.records.has('reminders/2026-11-24')).toBe(true)
  desk.advance(DAY_MS)
  await run()
  expect(desk.mails).toHaveLength(4)
})

it('the mail about late inquiries names those to look at again: on the day that was set, and a week after a contact without an answer', async () => {
  const [dated, silent, heard] = [await desk.submit(), await desk.submit(), await desk.submit()]
  // In the evening in Florida, it is the next day by UTC.
  desk.advance(10 * HOUR_MS)
  await makeChanges(desk, dated, { status: 'contacted' }, { followUp: '2026-11-24' })
  await makeChanges(desk, silent, { status: 'contacted', contact: 'message' })
  await makeChanges(desk, heard, { status: 'contacted', contact: 'message' }, { contact: 'answered' })
  const said: string[] = []
  for (let day = 21; day < 30; day++) {
    desk.mails.length = 0
    await run()
    said.push(...desk.mails.map(({ subject, text }) => `${day} ${subject}: ${/week\.\n([^]*?)\n\n/.exec(text)?.[1]}`))
    desk.advance(DAY_MS)
    // Once the person was spoken to, no more is said of it.
    if (day === 25) await makeChanges(desk, dated, { contact: 'answered' })
  }
  const days = { 24: dated, 25: dated, 28: silent, 29: silent }
  const mails = Object.entries(days).map(([day, id]) => `${day} Inquiries to look at again: 1: ${id.reference}`)
  expect(said).toEqual(mails)
  expect(await tryChange(desk, silent, { followUp: '2026-11-30' })).toBe('done')
  expect(await tryChange(desk, silent, { followUp: '2026-11-29' })).toBe('no-day')
  expect(await tryChange(desk, silent, { followUp: '../x' })).toBe('no-day')
})

it('the mail about late inquiries waits for eight in the morning of the office', async () => {
  await inquire()
  waitUntilLate()
  desk.advance(21 * HOUR_MS + 24 * MINUTE_MS)
  expect(desk.service.clock.now().toISOString()).toBe('2026-11-25T12:58:05.000Z')
  await run()
  expect(desk.mails).toEqual([])
  desk.advance(2 * MINUTE_MS)
  await run()
  expect(desk.mails).toHaveLength(1)
})

it('the mail about late inquiries comes to no one who has no address or was revoked, and what those had belongs to no one', async () => {
  const reference = await inquire()
  await setAddress(desk, OWNER.id, OLGA)
  await assign(reference, CLERK.id, CLERK)
  await revokeMember(desk.service, CLERK.id)
  waitUntilLate()
  await run()
  expect(desk.mails.map(({ to }) => to)).toEqual([OLGA])
  expect(sent().text).toContain(`Assigned to no one:\n${reference}`)
  expect(sent().text).not.toContain('Assigned to you')
})

it('the mail about late inquiries is sent once when two processes look at the same time, and again when the store failed', async () => {
  await inquire()
  waitUntilLate()
  desk.store.readOnly = 'reminders/'
  await run()
  expect(desk.logged()).toContain('"outbox.interrupted","reason":"reminders"')
  desk.store.readOnly = undefined
  await Promise.all([run(), run()])
  await run()
  expect([desk.mails.length, await listOpenRecords(desk.store)]).toEqual([1, []])
})

it('the mail about late inquiries names twenty, and counts the rest', async () => {
  const references: string[] = []
  for (let number = 0; number < 22; number++) references.push(await desk.later({}))
  desk.mails.length = 0
  waitUntilLate()
  await run()
  const { text } = sent()
  expect(text).toContain(`${references[19]}\nand 2 more`)
  expect(text).not.toContain(references[20])
})

const named = (to: string) =>
  desk.mails
    .filter((mail) => mail.to === to && mail.subject.startsWith('Upcoming dates'))
    .map(({ text }) => text.match(/[A-Z]\w+ \d+, 2026: [-\w]+/g))

it('the mail about court dates and deadlines comes seven, three and one days before, once each, to the owner and to the member with the inquiry', async () => {
  await setAddress(desk, OWNER.id, OLGA)
  const dated = async (date: string) => (await desk.submit({ date })).reference
  const [first, second] = [await dated('2026-12-01'), await dated('2026-11-29')]
  const closed = await dated('2026-12-01')
  for (const reference of [first, second, closed])
    await desk.change(reference, 'save', { status: reference === closed ? 'closed' : 'contacted' })
  await assign(first, CLERK.id, CLERK)
  const mailed: [day: string, owner: unknown, clerk: unknown][] = []
  for (let day = 21; day <= 33; day++) {
    desk.mails.length = 0
    // Two runs a day, of processes that know nothing of each other but the store.
    await Promise.all([run(), run()])
    if (desk.mails.some(({ subject }) => subject.startsWith('Upcoming dates')))
      mailed.push([desk.service.clock.now().toISOString().slice(0, 10), named(OLGA), named(CARL)])
    desk.advance(DAY_MS)
  }
  const [one, two] = [`December 1, 2026: ${first}`, `November 29, 2026: ${second}`]
  expect(mailed).toEqual([
    ['2026-11-22', [[two]], []],
    ['2026-11-24', [[one]], [[one]]],
    ['2026-11-26', [[two]], []],
    ['2026-11-28', [[two, one]], [[one]]],
    ['2026-11-30', [[one]], [[one]]],
  ])
  expect(JSON.stringify(desk.mails)).not.toMatch(/Ana|accident/)
})

it('the mail about court dates and deadlines comes with the next run about a date that is close when the inquiry comes', async () => {
  await setAddress(desk, OWNER.id, OLGA)
  await run()
  const { reference: first } = await desk.submit({ date: '2026-11-22' })
  const { reference: second } = await desk.submit({ date: '2026-11-27' })
  const mailed: unknown[] = []
  for (let days = 0; days < 3; days++) {
    desk.mails.length = 0
    desk.advance(DAY_MS)
    await run()
    mailed.push(named(OLGA).flatMap((dates) => dates ?? []))
  }
  const [one, two] = [`November 22, 2026: ${first}`, `November 27, 2026: ${second}`]
  expect(mailed).toEqual([[one, two], [], [two]])
})

it('the mail about court dates and deadlines comes on the next day on which the service runs, if the date has not passed, and not after erasing', async () => {
  await setAddress(desk, CLERK.id, undefined)
  await setAddress(desk, OWNER.id, OLGA)
  await run()
  const { reference } = await desk.submit({ date: '2026-11-30' })
  const { reference: erased } = await desk.submit({ date: '2026-11-30', name: 'Bob Other', email: 'bob@example.com' })
  await desk.erase(erased)
  desk.mails.length = 0
  desk.advance(4 * DAY_MS)
  for (const mailed of [[`November 30, 2026: ${reference}`], []]) {
    await run()
    expect(named(OLGA).flatMap((dates) => dates ?? [])).toEqual(mailed)
    desk.mails.length = 0
    desk.advance(HOUR_MS)
  }
  desk.advance(7 * DAY_MS)
  await run()
  expect(named(OLGA)).toEqual([])
})
