/** A call from the first ring to the client: call → search → mark → letter → date reminder → retained. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/duration.ts'
import { runOutbox } from '../../../src/mail/tries.ts'
import { remindStaff } from '../../../src/service/staff-mail.ts'
import { addStaff, setAddress } from '../browser.ts'
import { CLERK, OWNER, desk, fieldsOf, useDeskClient } from './desk-client.ts'

useDeskClient()

const NAMES = {
  name: 'Rosa Example',
  email: 'rosa@example.com',
  phone: '386 555 0187',
  otherParty: 'Gary Pitts',
  county: 'Putnam',
  date: '2026-12-01',
  language: 'en',
  noticesRead: 'yes',
}
/** Offered only after the mark. */
const LETTER = 'Appointment'
const mailTo = (address: string) => desk.mails.splice(0).flatMap(({ to, text }) => (to === address ? [text] : []))
const nextDay = async () => {
  desk.advance(DAY_MS)
  await remindStaff(desk.service)
  await runOutbox(desk.service)
}

it('plays: call → search → mark → letter → date reminder → retained', async () => {
  await setAddress(desk, CLERK.id, 'carl@firm.example')
  await setAddress(desk, OWNER.id, 'olga@firm.example')
  const found = await desk.post('/telephone', { ...NAMES, step: 'search' })
  expect(found.text).toContain('No match among the inquiries here.')
  const { redirect } = await desk.post('/telephone', [
    ...fieldsOf(found, '/telephone'),
    ['message', 'A lawyer for a dog bite.'],
    ['callBack', '2026-11-23'],
    ['receipt', 'yes'],
    ['step', 'store'],
  ])
  const reference = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(redirect ?? '')?.[0] ?? ''
  const page = () => desk.open(reference)
  await desk.settle()
  const receipt = mailTo(NAMES.email).join()
  expect(receipt).toContain('We will call you back by November 23, 2026')
  expect(receipt).not.toContain('We will answer')
  const status = /https:\/\/\S+\/status\/\S+/.exec(receipt)?.[0] ?? ''
  const shown = async () => parse(await (await desk.send('status', new URL(status).pathname)).text()).text
  expect(await shown()).toMatch(/We have noted your call[^]*We will call you back by/)

  // The other side writes: what was clear when the person called is not any more.
  desk.advance(MINUTE_MS)
  const other = await desk.inquire({ name: 'Gary Pitts', email: 'gary@pitts.example' })
  const folded = await page()
  expect(folded.text).toContain('may be adverse')
  expect(folded.text).not.toContain(LETTER)
  const early = await desk.change(reference, 'save', { status: 'retained' })
  expect([early.status, early.text]).toEqual([422, expect.stringContaining('only after a lawyer has marked it')])
  desk.advance(MINUTE_MS)
  await desk.change(reference, 'conflict', { finding: 'none', elsewhere: 'yes', note: 'Another Gary Pitts.' })
  const marked = await page()
  expect(marked.text).toContain('also in our system. Another Gary Pitts.')
  expect(marked.text).toContain(LETTER)
  await desk.change(other, 'conflict', { finding: 'none' })

  // Two days on, nobody has called: late, and the owner and the member hear of it, by reference only.
  await nextDay()
  expect(mailTo('carl@firm.example').join()).not.toContain('longer for an answer')
  await nextDay()
  expect(mailTo('carl@firm.example').join()).toContain(`Call back today, as promised:\nNovember 23, 2026: ${reference}`)
  // In the evening of that day.
  desk.advance(13 * HOUR_MS)
  expect((await page()).text).not.toContain('late since')
  desk.advance(-13 * HOUR_MS)
  await nextDay()
  expect((await page()).text).toContain('late since Monday, November 23')
  const reminders = desk.mails.map(({ text }) => text).join()
  expect(reminders).toContain('waited longer for an answer than they were promised')
  expect(reminders).toContain(`December 1, 2026: ${reference}`)
  expect(reminders).not.toMatch(/Rosa|Pitts|dog|0187/)

  await desk.change(reference, 'reply', { note: 'We would like to speak with you by telephone.', status: 'contacted' })
  await desk.settle()
  expect((await page()).text).not.toContain('late since')
  expect(await shown()).not.toContain('We have noted your call')
  const seen: string[] = []
  for (let day = 0; day < 7; day++) {
    desk.mails.length = 0
    await nextDay()
    if (mailTo('olga@firm.example').join().includes(reference))
      seen.push(desk.service.clock.now().toISOString().slice(0, 10))
  }
  expect(seen).toEqual(['2026-11-28', '2026-11-30'])
  expect((await desk.change(reference, 'save', { status: 'retained' })).status).toBe(303)
  expect((await page()).text).toContain('retained')
})

it('warns on Today while no owner has an address for reminders, and no member on call one for urgent messages', async () => {
  const WARNING = 'Reminders of late inquiries and of dates reach no owner.'
  await setAddress(desk, CLERK.id, 'carl@firm.example')
  expect((await desk.get('')).text).toContain(WARNING)
  await setAddress(desk, OWNER.id, 'olga@firm.example')
  expect((await desk.get('')).text).not.toContain(WARNING)
  const ON_CALL = 'Urgent messages reach no one on call.'
  expect((await desk.get('')).text).toContain(ON_CALL)
  const { id } = await addStaff(desk, 'Nora Night', false, { onCall: true })
  await setAddress(desk, id, 'nora@firm.example')
  expect((await desk.get('')).text).not.toContain(ON_CALL)
})
