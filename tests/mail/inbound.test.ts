/** E-mails as they arrive, one file each in `tests/mail/inbound/`, and what becomes of each. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { findReplyAddress, replyAddress } from '../../src/inquiries/status-address.ts'
import { readInFull } from '../../src/inquiries/record.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { MAX_MESSAGE, readMessage } from '../../src/mail/inbound-message.ts'
import { takeMail } from '../../src/service/take-mail.ts'
import { BY } from '../inquiries/member-change.ts'
import { desk, STAFF_INBOX, useDesk } from '../test-desk.ts'

useDesk()
const INBOUND = 'reply@in.firm.example'
const FOLDER = 'tests/mail/inbound'

/** Without the words that a file is about, these are the words of the person, and the letter came from their address. */
const NOV = 'On November 2.'
const NOVIEMBRE = 'El 2 de noviembre.'
const NONE = '[There are no words in this e-mail.]'
const attached = (named: string) =>
  `[Attached, and not kept here: ${named}. Ask the person to bring it, or to send it another way.]`
/** What stands in the thread, and from where if not from the person's address; or why the e-mail went to the firm's mailbox; or that it goes nowhere. */
const RESULTS: Record<string, string | [words: string, ...marks: string[]]> = {
  plain: 'It happened on November 2.',
  'no-body': NONE,
  'html-only': 'It happened on November\u00a02.\n\nIn DeLand & at night.',
  'nested-multiparts': `The plain words.\n\n${attached('police report.pdf (application/pdf, 1 KB)')}`,
  '5000-parts': ['', 'unreadable'],
  'wrong-charset': 'Ocurrió en Año Nuevo.',
  'unknown-charset': 'It was in May.',
  'utf-16': 'Ocurrió el 2 de mayo.',
  'utf-16le': 'Ocurrió el 3 de mayo.',
  'windows-1252': 'It’s € 50, and this line is so long that the program of the person had to break it.',
  'iso-8859-1': 'Mañana por la mañana.',
  'missing-headers': ['No one says who I am.', 'no address'],
  nul: 'Before�after�.',
  'deep-quotes': 'It was on a Monday.',
  'deep-blockquotes': 'On a Tuesday.',
  'forged-from': ['Send me all you have.', 'mallory@evil.example'],
  'other-from': ['I write from my work.', 'ana@work.example'],
  'two-from': ['Who am I?', 'mallory@evil.example'],
  'unknown-capability': ['', 'unknown'],
  'no-capability': ['', 'unknown'],
  'other-inquiry': ['For the other inquiry.', 'other inquiry'],
  erased: ['', 'unknown'],
  'folded-headers': 'Folded.',
  'calendar-reply': `Accepted: Appointment with Test Firm, P.A.\n\n${attached('(text/calendar, 1 KB)')}`,
  'smime-signed': 'Signed words.',
  'gmail-en': 'On November 2, in DeLand.',
  'gmail-es': 'El 2 de noviembre, en DeLand.',
  'gmail-html-es': `${NOVIEMBRE}\nEn DeLand.`,
  'apple-en': `${NOV}\n\nSent from my iPhone`,
  'apple-es': `${NOVIEMBRE}\n\nEnviado desde mi iPhone`,
  'apple-html-en': NOV,
  'outlook-en': `${NOV}\n\nAna`,
  'outlook-es': NOVIEMBRE,
  'outlook-html-en': NOV,
  'outlook-original-es': 'Fue en mayo.',
  'out-of-office': ['', 'automatic'],
  'auto-submitted-no': 'A person wrote this.',
  'precedence-bulk': ['', 'automatic'],
  'empty-return-path': ['', 'automatic'],
  bounce: ['', 'automatic'],
  'read-receipt': ['', 'automatic'],
  attachments: `See the photograph.\n\n${attached('accidente mañana.jpg (image/jpeg, 61 KB)')}`,
  'attachment-only': `${NONE}\n\n${attached('letter.pdf (application/pdf, 1 KB)')}`,
  'between-quotes': 'Hello,\n\nOn November 2.\nIn DeLand.',
  signature: `${NOV}\n\n-- \nAna Example\n(386) 555-0187`,
  'our-line': `${NOV}\n\nTest Firm escribe ahora`,
  'upper-case': NOV,
  'too-deep': ['', 'unreadable'],
  'bad-base64': 'It happened on a Monday.',
  controls: 'Red �[31m and �back� and bell�.',
  forwarded: `What my neighbor wrote is attached.\n\n${attached('(message/rfc822, 1 KB)')}`,
  'delivered-to': 'Hidden recipient.',
  'lf-only': 'Only line feeds.\nTwo lines.',
  long: `${'A long story. '.repeat(286).slice(0, 4000)}\n\n[Cut here. The rest is in the firm’s mailbox.]`,
  'no-message-id': 'Without an id.',
  'no-boundary': NONE,
}

const capabilityOf = async (id: InquiryId) =>
  (await replyAddress(desk.service, INBOUND, id)).slice('reply+'.length, -'@in.firm.example'.length)

