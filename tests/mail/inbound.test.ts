/** E-mails as they arrive, one file each in `tests/mail/inbound/`, and what becomes of each. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { readInFull } from '../../src/inquiries/record.ts'
import { findReplyAddress, replyAddress } from '../../src/inquiries/status-address.ts'
import { readMessage } from '../../src/mail/inbound-message.ts'
import { outboxStatus } from '../../src/mail/outbox.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { takeMail } from '../../src/service/take-mail.ts'
import { BY } from '../inquiries/member-change.ts'
import { desk, STAFF_INBOX, useDesk } from '../test-desk.ts'
import { TEN_MEGABYTES } from './ten-megabytes.ts'

useDesk()
const INBOUND = 'reply@in.firm.example'
const FOLDER = 'tests/mail/inbound'

const addressOf = (id: InquiryId) => replyAddress(desk.service, INBOUND, id)
const threadOf = async (id: InquiryId) =>
  (await readInFull(desk.store, STAFF_INBOX, id))?.history.map(({ texts }) => texts[0] ?? 'A line: automatic.') ?? []

const MESSAGES = readdirSync(FOLDER).filter((file) => file.endsWith('.eml'))
it.each(MESSAGES)('%s has the result that stands beside it', async (file) => {
  const [own, other, erased] = [
    await desk.submit(),
    await desk.submit({ message: 'Another.' }),
    await desk.submit({ message: 'Gone.' }),
  ]
  await eraseInquiries(desk.service, STAFF_INBOX, [erased], { by: BY, keepsNames: false })
  desk.mails.length = 0
  let text = readFileSync(`${FOLDER}/${file}`, 'latin1')
  for (const [place, id] of Object.entries({ ERASEDCAPA: erased, OTHERCAPAB: other, CAPABILITY: own })) {
    const capability = (await addressOf(id)).slice('reply+'.length, -'@in.firm.example'.length)
    text = text.replaceAll(`${place}UP`, capability.toUpperCase()).replaceAll(place, capability)
  }
  const raw = Buffer.from(text, 'latin1')
  // However often it is delivered, it is there once.
  await Promise.all([takeMail(desk.service, raw), takeMail(desk.service, raw)])
  expect((await outboxStatus(desk.service)).outage).toBeUndefined()
  desk.advance(DAY_MS)
  await takeMail(desk.service, raw)
  await desk.settle()
  const [thread, otherThread] = [await threadOf(own), await threadOf(other)]
  const copies = desk.mails.filter(({ original = '' }) => Buffer.from(original, 'base64').equals(raw))
  const happened = [
    ...thread.map((words) => `In the thread:\n${words}`),
    ...otherThread.map((words) => `In the thread of the other inquiry:\n${words}`),
    ...copies.map(
      ({ to, subject, replyTo }) =>
        `To ${to}: ${subject.replace(/\w{4}-\w{4}/, '…')}, answered to ${replyTo ?? 'no one'}`,
    ),
    ...new Set(desk.logged().match(/(?<="mail.not-placed","reason":")\w+/g)),
  ]
  expect(`${happened.join('\n\n')}\n`).toBe(readFileSync(`${FOLDER}/${file.replace('.eml', '.txt')}`, 'utf8'))
  // The person gets no answer.
  expect(desk.mails.every(({ to }) => to === 'desk@firm.example')).toBe(true)
  // Nothing is stored or logged as it is.
  const lines = [...thread, ...otherThread].join('\n').split('\n')
  for (const line of lines.filter((one) => one.length > 10 && !/^\[|^A line/.test(one)))
    expect([...desk.store.records.values(), desk.logged()].join()).not.toContain(line)
})

it('the address is accepted by every mail server, and cannot be made from the reference or the private address', async () => {
  const id = await desk.submit()
  const address = await addressOf(id)
  expect(address).toMatch(/^reply\+[a-z0-9_-]{42}@in\.firm\.example$/)
  expect(await replyAddress(desk.service, 'in.firm.example', id)).toBe(address.slice('reply+'.length))
  expect(await findReplyAddress(desk.service, `Firm <${address.toUpperCase()}>`)).toEqual(id)
  for (let at = 'reply+'.length; at < address.indexOf('@'); at += 1) {
    const changed = address.slice(0, at) + (address[at] === '0' ? '1' : '0') + address.slice(at + 1)
    expect(await findReplyAddress(desk.service, changed)).toBeUndefined()
  }
})

it.each(Object.entries(TEN_MEGABYTES))(
  'ten megabytes of %s take less memory than they have',
  async (_what, [text, read]) => {
    const raw = Buffer.from(text)
    const before = process.memoryUsage().arrayBuffers
    const message = await readMessage(raw)
    expect(message !== undefined).toBe(read)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(raw.length)
    for (const named of message?.attached ?? []) expect(named).toMatch(/^x\.png \(image\/png, 76\d\d KB\)$/)
  },
)
