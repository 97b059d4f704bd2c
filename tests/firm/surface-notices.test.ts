/** Each surface carries the notices of its row in each language; `tests/site/crawl.ts` looks at the built pages. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import { parse } from 'node-html-parser'
import { beforeEach, expect, it } from 'vitest'
import { authMd } from '../../src/contract/documents/auth-md.ts'
import { aiCatalog, olderServerCard, registryEntry, serverCard } from '../../src/contract/documents/catalogs.ts'
import { llmsFullTxt, llmsTxt, robotsTxt } from '../../src/contract/documents/llms-txt.ts'
import { SKILLS, skillMd } from '../../src/contract/documents/skills.ts'
import { openapi } from '../../src/contract/openapi.ts'
import { signedOutFrame } from '../../src/desk/frame.ts'
import type { Firm } from '../../src/firm/firm.ts'
import type { PAGE_NOTICES, Surface } from '../../src/firm/notices.ts'
import { DOCUMENT_NOTICES, generalNotice, receiptNotice, SURFACE_NOTICES } from '../../src/firm/notices.ts'
import { runHandler } from '../../src/http/endpoint.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES, pathIn } from '../../src/language.ts'
import { statusCapability } from '../../src/inquiries/status-address.ts'
import { type MessageKind, parseMessage, send } from '../../src/mail/message.ts'
import { instructionsOf } from '../../src/mcp/server.ts'
import { ROUTES } from '../../src/routes.ts'
import { PATHS } from '../../src/site.ts'
import { contactFormMarkdown } from '../../src/views/contact-form.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { callAt } from '../mcp/mcp-client.ts'
import type { Json } from '../test-agent.ts'
import { carriedBy, missingIn, textsIn } from '../carried-notices.ts'
import { AREAS, BASE, FIRM, FIRM_ES, jsonRequest, VALID_FORM, VALID_INQUIRY, desk, useDesk } from '../test-desk.ts'
import { SAMPLES } from '../mail/samples.ts'
import { WORDS } from '../../src/words.ts'

/** The firm of a demonstration, with notices that no other text contains. */
const withNotices = (firm: Firm, language: Language): Firm => ({
  ...firm,
  notices: Object.fromEntries(
    ['demonstration', ...Object.keys(firm.notices)].map((name) => [
      name,
      name === 'version' ? '2026-11-01' : `<${name}> & "${language}".`,
    ]),
  ) as Firm['notices'],
})
const FIRMS: Readonly<Record<Language, Firm>> = { en: withNotices(FIRM, 'en'), es: withNotices(FIRM_ES, 'es') }
const SITE = { base: BASE, languages: LANGUAGES, firm: FIRMS.en, areas: AREAS, lawyers: [], faq: [], pages: [] }

useDesk({ factor: 1000 })
beforeEach(async () => {
  const { read } = desk.service.published
  desk.service.firm = FIRMS.en
  desk.service.published = { read: async (path) => (path === 'api/v1/es/firm' ? JSON.stringify(FIRMS.es) : read(path)) }
})

interface ToolResult {
  structuredContent?: { notices: string[]; notice: string }
  inputRequests?: { confirm: { params: { message: string } } }
}

const call = async (name: string, given: Json): Promise<ToolResult> => callAt(desk, name, given)
const inquiryIn = (language: Language) => ({ ...VALID_INQUIRY, language })

const readable = async (response: Response) => parse(await response.text()).text
const postForm = async (path: string, fields: Record<string, string>) =>
  desk.send('contact', path, { method: 'POST', body: new URLSearchParams(fields) })

function formInMarkdown(language: Language): string {
  const { notices } = FIRMS[language]
  return contactFormMarkdown({ language, languages: LANGUAGES, notices, practiceAreas: AREAS }, 'POST /inquiries')
}

/** The form is empty, refused for its input, and refused because nothing can be stored. */
async function forms(language: Language): Promise<string[]> {
  const path = pathIn(language, PATHS.contact)
  const shown = await desk.send('contact', path)
  const refused = await postForm(path, { message: 'No name.' })
  expect(refused.status).toBe(400)
  desk.store.down = true
  const unsaved = await postForm(path, { ...VALID_FORM, language })
  desk.store.down = false
  expect(unsaved.status).toBe(503)
  return Promise.all([shown, refused, unsaved].map(readable))
}

/** `tests/mcp/confirmation.test.ts` says yes in each way. */
async function receipts(language: Language): Promise<(string | undefined)[]> {
  const accepted = await desk.send('inquiries', '/api/v1/inquiries', jsonRequest(inquiryIn(language)))
  expect(accepted.status).toBe(202)
  const sent = await call('submit_inquiry', { ...inquiryIn(language), confirmed: true })
  return [((await accepted.json()) as { notice: string }).notice, sent.structuredContent?.notice]
}

