/** The door for answers by e-mail, what the desk shows of them, and what the letters say so that they arrive. */
import { readFileSync } from 'node:fs'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/duration.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { replyAddress } from '../../src/inquiries/status-address.ts'
import { MAX_MESSAGE } from '../../src/mail/inbound-message.ts'
import { memoryLimiter } from '../../src/service/rate-limit.ts'
import { setAddress } from '../desk/browser.ts'
import { CLERK, desk, useDeskClient } from '../desk/inquiries/desk-client.ts'
import { killedAfter } from '../forms/status-client.ts'
import { makeChanges } from '../inquiries/member-change.ts'

useDeskClient()

const INBOUND = 'reply@in.firm.example'
const SECRET = 'x'.repeat(32)
const WORDS = 'It happened in DeLand.'
const OPEN = { inboundMail: INBOUND, inboundSecret: SECRET }
const SHUT = { inboundMail: undefined, inboundSecret: undefined }
const set = (settings: Partial<typeof OPEN>) => Object.assign(desk.service, SHUT, settings)
beforeEach(() => void set(OPEN))

const mailTo = async (id: InquiryId, words = WORDS, from = 'ana@example.com') =>
  `From: ${from}\r\nTo: ${await replyAddress(desk.service, INBOUND, id)}\r\nMessage-ID: <${btoa(words)}@x>\r\n\r\n${words}\r\n`
async function filledBy(id: InquiryId) {
  for (let sent = 0; sent < 30; sent += 1) await post(await mailTo(id, `Number ${sent}.`))
  return mailTo(id)
}
const post = (body: BodyInit, secret = SECRET, type = 'message/rfc822') => {
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': type }
  return desk.send('inbound', '/mail/inbound', { method: 'POST', headers, body })
}
const statusOf = async (...sent: Parameters<typeof post>) => (await post(...sent)).status
const shown = async ({ reference }: InquiryId) => (await desk.open(reference)).text

