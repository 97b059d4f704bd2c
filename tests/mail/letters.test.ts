/**
 * What the messages say, in both forms, and what hostile names cannot do to them.
 */
import { HtmlValidate } from 'html-validate'
import { parse } from 'node-html-parser'
import { beforeEach, describe, expect, it } from 'vitest'
import { firstNameOf } from '../../src/mail/inquiry-notice.ts'
import { type Language, LANGUAGES } from '../../src/language.ts'
import { type Message, MESSAGES, type MessageKind, send } from '../../src/mail/message.ts'
import { letterLanguage } from '../../src/mail/receipt.ts'
import type { Mail } from '../../src/ports.ts'
import { effortOf, LINEAR } from '../effort.ts'
import { BASE, FIRM, FIRM_ES, openDesk, type TestDesk } from '../test-desk.ts'

const TO = 'ana@example.com'
const REFERENCE = 'K7QM-2F9D'
const END = `${BASE}/claim/end?end=secret`
const REGISTRATION = 'reg_7Q2mVtX0c3WkQmYh1uJd8A'
/** Every sample, in each language that it can have. */
const MAILS = Object.values(MESSAGES)
  .flatMap((row): readonly Message[] => (row.channel === 'mailer' ? row.samples : []))
  .flatMap((sample): Message[] =>
    'language' in sample ? LANGUAGES.map((language) => ({ ...sample, language })) : [sample],
  )
/** A sample by its kind, in a language; without one, that of which the language is unknown. */
function sampleOf(kind: MessageKind, language?: Language): Message {
  const found = MAILS.find(
    (mail) => mail.kind === kind && ('language' in mail ? mail.language : undefined) === language,
  )
  if (!found) throw new Error(`no sample ${kind} ${language}`)
  return found
}

let desk: TestDesk
beforeEach(async () => {
  desk = await openDesk()
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

describe.each(
  MAILS.map((message) => [`${message.kind} ${'language' in message ? message.language : ''}`, message] as const),
)('the %s', (_title, message) => {
  it('says the same as text and as a page', async () => {
    const { text, html } = await mailOf(message)
    const paragraphs = text.trim().split('\n\n')
    expect(shown(html)).toEqual(paragraphs.map((paragraph) => paragraph.replace(/:\nhttps:\S+$/, '')))
    expect(
      parse(html)
        .querySelectorAll('a')
        .map((link) => link.getAttribute('href')),
    ).toEqual(text.match(/https:\S+/g) ?? [])
  })

  it('is a page that is valid and has no styles, scripts, images or forms', async () => {
    const { html, subject } = await mailOf(message)
    const report = await new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: { 'doctype-style': 'off', 'long-title': 'off' },
    }).validateString(html)
    expect(report.results.flatMap(({ messages }) => messages.map(({ message: fault }) => fault))).toEqual([])
    expect(html).not.toMatch(/style|script|<img|<form|<link|onclick|javascript:/i)
    expect(parse(html).querySelector('title')?.text).toBe(subject)
  })

  it('comes from the firm, goes to one address, and has one line as its subject', async () => {
    const { from, to, subject } = await mailOf(message)
    expect(from).toEqual({ name: FIRM.name, address: FIRM.email })
    expect(to).toBe(message.kind === 'notice' ? FIRM.email : TO)
    expect(subject).toMatch(/^[\x20-\x7e]{1,78}$/)
  })

  it('is signed with name, telephone and office (rule 4-7.12)', async () => {
    const { text } = await mailOf(message)
    for (const part of [FIRM.name, '(386) 555-0142', '1 Test Street, Palatka, FL 32177']) expect(text).toContain(part)
  })
})

describe('the notice to the firm', () => {
  it('has reference, topic, first name and the link to the desk', async () => {
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
    ['  José   María ', 'José'],
    ["Seán O'Neill", 'Seán'],
    ['Anne-Marie', 'Anne-Marie'],
    ['D’Angelo Russo', 'D’Angelo'],
    ['Łukasz', 'Łukasz'],
    ['नमिता शर्मा', 'नमिता'],
    ['李小龍', '李小龍'],
    ['Bob\r\nBcc: all@x', 'Bob'],
    ['Bob\u2028Bcc:', 'Bob'],
    ['\u202egnihton\u202c', 'gnihton'],
    ['A\u200b\u200d\u2066na', 'Ana'],
    ['http://evil.example/login', 'httpevilexamplelogin'],
    ['evil.example', 'evilexample'],
    ['<script>alert(1)</script>', 'scriptalertscript'],
    ['"><img', 'img'],
    ['=?utf-8?B?QmNj?=', 'utf-BQmNj'],
    ['{{7*7}}', ''],
    ['👩‍👩‍👧', ''],
    ['', ''],
    ['x'.repeat(10_000), `${'x'.repeat(40)}…`],
    ['𝐀'.repeat(50), `${'𝐀'.repeat(40)}…`],
    [`Z${'\u0301'.repeat(5000)}`, `Z${'\u0301'.repeat(39)}…`],
  ])('makes of the name %j %j', (name, first) => expect(firstNameOf(name)).toBe(first))

  it('is made in linear time, whatever the name', () => {
    for (const part of ['x', ' ', 'Z\u0301', '<']) {
      const name = part.repeat(300_000)
      expect([...firstNameOf(name)].length).toBeLessThanOrEqual(41)
      expect(
        effortOf(() => firstNameOf(name), name.length),
        part,
      ).toBeLessThan(LINEAR)
    }
  })
})

