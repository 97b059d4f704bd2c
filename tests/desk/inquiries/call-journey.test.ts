/** A call until the person has an answer: call → search → receipt → late → letter. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { runOutbox } from '../../../src/mail/outbox-runner.ts'
import { remindStaff } from '../../../src/service/staff-mail.ts'
import { changeAddress } from '../../../src/staff/staff-address.ts'
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
/** The texts of mails to an address since the last look. */
const mailTo = (address: string) => desk.mails.splice(0).flatMap(({ to, text }) => (to === address ? [text] : []))
const nextDay = async () => {
  desk.advance(DAY_MS)
  await remindStaff(desk.service)
  await runOutbox(desk.service)
}

it('plays: call → search → receipt → late → letter', async () => {
  for (const [{ id }, address] of [
    [CLERK, 'carl@firm.example'],
    [OWNER, 'olga@firm.example'],
  ] as const)
    await changeAddress(desk.service, id, { address, by: id })
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
  const page = () => desk.get(`/inquiries/${reference}`)
  await desk.settle()
  const receipt = mailTo(NAMES.email).join()
  expect(receipt).toContain('We will call you back by November 23, 2026')
  expect(receipt).not.toContain('You can expect an answer')
  const status = /https:\/\/\S+\/status\/\S+/.exec(receipt)?.[0] ?? ''
  const shown = async () => parse(await (await desk.send('status', new URL(status).pathname)).text()).text
  expect(await shown()).toMatch(/We have noted your call\s*We will call you back by/)

  // Two days on, nobody has called: late, and the owner and the member hear of it, by reference only.
  await nextDay()
  expect(mailTo('carl@firm.example').join()).not.toContain('longer for an answer')
  await nextDay()
  expect(mailTo('carl@firm.example').join()).toContain(
    `Call back today, as promised:\n${'November 23, 2026'}: ${reference}`,
  )
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
})

it('warns on Today while no owner has an address for reminders', async () => {
  const WARNING = 'No owner has an e-mail address at this desk'
  await changeAddress(desk.service, CLERK.id, { address: 'carl@firm.example', by: CLERK.id })
  expect((await desk.get('')).text).toContain(WARNING)
  await changeAddress(desk.service, OWNER.id, { address: 'olga@firm.example', by: OWNER.id })
  expect((await desk.get('')).text).not.toContain(WARNING)
})
