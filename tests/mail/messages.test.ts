/** The table of messages: what each kind says, in both forms and each language, and what hostile names cannot do to it. */
import { readFileSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { parse } from 'node-html-parser'
import { beforeEach, expect, it } from 'vitest'
import { type Language, LANGUAGES } from '../../src/language.ts'
import { firstNameOf } from '../../src/mail/inquiry-notice.ts'
import { labelOf, type Message, MESSAGES, type MessageKind, parseMessage, send } from '../../src/mail/message.ts'
import { letterLanguage } from '../../src/mail/person-letters.ts'
import type { Mail } from '../../src/ports.ts'
import { revokeMember } from '../../src/staff/staff-member.ts'
import { WORDS } from '../../src/words.ts'
import { BASE, FIRM, FIRM_ES, desk, useDesk } from '../test-desk.ts'
import { addStaff, setAddress } from '../desk/browser.ts'
import { rowsOf } from '../table.ts'
import { SAMPLES } from './samples.ts'

const KINDS = Object.keys(MESSAGES) as MessageKind[]
const TO = 'ana@example.com'
const REFERENCE = 'K7QM-2F9D'
const MAIL_RULES = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { 'doctype-style': 'off', 'long-title': 'off', 'no-inline-style': 'off' },
})
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
  await addStaff(desk, 'Ana', false, { id: MEMBER })
  await setAddress(desk, MEMBER, TO)
})
/** Staff id of the member whom the samples name. */
const MEMBER = 'ANA00001'
async function mailOf(message: Message): Promise<Mail> {
  await send(desk.service, 'x', message)
  return desk.mails.at(-1) as Mail
}
/** What a mail program shows of the page: its text, line by line. */
const shown = (page: string) =>
  parse(page.replaceAll('<br>', '\n'))
    .querySelectorAll('p')
    .map((paragraph) => paragraph.text)

it('the table of the README has each kind, by the name that the desk shows, and there are samples of each', () => {
  const names = [...readFileSync('src/mail/README.md', 'utf8').matchAll(/^\| ([^|]+) \| `[\w-]+\.ts` \|/gm)]
  expect(names.map(([, name]) => name)).toEqual(KINDS.map(labelOf))
  expect(Object.keys(SAMPLES).sort()).toEqual(KINDS.toSorted())
})

