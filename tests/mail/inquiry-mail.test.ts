/**
 * What an inquiry causes, by whichever way it comes: stored with it, sent after the answer, and never twice.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/duration.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { OUTBOX_PREFIX, SENT_PREFIX } from '../../src/mail/outbox.ts'
import { NotDelivered } from '../../src/ports.ts'
import { SAME_ORIGIN, createTestAgent, type TestAgent } from '../test-agent.ts'
import { BASE, FIRM, VALID_INQUIRY } from '../test-desk.ts'

let testAgent: TestAgent
beforeEach(async () => {
  testAgent = await createTestAgent({ factor: 100 })
})

const submit = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  testAgent.post('inquiries', '/api/v1/inquiries', { ...VALID_INQUIRY, ...more }, { headers })
const keysOf = (prefix: string) => [...testAgent.store.facts.keys()].filter((key) => key.startsWith(prefix))
const subjects = () => testAgent.mails.map(({ subject }) => subject)
const mailTo = (address: string) => testAgent.mails.filter(({ to }) => to === address)

describe('an inquiry', () => {
  it('is announced to the firm and receipted to the person', async () => {
    const { body } = await submit({ topic: 'animal_law', language: 'es' })
    expect(testAgent.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      [VALID_INQUIRY.email, `Recibimos su mensaje ${body.reference}`],
      [FIRM.email, `New inquiry ${body.reference}`],
    ])
    expect(keysOf(OUTBOX_PREFIX)).toEqual([])
    expect(keysOf(SENT_PREFIX)).toHaveLength(2)
  })

  it.each([
    ['form', async () => testAgent.form('contact', '/contact/', VALID_INQUIRY, SAME_ORIGIN)],
    [
      'MCP',
      async () =>
        testAgent.post(
          'mcp',
          '/mcp',
          {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'submit_inquiry', arguments: { ...VALID_INQUIRY, confirmed: true } },
          },
          { headers: { 'MCP-Protocol-Version': '2025-11-25' } },
        ),
    ],
  ])('by the %s too', async (_title, submitBy) => {
    await submitBy()
    expect(mailTo(VALID_INQUIRY.email)).toHaveLength(1)
    expect(mailTo(FIRM.email)).toHaveLength(1)
  })

  it('is repeated in no mail: neither what was written nor how to reach the person', async () => {
    const given = {
      name: 'Ana <b>Example</b>',
      phone: '386 555 0199',
      message: 'I was hurt in an accident. http://evil.example',
      otherParty: 'Bob Otherside',
    }
    await submit(given)
    for (const { text, html, subject } of testAgent.mails) {
      for (const word of ['Example', '0199', 'accident', 'evil', 'Otherside', '<b>', VALID_INQUIRY.email])
        expect(subject + text + html).not.toContain(word)
    }
    expect(mailTo(VALID_INQUIRY.email)[0]?.text).not.toContain('Ana')
  })

  it('is accepted before any mail is sent, and while the mail server is down', async () => {
    testAgent.service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
    expect((await submit()).status).toBe(202)
    expect(keysOf(OUTBOX_PREFIX).filter((key) => key.endsWith('/message'))).toHaveLength(2)
    testAgent.service.mailer = { send: async (mail) => void testAgent.mails.push(mail) }
    testAgent.advance(60_000)
    expect(await runOutbox(testAgent.service)).toEqual({ sent: 2, failed: 0, open: 0 })
    expect(testAgent.mails).toHaveLength(2)
  })

  it('queues nothing where no mail can be sent', async () => {
    testAgent.service.mailer = undefined
    expect((await submit()).status).toBe(202)
    expect([...testAgent.store.facts.keys()].map((key) => key.split('/')[0])).toEqual(['inquiries'])
  })
})

describe('receipts', () => {
  it('are one per address and day, however it is written, and the firm hears of every inquiry', async () => {
    for (const email of ['ana@example.com', 'Ana@Example.com', 'ANA@EXAMPLE.COM', 'bob@example.com'])
      await submit({ email })
    const receipts = () => subjects().filter((subject) => subject.startsWith('We have')).length
    expect(receipts()).toBe(2)
    expect(mailTo(FIRM.email)).toHaveLength(4)
    testAgent.advance(24 * HOUR_MS)
    await submit()
    expect(receipts()).toBe(3)
  })

  it('are one even when twenty come at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => submit()))
    expect(mailTo(VALID_INQUIRY.email)).toHaveLength(1)
    expect(mailTo(FIRM.email)).toHaveLength(20)
    expect(keysOf(OUTBOX_PREFIX)).toEqual([])
  })

  it('keep their place when the first try fails', async () => {
    const { mailer } = testAgent.service
    testAgent.service.mailer = { send: () => Promise.reject(new NotDelivered('EENVELOPE 451')) }
    await submit()
    testAgent.service.mailer = mailer
    await submit()
    testAgent.advance(60_000)
    await runOutbox(testAgent.service)
    expect(mailTo(VALID_INQUIRY.email)).toHaveLength(1)
    expect(keysOf(OUTBOX_PREFIX)).toEqual([])
  })
})

describe('a linked agent', () => {
  it('is announced to the person once, however often the link is used', async () => {
    const { claim } = (await testAgent.register({ type: 'service_auth', login_hint: VALID_INQUIRY.email })) as {
      claim: { verification_uri_complete: string; user_code: string }
    }
    const link = await testAgent.openLink(claim.verification_uri_complete, claim.user_code)
    for (let time = 0; time < 3; time++) await testAgent.decide(link, 'confirmed')
    for (const days of [1, 4]) {
      testAgent.advance(days * 24 * HOUR_MS)
      await testAgent.decide(link, 'confirmed')
    }
    const mails = testAgent.mails.filter(({ subject }) => subject.includes('was linked'))
    expect(mails).toMatchObject([{ to: VALID_INQUIRY.email, text: expect.stringContaining('reg_') }])
  })

  it('that was denied is not', async () => {
    const { claim } = (await testAgent.register({ type: 'service_auth', login_hint: VALID_INQUIRY.email })) as {
      claim: { verification_uri_complete: string; user_code: string }
    }
    await testAgent.decide(await testAgent.openLink(claim.verification_uri_complete, claim.user_code), 'denied')
    expect(subjects()).toEqual([expect.stringContaining('does an AI agent act for you?')])
  })
})

describe('the webhook', () => {
  it('gets reference, topic, time and link of each inquiry, and nothing else, without any mail', async () => {
    const events: [string, unknown][] = []
    testAgent.service.mailer = undefined
    testAgent.service.webhook = { post: async (id, body) => void events.push([id, body]) }
    const {
      body: { reference },
    } = await submit({ topic: 'animal_law' }, { 'Idempotency-Key': 'k' })
    await submit({ topic: 'animal_law' }, { 'Idempotency-Key': 'k' })
    const receivedAt = '2026-11-21T15:04:05.000Z'
    const data = { reference, topic: 'animal_law', receivedAt, link: `${BASE}/desk/inquiries/${String(reference)}` }
    expect(events).toEqual([
      [`webhook-${String(reference)}`, { type: 'inquiry.received', timestamp: receivedAt, data }],
    ])
  })
})
