/**
 * The table of messages: each kind has what the desk and the person need, and goes when what it is about is erased.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { parseInquiryKey, type InquiryId, INQUIRIES_PREFIX } from '../../src/inquiries/inquiry-id.ts'
import { LANGUAGES } from '../../src/language.ts'
import { labelOf, Message, MESSAGES, type MessageKind, send } from '../../src/mail/message.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { listOpen, OUTBOX_PREFIX, postMessage, type Posting } from '../../src/mail/outbox.ts'
import { eraseWithMail } from '../../src/service/erase-inquiry.ts'
import { VALID_INQUIRY, jsonRequest, openDesk, type TestDesk } from '../test-desk.ts'

const KINDS = Object.keys(MESSAGES) as MessageKind[]
const aboutInquiries = KINDS.filter((kind) => MESSAGES[kind].about === 'inquiry')

/** A desk with an inquiry whose own messages were sent, and a webhook. */
async function openDeskWithInquiry(): Promise<TestDesk & { inquiry: InquiryId; events: unknown[] }> {
  const desk = await openDesk()
  const events: unknown[] = []
  desk.service.webhook = { post: async (_id, body) => void events.push(body) }
  await desk.send('inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY))
  const key = [...desk.store.facts.keys()].find((one) => one.startsWith(INQUIRIES_PREFIX)) ?? ''
  desk.mails.length = events.length = 0
  return { ...desk, events, inquiry: parseInquiryKey(key) }
}

/** A message about an inquiry, as any kind may be posted, at the present time. */
const postingOf = (kind: MessageKind, inquiry: InquiryId, { service }: TestDesk) =>
  ({ at: service.clock.now().toISOString(), about: { inquiry }, message: MESSAGES[kind].samples[0] }) as Posting

const openIds = async ({ service }: TestDesk) => (await listOpen(service)).map(({ id }) => id)

it('the table of the README has each kind, by the name that the desk shows', () => {
  const names = [...readFileSync('src/mail/README.md', 'utf8').matchAll(/^\| ([^|]+) \| `[\w-]+\.ts` \|/gm)]
  expect(names.map(([, name]) => name)).toEqual(KINDS.map(labelOf))
})

describe.each(KINDS)('a message %s', (kind) => {
  const row = MESSAGES[kind]

  it('has samples of its own kind, which its schema reads as they are', () => {
    expect(row.samples.length).toBeGreaterThan(0)
    for (const sample of row.samples) {
      expect(sample.kind).toBe(kind)
      // What names an inquiry is erased with it.
      expect(row.about === 'inquiry').toBe('reference' in sample)
      expect(Message.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample)
    }
  })

  it('is written in each language that it can have, without anything left out', async () => {
    const desk = await openDeskWithInquiry()
    for (const sample of row.samples)
      for (const language of 'language' in sample ? LANGUAGES : [undefined]) {
        await send(desk.service, 'x', Message.parse({ ...sample, ...(language && { language }) }))
        const written = JSON.stringify(row.channel === 'webhook' ? desk.events.at(-1) : desk.mails.at(-1))
        expect(written.length).toBeGreaterThan(100)
        expect(written, language).not.toMatch(/undefined|\bNaN\b|\[object|\$\{|\{\{|Invalid Date/)
        if (language !== undefined) expect(written).toContain(`<html lang=\\"${language}\\">`)
      }
    expect(desk.mails.length + desk.events.length).toBeGreaterThanOrEqual(row.samples.length)
  })
})

describe.each(aboutInquiries)('a message %s about an inquiry, posted days after it,', (kind) => {
  it('is gone when the inquiry is erased, with its tries, and others stay', async () => {
    const desk = await openDeskWithInquiry()
    const other = { ...desk.inquiry, receivedAt: '2026-10-01T12:00:00.000Z' }
    desk.advance(3 * DAY_MS)
    await postMessage(desk.service, postingOf(kind, desk.inquiry, desk))
    const at = desk.service.clock.now().toISOString()
    const own = await openIds(desk)
    await desk.store.create(`${OUTBOX_PREFIX}${own[0]}/try-1`, { at, step: 1, since: at })
    desk.advance(HOUR_MS)
    // One that cannot be read goes too.
    const broken = `${OUTBOX_PREFIX}${desk.service.clock.now().toISOString()}/fax-${desk.inquiry.reference}/message`
    desk.store.facts.set(broken, '{}')
    // The reference is that of another month's inquiry too.
    await postMessage(desk.service, postingOf(kind, other, desk))
    expect(own).toHaveLength(1)
    expect(await openIds(desk)).toHaveLength(3)
    expect(await eraseWithMail(desk.service, desk.inquiry, 'CLERK001')).toBe(true)
    expect(await openIds(desk)).not.toContain(own[0])
    expect(await openIds(desk)).toHaveLength(1)
    expect([...desk.store.facts.keys()].filter((key) => key.includes(own[0] ?? '?'))).toEqual([])
  })

  it('is not sent when it was stored after the erasure', async () => {
    const desk = await openDeskWithInquiry()
    desk.advance(3 * DAY_MS)
    await eraseWithMail(desk.service, desk.inquiry, 'CLERK001')
    await postMessage(desk.service, postingOf(kind, desk.inquiry, desk))
    for (const wait of [0, HOUR_MS, DAY_MS]) {
      desk.advance(wait)
      await runOutbox(desk.service)
    }
    expect([desk.mails, desk.events, await openIds(desk)]).toEqual([[], [], []])
  })
})

it('several links of one claim are messages of their own, and name the claim', async () => {
  const { service } = await openDesk()
  const posting: Posting = {
    at: service.clock.now().toISOString(),
    about: { claim: 'reg_7Q2mVtX0c3WkQmYh1uJd8A' },
    message: { kind: 'link', to: 'ana@example.com', link: 'secret', language: 'en' },
  }
  for (let time = 0; time < 3; time++) await postMessage(service, posting)
  const open = await listOpen(service)
  expect(open.map(({ kind, subject }) => [kind, subject])).toEqual(
    Array.from({ length: 3 }, () => ['link', 'reg_7Q2mVtX0c3WkQmYh1uJd8A']),
  )
})

it('a message of a kind that this version does not know waits, and the desk shows its name', async () => {
  const { service, store } = await openDesk()
  const at = service.clock.now().toISOString()
  await store.create(`${OUTBOX_PREFIX}${at}/fax-K7QM-2F9D/message`, { at, sealed: 'x' })
  expect(await runOutbox(service)).toEqual({ sent: 0, failed: 0, open: 1 })
  expect(labelOf('fax')).toBe('fax')
})
