/**
 * Mail over a real SMTP server.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpMailer } from '../../src/server/mailer.ts'

let received: { from: string; to: string[]; text: string }[]
let refuse: boolean
let server: SMTPServer
let url: string
beforeEach(async () => {
  received = []
  refuse = false
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('550 no such person') : null),
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk))
      stream.on('end', () => {
        received.push({ from: envelope.mailFrom ? envelope.mailFrom.address : '', to: envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
})
afterEach(() => new Promise<void>((done) => server.close(done)))

const MAIL = { id: 'link-1', html: '<p>Öffnen</p>', from: { name: 'Firm, P.A.', address: 'desk@firm.example' }, to: 'ana@example.com', subject: 'Grüße: does an agent act for you?', text: 'Öffnen: https://www.example.com/claim/confirm?link=x' }

describe('mail', () => {
  it('goes from the firm to one address', async () => {
    await smtpMailer(url).send(MAIL)
    expect(received).toMatchObject([{ from: 'desk@firm.example', to: ['ana@example.com'] }])
    expect(received[0]?.text).toMatch(/^From: "Firm, P\.A\." <desk@firm\.example>\r?$/m)
    expect(received[0]?.text).toMatch(/^Content-Type: text\/plain; charset=utf-8\r?$/m)
  })

  it.each(['ana@example.com\r\nBcc: eve@evil.example', 'ana@example.com, eve@evil.example', 'ana@example.com> eve@evil.example'])('to %j reaches nobody else (H46)', async (to) => {
    await smtpMailer(url).send({ ...MAIL, to }).catch(() => undefined)
    for (const { to: reached, text } of received) {
      expect(reached.length).toBeLessThanOrEqual(1)
      expect(text).not.toMatch(/^Bcc:/m)
      expect(reached).not.toContain('eve@evil.example')
    }
  })

  it('a line end in a subject adds no header (H46, H47)', async () => {
    await smtpMailer(url).send({ ...MAIL, subject: 'a\r\nBcc: eve@evil.example' })
    expect(received[0]?.text).not.toMatch(/^Bcc:/m)
    expect(received[0]?.to).toEqual(['ana@example.com'])
  })

  it('that is refused, or has no server, is an error', async () => {
    refuse = true
    await expect(smtpMailer(url).send(MAIL)).rejects.toThrow()
    await expect(smtpMailer('smtp://127.0.0.1:9').send(MAIL)).rejects.toThrow()
  })
})