describe('the receipt', () => {
  it('has reference, hours, notices and what to do when it is urgent', async () => {
    const { subject, text } = await mailOf(sampleOf('receipt', 'en'))
    expect(subject).toBe(`We have your message ${REFERENCE}`)
    const { notices, replyWithin } = FIRM
    for (const part of [
      REFERENCE,
      'Monday to Friday, 8:30 a.m. to 5:00 p.m.',
      'After hours, leave a message.',
      notices.inquiry,
      notices.confidentiality,
      notices.urgent,
      replyWithin,
    ])
      expect(text).toContain(part)
  })

  it('is in Spanish for anyone who asked for Spanish, with the notices and hours of the translation', async () => {
    const { subject, text, html } = await mailOf(sampleOf('receipt', 'es'))
    expect(subject).toBe(`Recibimos su mensaje ${REFERENCE}`)
    expect(html).toContain('<html lang="es">')
    const { notices, replyWithin } = FIRM_ES
    for (const part of [
      'Su número de referencia: K7QM-2F9D',
      'De lunes a viernes, de 8:30',
      'Fuera de horario, deje un mensaje.',
      notices.inquiry,
      notices.confidentiality,
      notices.urgent,
      replyWithin,
    ])
      expect(text).toContain(part)
    for (const english of [FIRM.notices.inquiry, FIRM.replyWithin, 'Monday']) expect(text).not.toContain(english)
  })

  it.each([
    [undefined, 'en'],
    ['en', 'en'],
    ['es', 'es'],
    ['es-US', 'es'],
    ['ES-419', 'es'],
    ['fr', 'en'],
    ['est', 'en'],
    ['spa', 'es'],
  ] as const)('for the language %s is in %s', (tag, language) => {
    expect(letterLanguage(tag, LANGUAGES)).toBe(language)
  })
})

it('the notice of a linked agent tells how it was confirmed, and how to end it', async () => {
  const [byLink, byStaff] = [await mailOf(sampleOf('linked', 'en')), await mailOf(sampleOf('linked'))]
  expect(byLink.text).toContain('with the link')
  expect(byStaff.text).toContain('Our staff confirmed it')
  for (const { text } of [byLink, byStaff]) {
    expect(text).toContain(`Or call (386) 555-0142 or reply to this e-mail, and give us your e-mail address, ${TO}.`)
    expect(text).toContain(REGISTRATION)
    expect(text.match(/http\S+/g)).toEqual(text === byLink.text ? [END] : [END, END.replace('/claim/', '/es/claim/')])
  }
})

it('a linked agent that the staff confirmed is told of in both languages, each marked as what it is', async () => {
  const { subject, text, html } = await mailOf(sampleOf('linked'))
  expect(subject).toBe(`${FIRM.name}: AI agent linked / agente de IA autorizado`)
  const page = parse(html)
  expect(page.querySelector('html')?.getAttribute('lang')).toBe('en')
  const spanish = page.querySelector('div[lang=es]')?.text ?? ''
  for (const part of ['Lo confirmó nuestro personal', 'llame al (386) 555-0142', TO, REGISTRATION])
    expect(spanish).toContain(part)
  expect(spanish).not.toContain('Our staff')
  expect(spanish).not.toContain(FIRM.address.street)
  expect(text.match(/1 Test Street/g)).toHaveLength(1)
  expect(text.indexOf('Our staff confirmed it')).toBeLessThan(text.indexOf('Lo confirmó nuestro personal'))
})

it('in Spanish the link leads to the Spanish page, and both messages about agents are in Spanish', async () => {
  const [linked, link] = [await mailOf(sampleOf('linked', 'es')), await mailOf(sampleOf('link', 'es'))]
  expect(link.text).toContain(`${BASE}/es/claim/confirm?link=secret`)
  expect(link.text).toContain(FIRM_ES.notices.inquiry)
  expect(linked.text).toContain('Se confirmó con el enlace')
  for (const { html } of [linked, link]) expect(html).toContain('<html lang="es">')
})
