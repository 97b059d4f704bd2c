import { createServer, type Server, type Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { smtpMailer } from '../../src/mail/smtp.ts'
import type { Mail } from '../../src/ports.ts'
import { listen } from '../journeys/server.ts'
import { failure, type Received, startSmtp, type TestSmtp } from '../smtp.ts'
import { yamlOf } from '../table.ts'
import { holdTimeLimits } from '../time-limit.ts'

let smtp: TestSmtp
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(() => smtp.close())

const MAIL = yamlOf<Mail>('tests/mail/smtp.yaml')
/** One limit is soon reached and the other never, also on a slow machine, so the reason says which was kept. */
const NEVER_MS = 3_600_000
const QUICK_ANSWER = { connectTimeoutMs: 300, sendTimeoutMs: NEVER_MS, maxConnections: 3 }
const PATIENT = { connectTimeoutMs: NEVER_MS, sendTimeoutMs: NEVER_MS, maxConnections: 3 }
const send = (more: Partial<Mail> = {}) => smtpMailer(smtp.url).send({ ...MAIL, ...more })
const headersOf = (text: string) => (text.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n')

it('mail goes from the firm to one address as text and as a page, marked as automatic; what a person wrote is answered to the firm', async () => {
  await send()
  const [mail] = smtp.received as [Received]
  expect(mail).toMatchObject({ from: 'desk@firm.example', to: ['ana@example.com'] })
  const addresses = ['From: "Firm, P.A." <desk@firm.example>', 'To: ana@example.com']
  const own = ['Auto-Submitted: auto-generated', 'Message-ID: <link-1@firm.example>']
  expect(headersOf(mail.text)).toEqual(expect.arrayContaining([...addresses, ...own]))
  const { text, html } = await PostalMime.parse(mail.text)
  expect([text?.trim(), html?.trim()]).toEqual([MAIL.text, MAIL.html])
  await smtpMailer(smtp.url).send({ ...MAIL, isPersonal: true })
  const headers = headersOf(smtp.received[1]?.text ?? '')
  expect(headers).toContain('Reply-To: "Firm, P.A." <desk@firm.example>')
  expect(headers.filter((header) => header.startsWith('Auto-Submitted'))).toEqual([])
})

const HOSTILE = ['\r\n', '\n', '\u2028'].map((end) => `a${end}Bcc: eve@evil.example`)
it.each([...HOSTILE, 'a\0b', 'x'.repeat(10_000), '"quoted" <eve@evil.example>'])(
  'a subject or a sender like %.40j adds no header and no recipient',
  async (hostile) => {
    await send({ subject: hostile, from: { name: hostile, address: 'desk@firm.example' } })
    const [mail] = smtp.received as [Received]
    expect(mail.to).toEqual(['ana@example.com'])
    expect(mail.from).toBe('desk@firm.example')
    const names = headersOf(mail.text).map((header) => header.split(':')[0])
    expect(names.sort().join()).toBe('Auto-Submitted,Content-Type,Date,From,MIME-Version,Message-ID,Subject,To')
    expect((await PostalMime.parse(mail.text)).text?.trim()).toBe(MAIL.text)
  },
)

it('why it was not delivered is said in codes, without the address, when one recipient is refused, and the next mail is through', async () => {
  smtp.recipient = async (address) => (address === 'ana@example.com' ? `550 <${address}> no such person` : undefined)
  const mailer = smtpMailer(smtp.url)
  const both = await Promise.all([failure(mailer.send(MAIL)), failure(mailer.send({ ...MAIL, to: 'bob@example.com' }))])
  expect(both).toEqual(['EENVELOPE 550', 'sent'])
  expect(smtp.received.map(({ to }) => to)).toEqual([['bob@example.com']])
})

it('why it was not delivered is said in codes, without the address, when more go out at once than are allowed', async () => {
  const answered = Promise.withResolvers<undefined>()
  smtp.recipient = () => answered.promise
  const mailer = smtpMailer(smtp.url, PATIENT)
  const outcomes = Array.from({ length: 5 }, () => failure(mailer.send(MAIL)))
  expect(await Promise.all(outcomes.slice(3))).toEqual(['too many at once', 'too many at once'])
  answered.resolve(undefined)
  expect(await Promise.all(outcomes.slice(0, 3))).toEqual(['sent', 'sent', 'sent'])
  expect(await failure(mailer.send(MAIL))).toBe('sent')
})

describe('a server that is none', () => {
  let server: Server
  const sockets: Socket[] = []
  const serve = async (talk: (socket: Socket) => void) => {
    server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined))
      talk(socket)
    })
    return `smtp://127.0.0.1:${await listen(server)}`
  }
  const areEnded = () => sockets.every((socket) => socket.destroyed || socket.readableEnded)
  afterEach(() => {
    vi.restoreAllMocks()
    for (const socket of sockets.splice(0)) socket.destroy()
    server.close()
  })

  it.each([
    ['says nothing', QUICK_ANSWER, () => undefined, 'ETIMEDOUT'],
    ['hangs up', PATIENT, (socket: Socket) => void socket.end(), /^E/],
    ['speaks HTTP', PATIENT, (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), /^EPROTOCOL/],
  ])('and %s is given up', async (_title, limits, talk, reason) => {
    expect(await failure(smtpMailer(await serve(talk), limits).send(MAIL))).toMatch(reason)
    await expect.poll(areEnded).toBe(true)
  })

  const drip = (socket: Socket) => void setInterval(() => socket.write('220-wait\r\n'), 100).unref()
  it.each([
    ['drips', drip, /^no answer in time$/],
    ['floods', (socket: Socket) => void socket.write(`220 ${'x'.repeat(5_000_000)}`), /^(no answer in time|E\w+)/],
  ])('and %s is given up when the time for the whole mail is over', async (_title, talk, reason) => {
    const limits = holdTimeLimits()
    const sending = failure(smtpMailer(await serve(talk)).send(MAIL))
    await expect.poll(() => sockets.some(({ bytesWritten }) => bytesWritten > 0)).toBe(true)
    expect(limits.set).toEqual([15_000])
    limits.pass()
    expect(await sending).toMatch(reason)
    await expect.poll(areEnded).toBe(true)
  })
})