/** The page of a person whom the firm asked, its refusals, and the mail that asks. */
async function answering(language: Language): Promise<string[]> {
  const id = await desk.submit({ language })
  await makeChanges(desk, id, { finding: 'none' }, { reply: 'When?', ask: true })
  const capability = await statusCapability(desk.service, id)
  const path = pathIn(language, PATHS.status + capability)
  const shown = await desk.send('status', path, { headers: { Accept: 'text/html' } })
  const refused = await desk.send('status', path, { method: 'POST', body: new URLSearchParams() })
  const { reference } = id
  desk.mails.length = 0
  const mail = { kind: 'reply', to: 'ana@example.com', reference, text: 'When?', language, answerAt: capability }
  await send(desk.service, 'x', parseMessage(mail))
  return [await readable(shown), await readable(refused), ...mailedTexts()]
}
const mailedTexts = () => desk.mails.flatMap(({ text, html }) => [text, parse(html).text])

/** @param more values that the samples do not have */
async function mails(kind: MessageKind, language: Language, more = {}): Promise<string[]> {
  desk.mails.length = 0
  for (const sample of SAMPLES[kind])
    await send(desk.service, 'x', parseMessage({ ...sample, ...('language' in sample && { language }), ...more }))
  expect(desk.mails.length).toBeGreaterThan(0)
  return mailedTexts()
}

const PRODUCED: Readonly<Record<Exclude<Surface, keyof typeof PAGE_NOTICES>, (spoken: Language) => unknown>> = {
  form: forms,
  formMarkdown: (language) => [formInMarkdown(language)],
  answer: answering,
  telephoneCall: async (language) => {
    const page = parse((await (await openSignedInBrowser(desk)).get('/desk/telephone')).html)
    return [page.querySelector(`.read-out[lang=${language}]`)?.text]
  },
  preview: async (language) => [
    (await call('preview_inquiry', inquiryIn(language))).structuredContent?.notices.join('\n'),
  ],
  elicitation: async (language) => [
    (await call('submit_inquiry', inquiryIn(language))).inputRequests?.confirm.params.message,
  ],
  receipt: receipts,
  receiptMail: (language) => mails('receipt', language),
  callReceipt: async (language) => {
    const texts = await mails('receipt', language, { called: true })
    for (const text of texts) expect(text).not.toContain('<inquiry>')
    return texts
  },
  replyMail: (language) => mails('reply', language),
  appointmentMail: (language) => mails('appointment', language),
  linkMail: (language) => mails('link', language),
  linkedMail: (language) => mails('linked', language),
  authGuide: () => [authMd({ base: BASE, firm: FIRMS.en, topics: ['other'] })],
  llms: () => [llmsTxt(SITE)],
  llmsFull: () => [llmsFullTxt(SITE)],
  skill: () => SKILLS.map((skill) => skillMd(skill, BASE, FIRMS.en)),
  openapi: () => [textsIn((openapi(BASE, FIRMS.en, AREAS) as { info: object }).info)],
  serverCard: () => [textsIn(serverCard(BASE, FIRMS.en))],
  olderServerCard: () => [textsIn(olderServerCard(BASE, FIRMS.en))],
  registryEntry: () => [textsIn(registryEntry(BASE, FIRMS.en))],
  aiCatalog: () => [textsIn(aiCatalog(BASE, FIRMS.en))],
  instructions: () => [instructionsOf({ firm: FIRMS.en })],
}

const ONE_LANGUAGE = new Set<string>([...Object.keys(DOCUMENT_NOTICES), 'instructions'])
const CASES = (Object.keys(PRODUCED) as (keyof typeof PRODUCED)[]).flatMap((surface) =>
  (ONE_LANGUAGE.has(surface) ? [FIRST_LANGUAGE] : LANGUAGES).map((language) => [surface, language] as const),
)

it.each(CASES)('the surface %s (%s) carries its notices, and none in another language', async (surface, language) => {
  const texts = (await PRODUCED[surface](language)) as string[]
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) expect(missingIn(text, surface, FIRMS[language])).toEqual([])
  // A mail is in all languages when the reader's language is not known.
  const inOne = surface === 'linkedMail' ? 2 : texts.length
  for (const inAll of texts.slice(inOne))
    for (const each of LANGUAGES) expect(missingIn(inAll, surface, FIRMS[each])).toEqual([])
  for (const other of LANGUAGES.filter((one) => one !== language))
    for (const text of texts.slice(0, inOne)) expect(text).not.toContain(`& "${other}"`)
})

it('before the instructions to send stand the notices, in the language of the labels', () => {
  const text = formInMarkdown('es')
  expect(text).toContain('`name`: Su nombre')
  expect(text).not.toMatch(/: Your|optional/)
  for (const notice of carriedBy('formMarkdown', FIRMS.es))
    expect(text.indexOf(notice)).toBeLessThan(text.indexOf('POST /inquiries'))
})

