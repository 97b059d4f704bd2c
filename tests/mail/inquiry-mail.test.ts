/** What an inquiry causes, by whichever way it comes: stored with it, sent after the answer, and never twice. `tests/service/ended-at-any-step.test.ts` ends the process between the first tries. */
import { expect, it } from 'vitest'
import { HOUR_MS } from '../../src/duration.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import { listOpenRecords } from '../../src/mail/outbox.ts'
import { NotDelivered } from '../../src/ports.ts'
import { call } from '../mcp/mcp-client.ts'
import { SAME_ORIGIN, agent, useAgent } from '../test-agent.ts'
import { BASE, FIRM, VALID_FORM, VALID_INQUIRY } from '../test-desk.ts'

useAgent({ factor: 100 })

const submit = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  agent.post('inquiries', '/api/v1/inquiries', { ...VALID_INQUIRY, ...more }, { headers })
const subjects = () => agent.mails.map(({ subject }) => subject)
const mailTo = (address: string) => agent.mails.filter(({ to }) => to === address)

it.each([
  ['the API', async () => submit({ topic: 'animal_law', language: 'es' }), 'Recibimos su mensaje'],
  ['the form', async () => agent.form('contact', '/contact/', VALID_FORM, SAME_ORIGIN), 'We have your message'],
  ['MCP', async () => call('submit_inquiry', { ...VALID_INQUIRY, confirmed: true }), 'We have your message'],
])('an inquiry by %s is announced to the firm and receipted to the person', async (_title, submitBy, receipt) => {
  await submitBy()
  const [{ reference } = { reference: '' }] = await agent.inquiries()
  expect(agent.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    [VALID_INQUIRY.email, `${receipt} ${reference}`],
    [FIRM.email, `New inquiry ${reference}`],
  ])
  expect(await listOpenRecords(agent.store)).toEqual([])
})

it('an inquiry is repeated in no mail: neither what was written nor how to reach the person', async () => {
  const reach = { name: 'Ana <b>Example</b>', phone: '386 555 0199' }
  await submit({ ...reach, message: 'I was hurt in an accident. http://evil.example', otherParty: 'Bob Otherside' })
  for (const { text, html, subject } of agent.mails)
    for (const word of ['Example', '0199', 'accident', 'evil', 'Otherside', '<b>', VALID_INQUIRY.email])
      expect(subject + text + html).not.toContain(word)
  expect(mailTo(VALID_INQUIRY.email)[0]?.text).not.toContain('Ana')
})

it('receipts are one per address and day, however it is written, and the firm hears of every inquiry', async () => {
  for (const email of ['ana@example.com', 'Ana@Example.com', 'ANA@EXAMPLE.COM', 'bob@example.com'])
    await submit({ email })
  const receipts = () => subjects().filter((subject) => subject.startsWith('We have')).length
  expect(receipts()).toBe(2)
  expect(mailTo(FIRM.email)).toHaveLength(4)
  agent.advance(24 * HOUR_MS)
  await submit()
  expect(receipts()).toBe(3)
})

it('receipts are one even when twenty come at once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => submit()))
  expect(mailTo(VALID_INQUIRY.email)).toHaveLength(1)
  expect(mailTo(FIRM.email)).toHaveLength(20)
  expect(await listOpenRecords(agent.store)).toEqual([])
})

it('the webhook gets reference, topic, time and link of each inquiry, and nothing else, without any mail', async () => {
  const events: [string, unknown][] = []
  agent.service.mailer = undefined
  agent.service.webhook = { post: async (id, body) => void events.push([id, body]) }
  const send = async () => (await submit({ topic: 'animal_law' }, { 'Idempotency-Key': 'k' })).body
  const [{ reference }] = [await send(), await send()]
  const receivedAt = '2026-11-21T15:04:05.000Z'
  const data = { reference, topic: 'animal_law', receivedAt, link: `${BASE}/desk/inquiries/${String(reference)}` }
  expect(events).toEqual([[`webhook-${String(reference)}`, { type: 'inquiry.received', timestamp: receivedAt, data }]])
})

it('an inquiry that comes again while its mail is being sent has its first tries once', async () => {
  let works = 0
  agent.service.waitUntil = () => void works++
  const send = async () => (await submit({}, { 'Idempotency-Key': 'k' })).body.reference
  expect(await send()).toBe(await send())
  expect(works).toBe(1)
})

it('an inquiry is accepted while the mail server is down: the first tries decrypt nothing, and a later try does', async () => {
  const { keys, mailer } = agent.service
  let opened = 0
  agent.service.keys = { ...keys, unseal: (...sealed) => keys.unseal(...sealed).finally(() => opened++) }
  agent.service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
  expect((await submit()).status).toBe(202)
  expect([opened, agent.mails.length]).toEqual([0, 0])
  agent.service.mailer = mailer
  agent.advance(HOUR_MS)
  await runOutbox(agent.service)
  expect([opened, agent.mails.length]).toEqual([2, 2])
})
