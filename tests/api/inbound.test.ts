/** The door for answers by e-mail, what the desk shows of them, and what the letters say so that they arrive. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/duration.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { replyAddress } from '../../src/inquiries/status-address.ts'
import { MAX_MESSAGE } from '../../src/mail/inbound-message.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { setAddress } from '../desk/browser.ts'
import { CLERK, desk, useDeskClient } from '../desk/inquiries/desk-client.ts'
import { killedAfter } from '../forms/status-client.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { memoryLimiter } from '../../src/service/rate-limit.ts'

useDeskClient()

const INBOUND = 'reply@in.firm.example'
const SECRET = 'x'.repeat(32)
const WORDS = 'It happened in DeLand.'
const open = () => Object.assign(desk.service, { inboundMail: INBOUND, inboundSecret: SECRET })

const mailTo = async (id: InquiryId, words = WORDS, from = 'ana@example.com') =>
  `From: ${from}\r\nTo: ${await replyAddress(desk.service, INBOUND, id)}\r\nMessage-ID: <${btoa(words)}@x>\r\n\r\n${words}\r\n`
const post = (body: BodyInit, secret = SECRET, type = 'message/rfc822') =>
  desk.send('inbound', '/mail/inbound', {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': type },
    body,
  })

it('the door is unknown until both settings are there, and then takes e-mails with the secret only', async () => {
  const id = await desk.submit()
  const mail = await mailTo(id)
  for (const settings of [{}, { inboundMail: INBOUND }, { inboundSecret: SECRET }]) {
    Object.assign(desk.service, { inboundMail: undefined, inboundSecret: undefined, ...settings })
    const response = await post(mail)
    expect([response.status, await response.text()]).toEqual([404, await desk.service.published.read('404.html')])
  }
  open()
  expect((await post(mail, `${SECRET}x`)).status).toBe(401)
  expect((await post(mail, SECRET, 'text/plain')).status).toBe(415)
  expect((await post(Buffer.alloc(MAX_MESSAGE + 1))).status).toBe(413)
  desk.store.down = true
  expect((await post(mail)).status).toBe(503)
  desk.store.down = false
  expect([(await post(mail)).status, (await post(mail)).status]).toEqual([204, 204])
  expect((await desk.open(id.reference)).text.split(WORDS)).toHaveLength(2)
  desk.service.limiter = memoryLimiter(desk.service.clock)
  const { quota } = RATE_LIMITS['inquiry-mail']
  const statuses = await Promise.all(Array.from({ length: quota + 1 }, async () => (await post(mail)).status))
  expect([statuses.includes(429), statuses.filter((status) => status === 204).length]).toEqual([true, quota])
  expect(desk.logged()).not.toMatch(/DeLand|ana@|x{32}/)
})

it('an answer is counted, mailed to the member and marked; after the end it is hidden until the inquiry is opened again', async () => {
  open()
  await setAddress(desk, CLERK.id, 'carl@firm.example')
  const id = await desk.submit()
  await makeChanges(desk, id, { finding: 'none', assignee: CLERK.id, reply: 'We will call.', status: 'contacted' })
  await desk.settle()
  desk.mails.length = 0
  expect((await desk.get('')).text).toContain('No one is waiting')
  desk.advance(MINUTE_MS)
  await post(await mailTo(id, WORDS, 'Ana <Ana@Example.com>'))
  expect((await desk.get('')).text).toContain(id.reference)
  const page = await desk.open(id.reference)
  expect(page.text).toContain(WORDS)
  expect(page.text).toContain('answer, by e-mail')
  expect(page.text).not.toContain('another address')
  expect(desk.mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
    `carl@firm.example Answer to inquiry ${id.reference}`,
    `desk@firm.example E-mail about inquiry ${id.reference}`,
  ])
  await makeChanges(desk, id, { status: 'declined' })
  await post(await mailTo(id, 'But I have a question.', 'other@example.com'))
  const ended = await desk.open(id.reference)
  expect(ended.text).toContain('hidden, because it came after the inquiry had ended (declined)')
  expect(ended.text).not.toContain('I have a question')
  await makeChanges(desk, id, { status: 'contacted' })
  const again = await desk.open(id.reference)
  for (const words of ['I have a question', 'from another address', 'By e-mail from other@example.com'])
    expect(again.text).toContain(words)
  await makeChanges(desk, id, { finding: 'conflict' })
  await post(await mailTo(id, 'One more thing.'))
  expect((await desk.open(id.reference)).text).not.toContain('One more thing.')
  await post((await mailTo(id, 'I am away for long.')).replace('From', 'Auto-Submitted: auto-replied\r\nFrom'))
  expect((await desk.open(id.reference)).text).toContain('an automatic e-mail: an absence note')
  await post('To: reply@in.firm.example\r\n\r\nHello.\r\n')
  expect((await desk.get('/mail')).text).toContain('in the firm’s mailbox: 1 e-mails of the last 30 days')
})

it('an answer is stored once, with one copy, when the process ends between any two writes', async () => {
  open()
  for (let [writes, isEnded] = [0, true]; isEnded; writes += 1) {
    const id = await desk.submit({ message: `Number ${writes}.` })
    const mail = await mailTo(id)
    isEnded = (await killedAfter(writes, () => post(mail), desk)).status !== 204
    expect((await post(mail)).status).toBe(204)
    expect((await desk.open(id.reference)).text.split(WORDS), `${writes} writes`).toHaveLength(2)
    expect(desk.store.keysOf(new RegExp(`^mail/.*inbound-${id.reference}`)), `${writes} writes`).toHaveLength(1)
  }
})

it('letters to the person have the address and the line above which to write, in their language, and no other mail does', async () => {
  const texts = async (language: string) => {
    desk.mails.length = 0
    const id = await desk.submit({ language, message: `${language} ${desk.mails.length}` })
    await makeChanges(desk, id, { finding: 'none', reply: 'We will call.', assignee: CLERK.id })
    await desk.settle()
    return { id, mails: [...desk.mails] }
  }
  expect(JSON.stringify((await texts('en')).mails)).not.toMatch(/above this line|in\.firm\.example/)
  open()
  for (const [language, line] of Object.entries({ en: 'Write your answer above', es: 'Escriba su respuesta encima' })) {
    desk.advance(24 * 60 * MINUTE_MS)
    const { id, mails } = await texts(language)
    const address = await replyAddress(desk.service, INBOUND, id)
    const [receipt, ...letters] = mails.filter(({ replyTo }) => replyTo === address)
    expect([letters.length, receipt?.text.startsWith(line), receipt?.html.includes(line)]).toEqual([1, true, true])
    expect(mails.filter(({ to }) => to !== 'ana@example.com').every(({ replyTo }) => replyTo === undefined)).toBe(true)
  }
})

/** As the providers document it: what Cloudflare and SES pass to the programs in the manual, and what Postfix writes to a pipe. */
const manual = readFileSync('src/mail/README.md', 'utf8')
const [worker = '', lambda = ''] = [...manual.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code)
const programOf = (code: string) =>
  import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<Record<string, unknown>>