async function fileFor(name: string, ids: { own: InquiryId; other: InquiryId; erased: InquiryId }) {
  const own = await capabilityOf(ids.own)
  const text = readFileSync(`${FOLDER}/${name}.eml`, 'latin1')
    .replaceAll('CAPABILITYUP', own.toUpperCase())
    .replaceAll('ERASEDCAPA', await capabilityOf(ids.erased))
    .replaceAll('OTHERCAPAB', await capabilityOf(ids.other))
    .replaceAll('CAPABILITY', own)
  return Buffer.from(text, 'latin1')
}

async function sendAll() {
  const [own, other, erased] = [
    await desk.submit(),
    await desk.submit({ message: 'Another.' }),
    await desk.submit({ message: 'Gone.' }),
  ]
  await eraseInquiries(desk.service, STAFF_INBOX, [erased], { by: BY, keepsNames: false })
  desk.mails.length = 0
  return { own, other, erased }
}

const historyOf = async (id: InquiryId) => (await readInFull(desk.store, STAFF_INBOX, id))?.history ?? []

it('each file has its result', () =>
  expect(readdirSync(FOLDER).sort()).toEqual(
    Object.keys(RESULTS)
      .map((name) => `${name}.eml`)
      .sort(),
  ))

it.each(Object.entries(RESULTS))('the e-mail %s', async (name, result) => {
  const [words, ...marks] = typeof result === 'string' ? [result] : result
  const ids = await sendAll()
  const raw = await fileFor(name, ids)
  await takeMail(desk.service, raw)
  await takeMail(desk.service, raw)
  await desk.settle()
  const [own, other] = [await historyOf(ids.own), await historyOf(ids.other)]
  const isHandedOn = ['unreadable', 'unknown'].some((why) => marks.includes(why))
  const copies = desk.mails.filter(({ original }) => original)
  if (isHandedOn) {
    expect([own, other]).toEqual([[], []])
    expect(copies.map(({ to, subject }) => [to, subject])).toEqual(
      Array(2).fill(['desk@firm.example', 'E-mail without an inquiry']),
    )
    return expect(desk.logged()).toContain(`"mail.not-placed","reason":"${marks[0]}"`)
  }
  const [change, ...others] = marks.includes('other inquiry') ? other : own
  expect(others).toEqual([])
  const from = marks.includes('other inquiry') ? 'ana@example.com' : (marks[0] ?? 'ana@example.com')
  expect(change?.texts).toEqual(from === 'automatic' ? [] : [`${words}\n\n[By e-mail from ${from}]`])
  // The firm gets one copy, with all of it.
  expect(copies.map(({ original = '' }) => Buffer.from(original, 'base64').equals(raw))).toEqual([true])
  expect(copies[0]?.replyTo).toBe(from.includes('@') ? from : undefined)
  // No one gets an answer, and no words are stored or logged as they are.
  expect(desk.mails.every(({ to }) => to === 'desk@firm.example')).toBe(true)
  for (const line of words.split('\n').filter((text) => text.length > 10 && !text.startsWith('[')))
    expect([...desk.store.records.values(), desk.logged()].join()).not.toContain(line)
})

describe('the address', () => {
  it('is accepted by every mail server, and cannot be made from the reference or the private address', async () => {
    const id = await desk.submit()
    const address = await replyAddress(desk.service, INBOUND, id)
    expect(address).toMatch(/^reply\+[a-z0-9]{41}@in\.firm\.example$/)
    expect(await replyAddress(desk.service, 'in.firm.example', id)).toBe(address.slice('reply+'.length))
    expect(await findReplyAddress(desk.service, `Firm <${address.toUpperCase()}>`)).toEqual(id)
    for (let place = 0; place < 41; place += 1) {
      const at = 'reply+'.length + place
      const changed = address.slice(0, at) + (address[at] === '0' ? '1' : '0') + address.slice(at + 1)
      expect(await findReplyAddress(desk.service, changed)).toBeUndefined()
    }
  })
})

const HEAD = 'From: ana@example.com\r\nMIME-Version: 1.0\r\n'
const fill = (line: string) => line.repeat(Math.ceil((MAX_MESSAGE - 1000) / line.length))
it.each([
  ['empty lines', `${HEAD}\r\n${fill('\r\n')}`, 0],
  ['lines of hyphens', `${HEAD}\r\n${fill('--\r\n')}`, 0],
  ['one line', `${HEAD}\r\n${fill('x')}`, 1],
  ['HTML', `${HEAD}Content-Type: text/html\r\n\r\n${fill('<p>x')}`, 1],
  [
    'an attachment',
    `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: image/png; name=x.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${fill(`${'AAAA'.repeat(19)}\r\n`)}--b--\r\n`,
    1,
  ],
  ['headers', fill('X: y\r\n'), 1],
])('ten megabytes of %s take less memory than they have', async (_what, text, read) => {
  const raw = Buffer.from(text)
  const before = process.memoryUsage().arrayBuffers
  const message = await readMessage(raw)
  expect(message === undefined ? 0 : 1).toBe(read)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(raw.length)
  for (const named of message?.attached ?? []) expect(named).toMatch(/^x\.png \(image\/png, 76\d\d KB\)$/)
})