it('the door is unknown until both settings are there, and then takes e-mails with the secret only, 60 a minute for an inquiry', async () => {
  const id = await desk.submit()
  const mail = await mailTo(id)
  for (const settings of [{}, { inboundMail: INBOUND }, { inboundSecret: SECRET }]) {
    set(settings)
    const response = await post(mail)
    expect([response.status, await response.text()]).toEqual([404, await desk.service.published.read('404.html')])
  }
  set(OPEN)
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

it('an answer is counted, mailed to the member and marked; after the end it is hidden until the inquiry is opened again', async () => {
  await setAddress(desk, CLERK.id, 'carl@firm.example')
  const id = await desk.submit()
  await makeChanges(desk, id, { finding: 'none', assignee: CLERK.id, reply: 'We will call.', status: 'contacted' })
  await desk.settle()
  desk.mails.length = 0
  expect((await desk.get('')).text).toContain('No one is waiting')
  desk.advance(MINUTE_MS)
  await post(await mailTo(id, WORDS, 'Ana <Ana@Example.com>'))
  expect((await desk.get('')).text).toContain(id.reference)
  expect(await shown(id)).toMatch(new RegExp(`answer, by e-mail (?!.*another address).*${WORDS}`))
  expect(desk.mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
    `carl@firm.example Answer to inquiry ${id.reference}`,
    `desk@firm.example E-mail about inquiry ${id.reference}`,
  ])
  await makeChanges(desk, id, { status: 'declined' })
  await post(await mailTo(id, 'But I have a question.', 'other@example.com'))
  expect(await shown(id)).toMatch(
    /^(?!.*I have a question).*hidden, because it came after the inquiry had ended \(declined\)/,
  )
  await makeChanges(desk, id, { status: 'contacted' })
  expect(await shown(id)).toMatch(/from another address.*I have a question.*By e-mail from other@example.com/)
  await makeChanges(desk, id, { finding: 'conflict' })
  await post(await mailTo(id, 'One more thing.'))
  expect(await shown(id)).not.toContain('One more thing.')
  await post((await mailTo(id, 'I am away for long.')).replace('From', 'Auto-Submitted: auto-replied\r\nFrom'))
  expect(await shown(id)).toContain('an automatic e-mail: an absence note')
  await post('To: reply@in.firm.example\r\n\r\nHello.\r\n')
  expect((await desk.get('/mail')).text).toContain('in the firm’s mailbox: 1 e-mails of the last 30 days')
  set(SHUT)
  expect((await desk.get('/mail')).text).not.toContain('in the firm’s mailbox')
})

it('an e-mail about a possible conflict is hidden like the message, and the page says why', async () => {
  await desk.inquire({ name: 'Bob Other', otherParty: 'Ana Example' })
  desk.advance(MINUTE_MS)
  const id = await desk.submit()
  await post(await mailTo(id))
  expect(await shown(id)).toMatch(new RegExp(`^(?!.*${WORDS}).*Hidden: .*answer, by e-mail`))
})

it.each([
  ['to an inquiry', mailTo, 1],
  ['to no inquiry', async ({ reference }: InquiryId) => `Message-ID: <${reference}>\r\n\r\nHello.`, 0],
  ['to a full inquiry', filledBy, 0],
])(
  'an e-mail %s is stored once, with one copy, when the process ends between any two writes',
  async (_, mailOf, inThread) => {
    for (let [writes, isEnded] = [0, true]; isEnded; writes += 1) {
      const id = await desk.submit({ message: `Number ${writes}.` })
      const mail = await mailOf(id)
      const before = desk.store.keysOf(/^mail\/.*inbound-/).length
      isEnded = (await killedAfter(writes, () => post(mail), desk)).status !== 204
      desk.advance(DAY_MS)
      expect(await statusOf(mail)).toBe(204)
      expect((await shown(id)).split(WORDS), `${writes} writes`).toHaveLength(1 + inThread)
      expect(desk.store.keysOf(/^mail\/.*inbound-/), `${writes} writes`).toHaveLength(before + 1)
    }
  },
)

const ABOVE = /Write your answer above|Escriba su respuesta encima/
const CARRIED = /mail provider carries your answer|proveedor de correo transmite su respuesta/
it.each([
  ['en', OPEN, 'Write your answer above'],
  ['es', OPEN, 'Escriba su respuesta encima'],
  ['en', SHUT, ''],
])(
  'in %s, with %o, letters to the person begin with “%s”, and no other mail does',
  async (language, settings, line) => {
    set(settings)
    const id = await desk.submit({ language })
    await makeChanges(desk, id, { finding: 'none', reply: 'We will call.', assignee: CLERK.id })
    await desk.settle()
    const replyTo = line ? await replyAddress(desk.service, INBOUND, id) : undefined
    const isTheirs = desk.mails.map(({ to }) => to === 'ana@example.com')
    expect(isTheirs.filter(Boolean)).toHaveLength(2)
    expect(desk.mails.map(({ text }) => text.search(ABOVE) === 0)).toEqual(isTheirs.map((one) => one && line !== ''))
    for (const words of [ABOVE, CARRIED])
      expect(desk.mails.map(({ html }) => words.test(html))).toEqual(isTheirs.map((one) => one && line !== ''))
    expect(desk.mails.map((mail) => mail.replyTo)).toEqual(isTheirs.map((one) => (one ? replyTo : undefined)))
    expect(desk.mails[isTheirs.indexOf(true)]?.text.startsWith(line)).toBe(true)
  },
)

/** As the providers document it: what Cloudflare and SES pass to the programs in the manual, and what Postfix 3.7 wrote to its pipe. */
const [WORKER = '', LAMBDA = ''] = readFileSync('src/mail/README.md', 'utf8').match(/(?<=```js\n)[^]*?(?=```)/g) ?? []
const SDK = `class GetObjectCommand { constructor(asked) { Object.assign(this, asked) } }
class S3Client { async send({ Bucket, Key }) { return { Body: { transformToByteArray: async () => buckets[Bucket][Key] } } } }`
type Run = (...given: object[]) => Promise<void>
const programOf = (code: string) =>
  import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<{ default: { email: Run }; handler: Run }>
const recorded = (name: string, to: string) =>
  readFileSync(`tests/api/inbound/${name}`, 'utf8').replaceAll('reply+CAPABILITY@in.firm.example', to)
/** Only what the provider says beside the e-mail names the address. */
const rawOf = (to: string) => recorded('postfix.eml', to).replace(/^(Return-Path|Delivered-To|To):.*\n/gm, '')

const PROVIDERS: Record<string, (to: string, secret: string) => Promise<unknown>> = {
  async cloudflare(to, SECRET) {
    const raw = new Blob([rawOf(to)])
    const message = { from: 'ana@example.com', to, headers: new Headers(), raw: raw.stream(), rawSize: raw.size }
    await (await programOf(WORKER)).default.email(message, { SECRET })
  },
  async ses(to, secret) {
    const event = JSON.parse(recorded('ses.json', to)) as { Records: [{ ses: { mail: { messageId: string } } }] }
    vi.stubGlobal('buckets', { mails: { [event.Records[0].ses.mail.messageId]: Buffer.from(rawOf(to)) } })
    vi.stubEnv('BUCKET', 'mails').stubEnv('SECRET', secret)
    await (await programOf(LAMBDA.replace(/^import.*$/m, SDK))).handler(event)
  },
  // As `curl -f` does.
  async postfix(to, secret) {
    const { ok, status } = await post(recorded('postfix.eml', to), secret)
    if (!ok) throw new Error(String(status))
  },
}
it.each(Object.entries(PROVIDERS))(
  'what %s sends, as in the manual, is stored once; else it tries again',
  async (_, send) => {
    onTestFinished(() => void vi.unstubAllGlobals().unstubAllEnvs())
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => desk.send('inbound', new URL(url).pathname, init))
    const id = await desk.submit()
    const to = await replyAddress(desk.service, INBOUND, id)
    await expect(send(to, 'wrong')).rejects.toThrow('401')
    desk.store.down = true
    await expect(send(to, SECRET)).rejects.toThrow('503')
    desk.store.down = false
    for (const _delivery of [1, 2]) await send(to, SECRET)
    expect((await shown(id)).split(WORDS)).toHaveLength(2)
  },
)
