/**
 * What an inquiry causes, by whichever way it comes: stored with it, sent after the answer, and never twice.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { LEASE_MS, OUTBOX, SENT } from '../../src/mail/outbox.ts'
import { INQUIRIES } from '../../src/inquiries/inquiry-id.ts'
import { NotDelivered } from '../../src/ports.ts'
import { OWN_PAGE, play, type Player } from '../player.ts'
import { BASE, FIRM, GOOD, HOUR_MS } from '../world.ts'

let player: Player
beforeEach(async () => {
  player = await play({ factor: 100 })
})

const submit = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  player.post('inquiries', '/api/v1/inquiries', { ...GOOD, ...more }, { headers })
const keysOf = (prefix: string) => [...player.store.facts.keys()].filter((key) => key.startsWith(prefix))
const subjects = () => player.mails.map(({ subject }) => subject)
const mailTo = (address: string) => player.mails.filter(({ to }) => to === address)

describe('an inquiry', () => {
  it('is told to the firm and receipted to the person', async () => {
    const { body } = await submit({ topic: 'animal_law', language: 'es' })
    expect(player.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      [GOOD.email, `Recibimos su mensaje ${body.reference}`],
      [FIRM.email, `New inquiry ${body.reference}`],
    ])
    expect(keysOf(OUTBOX)).toEqual([])
    expect(keysOf(SENT)).toHaveLength(2)
  })

  it.each([
    ['form', async () => player.form('contact', '/contact/', GOOD, OWN_PAGE)],
    [
      'MCP',
      async () =>
        player.post(
          'mcp',
          '/mcp',
          {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'submit_inquiry', arguments: { ...GOOD, confirmed: true } },
          },
          { headers: { 'MCP-Protocol-Version': '2025-11-25' } },
        ),
    ],
  ])('by the %s too', async (_title, submitBy) => {
    await submitBy()
    expect(mailTo(GOOD.email)).toHaveLength(1)
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
    for (const { text, html, subject } of player.mails) {
      for (const word of ['Example', '0199', 'accident', 'evil', 'Otherside', '<b>', GOOD.email])
        expect(subject + text + html).not.toContain(word)
    }
    expect(mailTo(GOOD.email)[0]?.text).not.toContain('Ana')
  })

  it('is accepted before any mail is sent, and while the mail server is down', async () => {
    player.service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
    expect((await submit()).status).toBe(202)
    expect(keysOf(OUTBOX).filter((key) => key.endsWith('/message'))).toHaveLength(2)
    player.service.mailer = { send: async (mail) => void player.mails.push(mail) }
    player.advance(60_000)
    expect(await runOutbox(player.service)).toEqual({ sent: 2, failed: 0, open: 0 })
    expect(player.mails).toHaveLength(2)
  })

  it('whose process ends right after the answer is told by whoever runs next', async () => {
    player.service.later = () => undefined
    const running = new Promise(() => undefined)
    const { mailer } = player.service
    player.service.mailer = { send: () => running as Promise<never> }
    expect((await submit()).status).toBe(202)
    await expect.poll(() => keysOf(OUTBOX).filter((key) => key.endsWith('/try-1')).length).toBe(2)
    player.service.mailer = mailer
    player.advance(LEASE_MS)
    await runOutbox(player.service)
    expect(player.mails).toHaveLength(2)
  })

  it.each(['notice', 'receipt'])(
    'is not accepted when its %s cannot be stored; sent again with its key, it is one inquiry and one of each mail',
    async (kind) => {
      const { create } = player.store
      player.store.create = (key, value) =>
        key.includes(`/${kind}-`) && key.endsWith('/message')
          ? create(key, value).then(() => Promise.reject(new Error('lost')))
          : create(key, value)
      expect((await submit({}, { 'Idempotency-Key': 'k' })).status).toBe(500)
      player.store.create = create
      player.advance(1000)
      expect((await submit({}, { 'Idempotency-Key': 'k' })).status).toBe(202)
      expect(keysOf(INQUIRIES)).toHaveLength(1)
      expect(player.mails).toHaveLength(2)
    },
  )

  it('that was not stored itself is told to nobody', async () => {
    const { create } = player.store
    player.store.create = (key, value) =>
      key.startsWith(INQUIRIES) ? Promise.reject(new Error('lost')) : create(key, value)
    expect((await submit()).status).toBe(500)
    for (const wait of [0, LEASE_MS, HOUR_MS]) {
      player.advance(wait)
      await runOutbox(player.service)
    }
    expect([player.mails, keysOf(OUTBOX)]).toEqual([[], []])
  })

  it('sent again with the same Idempotency-Key, at once, an hour and a day later, is told once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => submit({}, { 'Idempotency-Key': 'k' })))
    expect(player.mails).toHaveLength(2)
    for (const hours of [1, 22]) {
      player.advance(hours * HOUR_MS)
      await submit({}, { 'Idempotency-Key': 'k' })
      await runOutbox(player.service)
    }
    expect(keysOf(INQUIRIES)).toHaveLength(1)
    expect(player.mails).toHaveLength(2)
    expect(keysOf(OUTBOX)).toEqual([])
  })

  it('queues nothing where no mail can be sent', async () => {
    player.service.mailer = undefined
    expect((await submit()).status).toBe(202)
    expect([...player.store.facts.keys()].map((key) => key.split('/')[0])).toEqual(['inquiries'])
  })
})

describe('receipts', () => {
  it('are one per address and day, however it is written, and the firm hears of every inquiry', async () => {
    for (const email of ['ana@example.com', 'Ana@Example.com', 'ANA@EXAMPLE.COM', 'bob@example.com'])
      await submit({ email })
    const receipts = () => subjects().filter((subject) => subject.startsWith('We have')).length
    expect(receipts()).toBe(2)
    expect(mailTo(FIRM.email)).toHaveLength(4)
    player.advance(24 * HOUR_MS)
    await submit()
    expect(receipts()).toBe(3)
  })

  it('are one even when twenty come at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => submit()))
    expect(mailTo(GOOD.email)).toHaveLength(1)
    expect(mailTo(FIRM.email)).toHaveLength(20)
    expect(keysOf(OUTBOX)).toEqual([])
  })

  it('keep their place when the first try fails', async () => {
    const { mailer } = player.service
    player.service.mailer = { send: () => Promise.reject(new NotDelivered('EENVELOPE 451')) }
    await submit()
    player.service.mailer = mailer
    await submit()
    player.advance(60_000)
    await runOutbox(player.service)
    expect(mailTo(GOOD.email)).toHaveLength(1)
    expect(keysOf(OUTBOX)).toEqual([])
  })
})

describe('a linked agent', () => {
  it('is told to the person once, however often the link is used', async () => {
    const { claim } = (await player.register({ type: 'service_auth', login_hint: GOOD.email })) as {
      claim: { verification_uri: string; user_code: string }
    }
    const link = await player.openLink(claim.verification_uri, claim.user_code)
    for (let time = 0; time < 3; time++) await player.decide(link, 'confirmed')
    for (const days of [1, 4]) {
      player.advance(days * 24 * HOUR_MS)
      await player.decide(link, 'confirmed')
    }
    const told = player.mails.filter(({ subject }) => subject.includes('was linked'))
    expect(told).toMatchObject([{ to: GOOD.email, text: expect.stringContaining('reg_') }])
  })

  it('that was denied is not', async () => {
    const { claim } = (await player.register({ type: 'service_auth', login_hint: GOOD.email })) as {
      claim: { verification_uri: string; user_code: string }
    }
    await player.decide(await player.openLink(claim.verification_uri, claim.user_code), 'denied')
    expect(subjects()).toEqual([expect.stringContaining('does an AI agent act for you?')])
  })
})

describe('the webhook', () => {
  it('is told reference, topic, time and link of each inquiry, and nothing else, without any mail', async () => {
    const events: [string, unknown][] = []
    player.service.mailer = undefined
    player.service.webhook = { post: async (id, body) => void events.push([id, body]) }
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

  it('that fails is tried again, and holds up neither inquiry nor mail', async () => {
    let calls = 0
    player.service.webhook = {
      post: async () => void (++calls < 3 && (await Promise.reject(new NotDelivered('HTTP 500')))),
    }
    expect((await submit()).status).toBe(202)
    expect(player.mails).toHaveLength(2)
    for (const minutes of [1, 5]) {
      player.advance(minutes * 60_000)
      await runOutbox(player.service)
    }
    expect(calls).toBe(3)
    expect(keysOf(OUTBOX)).toEqual([])
  })
})
