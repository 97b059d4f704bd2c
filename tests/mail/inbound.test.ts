/** Answers by e-mail: as they arrive, one file each in `tests/mail/inbound/`, what the door takes, and what desk and letters make of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/duration.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { readInFull } from '../../src/inquiries/record.ts'
import { findReplyAddress, replyAddress } from '../../src/inquiries/status-address.ts'
import { MAX_MESSAGE, readMessage } from '../../src/mail/inbound-message.ts'
import { outboxStatus } from '../../src/mail/outbox.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { memoryLimiter } from '../../src/service/rate-limit.ts'
import { takeMail } from '../../src/service/take-mail.ts'
import { setAddress } from '../desk/browser.ts'
import { CLERK, desk, useDeskClient } from '../desk/inquiries/desk-client.ts'
import { BY, makeChanges } from '../inquiries/member-change.ts'
import { STAFF_INBOX } from '../test-desk.ts'
import { rowsOf } from '../table.ts'

useDeskClient()
const INBOUND = 'reply@in.firm.example'
const FOLDER = 'tests/mail/inbound'
const SECRET = 'x'.repeat(32)
const WORDS = 'It happened in DeLand.'
const OPEN = { inboundMail: INBOUND, inboundSecret: SECRET }
const SHUT = { inboundMail: undefined, inboundSecret: undefined }
const set = (settings: Partial<typeof OPEN> = OPEN) => Object.assign(desk.service, SHUT, settings)

const addressOf = (id: InquiryId) => replyAddress(desk.service, INBOUND, id)
const threadOf = async (id: InquiryId) =>
  (await readInFull(desk.store, STAFF_INBOX, id))?.history.map(({ texts }) => texts[0] ?? 'A line: automatic.') ?? []
const mailTo = async (id: InquiryId, words = WORDS, from = 'ana@example.com') =>
  `From: ${from}\r\nTo: ${await addressOf(id)}\r\nMessage-ID: <${btoa(words)}@x>\r\n\r\n${words}\r\n`
const post = (body: BodyInit, secret = SECRET, type = 'message/rfc822') => {
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': type }
  return desk.send('inbound', '/mail/inbound', { method: 'POST', headers, body })
}
const statusOf = async (...sent: Parameters<typeof post>) => (await post(...sent)).status
const shown = async ({ reference }: InquiryId) => (await desk.open(reference)).text

const MESSAGES = readdirSync(FOLDER).filter((file) => file.endsWith('.eml'))
it.each(MESSAGES)('%s has the result that stands beside it', async (file) => {
  const own = await desk.submit()
  const [other, erased] = [await desk.submit({ message: 'Another.' }), await desk.submit({ message: 'Gone.' })]
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

it.each(rowsOf('tests/mail/ten-megabytes.txt'))('ten megabytes of %s take less memory than that', async (...row) => {
  const [, start = '', line = '', isRead] = row
  const head = `From: ana@example.com\nMIME-Version: 1.0\n${start}`.replaceAll('\n', '\r\n')
  const unit = line.replaceAll('\n', '\r\n')
  const raw = Buffer.from(head + unit.repeat(Math.floor((MAX_MESSAGE - 1000) / unit.length)))
  const before = process.memoryUsage().arrayBuffers
  const message = await readMessage(raw)
  expect(message !== undefined).toBe(isRead === 'yes')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(raw.length)
  for (const named of message?.attached ?? []) expect(named).toMatch(/^x\.png \(image\/png, 76\d\d KB\)$/)
})

it('the door is unknown until both settings are there, and then takes e-mails with the secret only, 60 a minute for an inquiry', async () => {
  const id = await desk.submit()
  expect(JSON.stringify(desk.mails)).not.toMatch(/replyTo|answer above/)
  const mail = await mailTo(id)
  for (const settings of [{}, { inboundMail: INBOUND }, { inboundSecret: SECRET }]) {
    set(settings)
    const response = await post(mail)
    expect([response.status, await response.text()]).toEqual([404, await desk.service.published.read('404.html')])
  }
  set()
  for (const wrong of [`${SECRET}x`, SECRET.slice(1), SECRET.toUpperCase(), ''])
    expect(await statusOf(mail, wrong), wrong).toBe(401)
  expect(await statusOf(mail, SECRET, 'text/plain')).toBe(415)
  expect(await statusOf(Buffer.alloc(MAX_MESSAGE + 1))).toBe(413)
  desk.service.limiter = memoryLimiter(desk.service.clock)
  for (let sent = 0; sent < 60; sent += 1) expect(await statusOf(mail)).toBe(204)
  expect((await shown(id)).split(WORDS)).toHaveLength(2)
  const other = await mailTo(await desk.submit({ message: 'Another.' }))
  expect([await statusOf(mail), await statusOf(other)]).toEqual([429, 204])
  desk.advance(MINUTE_MS)
  // The second can be neither stored nor handed on.
  desk.service.mailer = undefined
  expect([await statusOf(mail), await statusOf('Hello.')]).toEqual([204, 503])
  expect(desk.logged()).not.toMatch(/DeLand|ana@|x{32}/)
})

const arrive = async (...sent: Parameters<typeof mailTo>) => post(await mailTo(...sent))

it('letters to the person say where to answer; an answer is counted, mailed to the member and marked, and hidden while there may be a conflict, and after the end', async () => {
  set()
  await makeChanges(desk, await desk.submit({ name: 'Bob Other', otherParty: 'Ana Example' }), { status: 'closed' })
  await setAddress(desk, CLERK.id, 'carl@firm.example')
  desk.advance(MINUTE_MS)
  const id = await desk.submit()
  await arrive(id, 'I have a lawyer.')
  expect(await shown(id)).toMatch(/^(?!.*I have a lawyer).*Hidden: .*answer, by e-mail/)
  desk.mails.length = 0
  await makeChanges(desk, id, { finding: 'none', assignee: CLERK.id, reply: 'We will call.', status: 'contacted' })
  await desk.settle()
  const [letter] = desk.mails.splice(0)
  expect(letter).toMatchObject({ to: 'ana@example.com', replyTo: await addressOf(id) })
  expect((await desk.get('')).text).toContain('No one is waiting')
  desk.advance(MINUTE_MS)
  await arrive(id, WORDS, 'Ana <Ana@Example.com>')
  expect((await desk.get('')).text).toContain(id.reference)
  expect(await shown(id)).toMatch(new RegExp(`answer, by e-mail (?!.*another address).*${WORDS}`))
  expect(desk.mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
    `carl@firm.example Answer to inquiry ${id.reference}`,
    `desk@firm.example E-mail about inquiry ${id.reference}`,
  ])
  expect(desk.mails.map(({ text }) => text).join()).not.toContain('answer above')
  await makeChanges(desk, id, { status: 'declined' })
  await arrive(id, 'But why?', 'other@example.com')
  expect(await shown(id)).toMatch(/^(?!.*But why).*hidden, because it came after the inquiry had ended \(declined\)/)
  await makeChanges(desk, id, { status: 'contacted' })
  expect(await shown(id)).toMatch(/from another address.*But why.*By e-mail from other@example.com/)
  await makeChanges(desk, id, { finding: 'conflict' })
  await arrive(id, 'One more thing.')
  expect(await shown(id)).not.toContain('One more thing.')
  await post((await mailTo(id, 'I am away for long.')).replace('From', 'Auto-Submitted: auto-replied\r\nFrom'))
  expect(await shown(id)).toContain('an automatic e-mail: an absence note')
  await post('To: reply@in.firm.example\r\n\r\nHello.\r\n')
  expect((await desk.get('/mail')).text).toContain('in the firm’s mailbox: 1 e-mails of the last 30 days')
  set(SHUT)
  expect((await desk.get('/mail')).text).not.toContain('in the firm’s mailbox')
})

async function filledBy(id: InquiryId) {
  for (let sent = 0; sent < 30; sent += 1) await post(await mailTo(id, `Number ${sent}.`))
  return mailTo(id)
}
it.each([
  ['to an inquiry', mailTo, 1],
  ['to no inquiry', async ({ reference }: InquiryId) => `Message-ID: <${reference}>\r\n\r\nHello.`, 0],
  ['to a full inquiry', filledBy, 0],
])('an e-mail %s is stored once, with one copy, when the process ends between any two writes', async (...row) => {
  set()
  const [, mailOf, inThread] = row
  const { put, remove } = desk.store
  const killed = () => Promise.reject(new Error('killed'))
  const copies = () => desk.store.keysOf(/^mail\/.*inbound-/).length
  for (let [writes, status] = [0, 0]; status !== 204; writes += 1) {
    const id = await desk.submit({ message: `Number ${writes}.` })
    const mail = await mailOf(id)
    const before = copies()
    let left = writes
    const putFew: typeof put = (...given) => (left-- > 0 ? put(...given) : killed())
    Object.assign(desk.store, { put: putFew, remove: killed })
    status = await statusOf(mail)
    Object.assign(desk.store, { put, remove })
    desk.advance(DAY_MS)
    expect(await statusOf(mail)).toBe(204)
    expect((await shown(id)).split(WORDS), `${writes} writes`).toHaveLength(1 + inThread)
    expect(copies(), `${writes} writes`).toBe(before + 1)
  }
})

/** What Cloudflare and SES pass to the programs of the manual; only that names the address. */
const [WORKER = '', LAMBDA = ''] = readFileSync('src/mail/README.md', 'utf8').match(/(?<=```js\n)[^]*?(?=```)/g) ?? []
const SDK = `class GetObjectCommand {}
class S3Client { send = async () => ({ Body: { transformToByteArray: async () => stored } }) }`
const RAW = Buffer.from(`From: ana@example.com\r\nMessage-ID: <fifth@example.com>\r\n\r\n${WORDS}\r\n`)
type Run = (...given: unknown[]) => Promise<void>
it.each([
  ['Cloudflare', WORKER],
  ['SES', LAMBDA],
])('what %s sends, as in the manual, is stored once; else it tries again', async (_, code) => {
  onTestFinished(() => void vi.unstubAllGlobals().unstubAllEnvs())
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => desk.send('inbound', new URL(url).pathname, init))
  vi.stubGlobal('stored', RAW)
  set()
  const id = await desk.submit()
  const to = await addressOf(id)
  const event = readFileSync(`${FOLDER}/ses.json`, 'utf8').replaceAll('reply+CAPABILITY@in.firm.example', to)
  const program = (await import(
    `data:text/javascript,${encodeURIComponent(code.replace(/^import.*$/m, SDK))}`
  )) as Partial<{ default: { email: Run }; handler: Run }>
  const send = async (SECRET: string) => {
    vi.stubEnv('SECRET', SECRET)
    await program.handler?.(JSON.parse(event))
    await program.default?.email({ from: 'ana@example.com', to, raw: new Blob([RAW]).stream() }, { SECRET })
  }
  await expect(send('wrong')).rejects.toThrow('401')
  desk.store.down = true
  await expect(send(SECRET)).rejects.toThrow('503')
  desk.store.down = false
  for (const _delivery of [1, 2]) await send(SECRET)
  expect((await shown(id)).split(WORDS)).toHaveLength(2)
})