it('the language of the notices is that of the inquiry, and English where the firm writes no other', async () => {
  for (const [language, notice] of [
    ['es-MX', FIRMS.es],
    ['de', FIRMS.en],
    [undefined, FIRMS.en],
  ] as const) {
    const sent = await desk.send('inquiries', '/api/v1/inquiries', jsonRequest({ ...VALID_INQUIRY, language }))
    expect(((await sent.json()) as { notice: string }).notice).toBe(receiptNotice(notice.notices))
  }
  expect((await desk.inquiries()).map(({ noticeLanguage }) => noticeLanguage).sort()).toEqual(['en', 'en', 'es'])
})

const TO_STAFF = 'answer assigned dates inbound late staffAppointment urgent'.split(' ')

const firm = { ...FIRM, notices: { ...FIRM.notices, demonstration: WORDS.en.demonstration } }

it('a demonstration says so in each response of a function, and that no search engine may list it', async () => {
  for (const [shown, headers] of [
    [FIRM, [null, 'all']],
    [firm, [WORDS.en.demonstration, 'noindex']],
  ] as const) {
    desk.service.firm = shown
    const asked = new Request(`${BASE}/contact/`)
    const response = await runHandler(ROUTES.contact.handler, asked, { address: '203.0.113.7' }, desk.service)
    expect(['demonstration', 'x-robots-tag'].map((name) => response.headers.get(name))).toEqual(headers)
  }
})

it('a demonstration says so beside each text for programs, in its language, in short instructions of MCP that tell no one to call, and asks in robots.txt not to be listed', () => {
  expect(generalNotice(firm, 'en')).toMatch(/^Demonstration, no such law firm exists: /)
  expect(generalNotice(firm, 'es')).toMatch(/^Demostración, este bufete no existe: .* información general/)
  expect(instructionsOf({ firm }).length).toBeLessThanOrEqual(600 - 150)
  expect(instructionsOf({ firm })).not.toContain(firm.telephone)
  expect(robotsTxt(BASE, FIRM)).toMatch(/search=yes[^]*Sitemap/)
  expect(robotsTxt(BASE, firm)).not.toMatch(/=yes|Sitemap|Disallow: \/$/m)
})

it('a demonstration says so first in each mail, once, to the staff too', async () => {
  desk.mails.length = 0
  for (const samples of Object.values(SAMPLES))
    for (const sample of samples) await send(desk.service, 'x', parseMessage({ ...sample, language: 'en' }))
  const words = FIRMS.en.notices.demonstration ?? ''
  expect(desk.mails.length).toBeGreaterThan(6)
  for (const { text, html } of desk.mails) {
    expect(text.split(words)).toEqual(['', expect.any(String)])
    expect(parse(html).text.split(words)).toHaveLength(2)
  }
})

it('a demonstration says so on each page of the desk', async () => {
  const page = { title: '', content: html``, status: 200 }
  expect(await signedOutFrame({ ...page, firm })).toContain(WORDS.en.demonstration)
  expect(await signedOutFrame({ ...page, firm: FIRM })).not.toContain('class="demonstration"')
})

it('the table has a row for each mail to a person, and no other mail', () => {
  const mailed = Object.entries(SAMPLES).filter(([, samples]) => samples.some((sample) => 'to' in sample))
  const toPeople = mailed.flatMap(([kind]) => (TO_STAFF.includes(kind) ? [] : [`${kind}Mail`]))
  const surfaces = Object.keys(SURFACE_NOTICES).filter((name) => name.endsWith('Mail'))
  expect(toPeople.sort()).toEqual(surfaces.sort())
})

/** Digests of each version's words in both languages; other words need another version. */
const DIGESTS: Readonly<Record<string, string>> = { '2026-11-29': 'ulOysj7hrHmEV8NNEyNRktjFof81TypS4hOng2JsDxE' }

it('the notices have a version that changes with their words', () => {
  const names = Object.fromEntries(Object.keys(FIRM.notices).map((name) => [name, name])) as typeof FIRM.notices
  const hash = createHash('sha256').update(receiptNotice(names))
  const versions = ['content/sample/notices.md', 'content/sample/es/notices.md'].map((file) => {
    const [, frontmatter = ''] = readFileSync(file, 'utf8').split(/^---$/m)
    hash.update(frontmatter.replace(/^version:.*$/m, '').replace(/^reviewed:.*\n/m, ''))
    return /^version: (.+)$/m.exec(frontmatter)?.[1] ?? ''
  })
  expect(new Set(versions).size).toBe(1)
  expect(DIGESTS[versions[0] ?? '']).toBe(hash.digest('base64url'))
})