const raw = (mail: string) => Buffer.from(mail.replace(/^To:.*\r\n/m, ''))
const PROVIDERS: Record<string, (mail: string, to: string) => Promise<Request>> = {
  async cloudflare(mail, to) {
    const { default: program } = (await programOf(worker)) as { default: { email(...args: unknown[]): Promise<void> } }
    return requestOf(() =>
      program.email(
        { from: 'ana@example.com', to, raw: new Blob([raw(mail)]).stream(), rawSize: mail.length },
        { SECRET },
      ),
    )
  },
  async ses(mail, to) {
    const sdk =
      'class GetObjectCommand {}; class S3Client { async send() { return { Body: { transformToByteArray: async () => globalThis.stored } } } }'
    Object.assign(globalThis, { stored: raw(mail) })
    process.env.SECRET = SECRET
    const { handler } = (await programOf(lambda.replace(/^import.*$/m, sdk))) as {
      handler(event: unknown): Promise<void>
    }
    const ses = { mail: { messageId: 'o3vrnil0e2ic', source: 'ana@example.com' }, receipt: { recipients: [to] } }
    return requestOf(() => handler({ Records: [{ eventSource: 'aws:ses', eventVersion: '1.0', ses }] }))
  },
  postfix: async (mail, to) =>
    new Request('https://www.yourfirm.com/mail/inbound', {
      method: 'POST',
      headers: { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'message/rfc822' },
      body: `Return-Path: <ana@example.com>\nDelivered-To: ${to}\n${mail.replace(/^To:.*\r\n/m, '').replaceAll('\r', '')}`,
    }),
}
async function requestOf(act: () => Promise<void>): Promise<Request> {
  const { fetch } = globalThis
  let sent: Request | undefined
  globalThis.fetch = async (...args) => {
    sent = new Request(...args)
    return new Response(null, { status: 204 })
  }
  await act().finally(() => (globalThis.fetch = fetch))
  return sent ?? expect.unreachable()
}
it.each(Object.entries(PROVIDERS))('what %s sends, as in the manual, is stored', async (_name, send) => {
  open()
  const id = await desk.submit()
  const request = await send(await mailTo(id), await replyAddress(desk.service, INBOUND, id))
  expect(new URL(request.url).pathname).toBe('/mail/inbound')
  expect(manual).toContain('Authorization: Bearer')
  const response = await post(await request.bytes(), SECRET, request.headers.get('content-type') ?? '')
  expect([response.status, request.headers.get('authorization')]).toEqual([204, `Bearer ${SECRET}`])
  expect((await desk.open(id.reference)).text).toContain(WORDS)
})
