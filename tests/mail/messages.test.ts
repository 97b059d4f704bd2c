/**
 * The table of messages: what each kind says, in both forms and each language, what hostile names cannot do to it, and that it goes when
 * what it is about is erased.
 */
import { readFileSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { parse } from 'node-html-parser'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { type Language, LANGUAGES } from '../../src/language.ts'
import { hoursInWords } from '../../src/firm/opening-hours.ts'
import { firstNameOf } from '../../src/mail/inquiry-notice.ts'
import { labelOf, Message, MESSAGES, type MessageKind, send } from '../../src/mail/message.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { listOpen, OUTBOX_PREFIX, postMessage, type Posting } from '../../src/mail/outbox.ts'
import { letterLanguage } from '../../src/mail/person-letters.ts'
import type { Mail } from '../../src/ports.ts'
import { eraseInquiry } from '../../src/service/erasure.ts'
import { BASE, FIRM, FIRM_ES, desk, useDesk } from '../test-desk.ts'
import { SAMPLES } from './samples.ts'
import { createRecord } from '../../src/store/record.ts'

const KINDS = Object.keys(MESSAGES) as MessageKind[]
const TO = 'ana@example.com'
const REFERENCE = 'K7QM-2F9D'
/** Every sample, in each language that it can have. */
const ALL = Object.values(SAMPLES)
  .flatMap((samples): readonly Message[] => samples)
  .flatMap((sample): Message[] =>
    'language' in sample ? LANGUAGES.map((language) => ({ ...sample, language })) : [sample],
  )
/** A sample by its kind, in a language; without one, that of which the language is unknown. */
function sampleOf(kind: MessageKind, language?: Language): Message {
  const found = ALL.find((mail) => mail.kind === kind && ('language' in mail ? mail.language : undefined) === language)
  if (!found) throw new Error(`no sample ${kind} ${language}`)
  return found
}

useDesk()
let events: unknown[]
beforeEach(async () => {
  events = []
  desk.service.webhook = { post: async (_id, body) => void events.push(body) }
})
async function mailOf(message: Message): Promise<Mail> {
  await send(desk.service, 'x', message)
  return desk.mails.at(-1) as Mail
}
/** What a mail program shows of the page: its text, line by line. */
const shown = (page: string) =>
  parse(page.replaceAll('<br>', '\n'))
    .querySelectorAll('p')
    .map((paragraph) => paragraph.text)

it('the table of the README has each kind, by the name that the desk shows', () => {
  const names = [...readFileSync('src/mail/README.md', 'utf8').matchAll(/^\| ([^|]+) \| `[\w-]+\.ts` \|/gm)]
  expect(names.map(([, name]) => name)).toEqual(KINDS.map(labelOf))
})

describe.each(
  ALL.map((message) => [`${message.kind} ${'language' in message ? message.language : ''}`, message] as const),
)('the message %s', (_title, message) => {
  const row = MESSAGES[message.kind]

  it('is stored as it is, and leaves nothing out where it is written', async () => {
    // What names an inquiry is erased with it.
    expect(row.about === 'inquiry').toBe('reference' in message)
    expect(Message.parse(JSON.parse(JSON.stringify(message)))).toEqual(message)
    const mail = await mailOf(message)
    const written = JSON.stringify(row.channel === 'webhook' ? events : mail)
    expect(written.length).toBeGreaterThan(100)
    expect(written).not.toMatch(/undefined|\bNaN\b|\[object|\$\{|\{\{|Invalid Date|\.\./)
  })

  it.runIf(row.channel === 'mailer')(
    'is signed, goes to one address, and says the same as text and as a plain, valid page',
    async () => {
      const { from, to, subject, text, html } = await mailOf(message)
      expect(from).toEqual({ name: FIRM.name, address: FIRM.email })
      expect(to).toBe(message.kind === 'notice' ? FIRM.email : TO)
      expect(subject).toMatch(/^[\x20-\x7e]{1,78}$/)
      // Rule 4-7.12.
      for (const part of [FIRM.name, '(386) 555-0142', '1 Test Street, Palatka, FL 32177']) expect(text).toContain(part)
      expect(shown(html)).toEqual(
        text
          .trim()
          .split('\n\n')
          .map((paragraph) => paragraph.replace(/:\nhttps:\S+$/, '')),
      )
      const page = parse(html)
      expect(page.querySelectorAll('a').map((link) => link.getAttribute('href'))).toEqual(
        text.match(/https:\S+/g) ?? [],
      )
      expect(page.querySelector('title')?.text).toBe(subject)
      expect(page.querySelector('html')?.getAttribute('lang')).toBe('language' in message ? message.language : 'en')
      expect(page.querySelector('body > div')?.text).toBe(FIRM.name)
      expect(html).not.toMatch(/<style|url\(|script|<img|<form|<link|onclick|javascript:/i)
      const report = await new HtmlValidate({
        extends: ['html-validate:recommended'],
        rules: { 'doctype-style': 'off', 'long-title': 'off', 'no-inline-style': 'off' },
      }).validateString(html)
      expect(report.results.flatMap(({ messages }) => messages.map(({ message: fault }) => fault))).toEqual([])
    },
  )
})

it('the notice to the firm has reference, topic, first name and the link to the desk', async () => {
  const { subject, text } = await mailOf(sampleOf('notice'))
  expect(subject).toBe(`New inquiry ${REFERENCE}`)
  expect(text).toContain(`Reference: ${REFERENCE}\nTopic: Area animal_law\nFirst name: Ana`)
  expect(text).toContain(`${BASE}/desk/inquiries/${REFERENCE}`)
  expect((await mailOf({ kind: 'notice', reference: REFERENCE, firstName: '' })).text).toContain(
    'Topic: none given\nFirst name: cannot be shown here',
  )
})

it.each([
  ['Ana Example', 'Ana'],
  ['D’Angelo Russo', 'D’Angelo'],
  ['李小龍', '李小龍'],
  ['Bob\r\nBcc: all@x', 'Bob'],
  ['\u202egnihton\u202c', 'gnihton'],
  ['http://evil.example/login', 'httpevilexamplelogin'],
  ['<script>alert(1)</script>', 'scriptalertscript'],
  ['👩‍👩‍👧', ''],
  ['', ''],
  ['x'.repeat(10_000), `${'x'.repeat(40)}…`],
  [`Z${'\u0301'.repeat(5000)}`, `Z${'\u0301'.repeat(39)}…`],
])('the notice to the firm makes of the name %j %j', (name, first) => expect(firstNameOf(name)).toBe(first))

it.each([
  ['en', FIRM, FIRM_ES],
  ['es', FIRM_ES, FIRM],
] as const)('the receipt in %s says when the office is open and when it answers', async (language, firm, other) => {
  const { text } = await mailOf(sampleOf('receipt', language))
  for (const part of [...hoursInWords(firm, language), firm.afterHours, firm.replyWithin]) expect(text).toContain(part)
  expect(text).not.toContain(other.replyWithin)
})

it.each([
  [undefined, 'en'],
  ['es-US', 'es'],
  ['fr', 'en'],
  ['est', 'en'],
] as const)('the receipt for the language %s is in %s', (tag, language) => {
  expect(letterLanguage(tag, LANGUAGES)).toBe(language)
})

const openIds = async () => (await listOpen(desk.service)).map(({ id }) => id)
/** An inquiry whose own messages were sent. */
async function sendInquiry(): Promise<InquiryId> {
  const id = await desk.submit()
  desk.mails.length = events.length = 0
  return id
}
/** A message about an inquiry, as any kind may be posted, at the present time. */
const postAbout = (kind: MessageKind, inquiry: InquiryId) => {
  const at = desk.service.clock.now().toISOString()
  return postMessage(desk.service, { at, about: { inquiry }, message: SAMPLES[kind][0] } as Posting)
}

describe.each(KINDS.filter((kind) => MESSAGES[kind].about === 'inquiry'))(
  'a message %s about an inquiry, posted days after it,',
  (kind) => {
    it('is gone when the inquiry is erased, with its tries, and others stay', async () => {
      const inquiry = await sendInquiry()
      desk.advance(3 * DAY_MS)
      await postAbout(kind, inquiry)
      const at = desk.service.clock.now().toISOString()
      const [own = '?'] = await openIds()
      await createRecord(desk.store, `${OUTBOX_PREFIX}${own}/try-1`, { at, step: 1, since: at })
      desk.advance(HOUR_MS)
      // One that cannot be read goes too.
      desk.store.facts.set(`${OUTBOX_PREFIX}${at}/fax-${inquiry.reference}/message`, '{}')
      // The reference is that of another month's inquiry too.
      await postAbout(kind, { ...inquiry, receivedAt: '2026-10-01T12:00:00.000Z' })
      expect(await openIds()).toHaveLength(3)
      expect(await eraseInquiry(desk.service, inquiry, 'CLERK001')).toBe(true)
      expect(await openIds()).toHaveLength(1)
      expect(desk.store.keysOf().filter((key) => key.includes(own))).toEqual([])
    })

    it('is not sent when it was stored after the erasure', async () => {
      const inquiry = await sendInquiry()
      desk.advance(3 * DAY_MS)
      await eraseInquiry(desk.service, inquiry, 'CLERK001')
      await postAbout(kind, inquiry)
      for (const wait of [0, HOUR_MS, DAY_MS]) {
        desk.advance(wait)
        await runOutbox(desk.service)
      }
      expect([desk.mails, events, await openIds()]).toEqual([[], [], []])
    })
  },
)

it('a message of a kind that this version does not know waits, and the desk shows its name', async () => {
  const { service, store } = desk
  const at = service.clock.now().toISOString()
  await createRecord(store, `${OUTBOX_PREFIX}${at}/fax-K7QM-2F9D/message`, { at, sealed: 'x' })
  expect(await runOutbox(service)).toEqual({ sent: 0, failed: 0, open: 1 })
  expect(labelOf('fax')).toBe('fax')
})