const TITLED = ALL.map(
  (message) => [`${message.kind} ${'language' in message ? message.language : ''}`, message] as const,
)
it.each(TITLED)(
  'the message %s is whole; as mail it says the same as text and as a plain, valid page, to one address',
  async (_title, message) => {
    const row = MESSAGES[message.kind]
    // What names an inquiry is erased with it.
    expect(row.about === 'inquiry').toBe('reference' in message)
    expect(parseMessage(JSON.parse(JSON.stringify(message)))).toEqual(message)
    const mail = await mailOf(message)
    const written = JSON.stringify(row.channel === 'webhook' ? events : mail)
    expect(written.length).toBeGreaterThan(100)
    expect(written).not.toMatch(/undefined|\bNaN\b|\[object|\$\{|\{\{|Invalid Date|\.\./)
    if (row.channel === 'webhook') return
    const { from, to, subject, text, html } = mail
    expect(from).toEqual({ name: FIRM.name, address: FIRM.email })
    expect(to).toBe('to' in message || 'member' in message ? TO : FIRM.email)
    expect(subject).toMatch(/^[\x20-\x7e]{1,78}$/)
    // Rule 4-7.12.
    for (const part of [FIRM.name, '(386) 555-0142', '1 Test Street, Palatka, FL 32177']) expect(text).toContain(part)
    const paragraphs = text.trim().split('\n\n')
    expect(shown(html)).toEqual(paragraphs.map((paragraph) => paragraph.replace(/:\nhttps:\S+$/, '')))
    const page = parse(html)
    const links = page.querySelectorAll('a').map((link) => link.getAttribute('href'))
    expect(links).toEqual(text.match(/https:\S+/g) ?? [])
    expect(page.querySelector('title')?.text).toBe(subject)
    expect(page.querySelector('html')?.getAttribute('lang')).toBe('language' in message ? message.language : 'en')
    expect(page.querySelector('body > div')?.text).toBe(FIRM.name)
    expect(html).not.toMatch(/<style|url\(|script|<img|<form|<link|onclick|javascript:/i)
    const report = await MAIL_RULES.validateString(html)
    expect(report.results.flatMap(({ messages }) => messages.map(({ message: fault }) => fault))).toEqual([])
  },
)

it('mail to a member goes to the address that they have when it is sent, and to the firm when they have left', async () => {
  const assigned = sampleOf('assigned')
  await setAddress(desk, MEMBER, 'new@example.com')
  expect((await mailOf(assigned)).to).toBe('new@example.com')
  await revokeMember(desk.service, MEMBER)
  expect((await mailOf(assigned)).to).toBe(FIRM.email)
})

it('an appointment has its day and hour on a line of their own, and its link the color of the firm in each language', async () => {
  const moments = { en: 'Tuesday, December 1, 10:00 a.m.', es: 'Martes, 1 de diciembre, 10:00 a. m.' }
  for (const language of LANGUAGES) {
    await send({ ...desk.service, firm: { ...FIRM, accent: '#7a2048' } }, 'x', sampleOf('appointment', language))
    const { text, html } = desk.mails.at(-1) as Mail
    expect(text.replaceAll('\u00a0', ' ').split('\n')).toContain(moments[language])
    expect(parse(html).querySelector('a')?.getAttribute('style')).toContain('background:#7a2048')
  }
})

it.each(LANGUAGES)('a letter in %s that is answered by e-mail says so first, and who carries it', async (language) => {
  const { above, carried } = WORDS[language].mail.inbound
  await send({ ...desk.service, replyTo: 'reply+x@in.firm.example' }, 'x', sampleOf('receipt', language))
  const { text, html, replyTo } = desk.mails.at(-1) as Mail
  expect([replyTo, text.startsWith(above)]).toEqual(['reply+x@in.firm.example', true])
  for (const part of [text, html]) expect(part.replace(/\s+/g, ' ')).toMatch(new RegExp(`${above}.*${carried}`))
})

it('the notice to the firm has reference, topic, first name and the link to the desk', async () => {
  const { subject, text } = await mailOf(sampleOf('notice'))
  expect(subject).toBe(`New inquiry ${REFERENCE}`)
  expect(text).toContain(`Reference: ${REFERENCE}\nTopic: Area animal_law\nFirst name: Ana`)
  expect(text).toContain(`${BASE}/desk/inquiries/${REFERENCE}`)
  const unknown = await mailOf({ kind: 'notice', reference: REFERENCE, firstName: '' })
  expect(unknown.text).toContain('Topic: none given\nFirst name: cannot be shown here')
})

const LONG_NAMES = [
  ['x'.repeat(10_000), `${'x'.repeat(40)}…`],
  [`Z${'\u0301'.repeat(5000)}`, `Z${'\u0301'.repeat(39)}…`],
]
it.each([...rowsOf('tests/mail/first-names.txt'), ...LONG_NAMES])(
  'the notice to the firm makes of the name %j %j',
  (name, first) => expect(firstNameOf(name)).toBe(first),
)

it('the receipt says when the firm answers, in its language', async () => {
  const [english, spanish] = [await mailOf(sampleOf('receipt', 'en')), await mailOf(sampleOf('receipt', 'es'))]
  expect(english.text).toContain(FIRM.replyWithin)
  expect(spanish.text).toContain(FIRM_ES.replyWithin)
  expect(english.text).not.toContain(FIRM_ES.replyWithin)
  expect(spanish.text).not.toContain(FIRM.replyWithin)
  const languages = [undefined, 'es-US', 'fr', 'est'].map((tag) => letterLanguage(tag, LANGUAGES))
  expect(languages).toEqual(['en', 'es', 'en', 'en'])
})
