/** Each switch removes its part from documents, addresses, operations and tools; `tests/site/adopted.test.ts` has the pages. */
import { globSync, readFileSync } from 'node:fs'
import { html } from 'hono/html'
import { describe, expect, it } from 'vitest'
import { functionOptions } from '../src/commands/bundle.ts'
import { authMd } from '../src/contract/documents/auth-md.ts'
import { aiCatalog, apiCatalog } from '../src/contract/documents/catalogs.ts'
import { llmsFullTxt } from '../src/contract/documents/llms-txt.ts'
import { skillMd, skillsIndex, skillsOf } from '../src/contract/documents/skills.ts'
import { documentAt, DOCUMENTS } from '../src/contract/documents.ts'
import { openapi } from '../src/contract/openapi.ts'
import { apiIndex } from '../src/contract/operations.ts'
import { deskFrame } from '../src/desk/frame.ts'
import { fillInText, placeholderValues } from '../src/firm/placeholders.ts'
import { LANGUAGES } from '../src/language.ts'
import { parseMessage, send } from '../src/mail/message.ts'
import { instructionsOf } from '../src/mcp/server.ts'
import { isOffered, SWITCH_NAMES, whenOffered } from '../src/offers.ts'
import { matchRoutes, type Route, ROUTES } from '../src/routes.ts'
import { openDeskClient, OWNER } from './desk/inquiries/desk-client.ts'
import { SAMPLES } from './mail/samples.ts'
import { ERAS, send as sendToMcp } from './mcp/mcp-client.ts'
import { AREAS, BASE, FIRM, jsonRequest, openDesk, VALID_INQUIRY } from './test-desk.ts'

/** Some text has these words while a switch is on, and none while it is off. */
const WORDS = {
  mcp: /\/mcp\b|\bMCP\b|preview_inquiry|said yes|le dijo usted que sí/,
  agents:
    /\/auth\.md|\/agent\/|\/oauth|oauth-|\/claim\b|api\/v1\/agent\b|[Bb]earer|insufficient_scope|register-and-be-claimed|Identity/,
  apiInquiries: /POST [^ ]*\/inquiries|\/api\/v1\/inquiries|createInquiry/,
  statusPage: /status_url|\/status\/|getInquiryStatus|get_inquiry_status|private\saddress|dirección privada/,
} as const

const EVERY_TEXT = globSync('content/sample/**/[!_]*.md').map((file) => readFileSync(file, 'utf8'))

/** Texts that are the same for all firms are left out. */
async function textsOf(firm: typeof FIRM): Promise<Record<string, string>> {
  const site = { base: BASE, languages: LANGUAGES, firm, areas: AREAS, lawyers: [], faq: [], pages: [] }
  const filled = placeholderValues(FIRM, 'en', { base: BASE, retentionDays: 1, ...firm })
  const desk = await openDesk()
  desk.service.firm = firm
  const sent = await desk.send('inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY))
  for (const sample of [...SAMPLES.receipt, ...whenOffered(firm, 'agents', ...SAMPLES.linked)])
    await send(desk.service, 'x', parseMessage(sample))
  const tools = isOffered(firm, 'mcp')
    ? [instructionsOf({ firm }), (await sendToMcp(...ERAS.legacy('tools/list'), 'POST', { agent: desk })).text]
    : []
  return {
    index: JSON.stringify(apiIndex(firm, BASE, new Map(LANGUAGES.map((language) => [language, ['animal_law']])))),
    openapi: JSON.stringify(openapi(BASE, firm, AREAS)),
    llms: llmsFullTxt(site),
    ...(isOffered(firm, 'agents') && { authGuide: authMd({ base: BASE, firm, topics: ['other'] }) }),
    apiCatalog: JSON.stringify(apiCatalog(BASE, firm)),
    aiCatalog: JSON.stringify(aiCatalog(BASE, firm)),
    skills: JSON.stringify(await skillsIndex(BASE, firm)),
    ...Object.fromEntries(skillsOf(firm).map((skill) => [skill.name, skillMd(skill, BASE, firm)])),
    documents: DOCUMENTS.map(({ path }) => path)
      .filter((path) => documentAt(path.replace(':id', 'x'), LANGUAGES, firm))
      .join('\n'),
    functions: functionOptions('.', new Map(), firm).entryPoints.join('\n'),
    content: EVERY_TEXT.map((text) => fillInText(text, filled)).join('\n'),
    receipt: await sent.text(),
    mail: desk.mails.map(({ text }) => text).join('\n'),
    tools: tools.join('\n'),
  }
}
describe.each(SWITCH_NAMES)('without %s', (name) => {
  const firm = { ...FIRM, notOffered: [name] }

  it('no text for programs or people speaks of it, and each of the others is there', async () => {
    const texts = Object.entries(await textsOf(firm))
    const spoken = SWITCH_NAMES.filter((other) => texts.some(([, text]) => WORDS[other].test(text)))
    expect(spoken).toEqual(SWITCH_NAMES.filter((other) => other !== name))
    for (const [place, text] of texts) expect(WORDS[name].exec(text)?.[0], place).toBeUndefined()
    // Removing the marks of a part keeps the space between two sentences.
    const [, content = ''] = texts.find(([place]) => place === 'content') ?? []
    expect(/[a-z]{2}\.[A-ZÁÉ][a-z]+ /.exec(content)?.[0]).toBeUndefined()
  })

  it('no address of it is answered', () => {
    const off = Object.values<Route>(ROUTES).filter(({ offer }) => !isOffered(firm, offer))
    const paths = off.flatMap(({ path }) => path.map((one) => one.replace(/:\w+/, 'x')))
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths)
      for (const method of ['GET', 'POST'])
        expect([[], ['not-found']], path).toContainEqual(matchRoutes(method, path, () => false, firm))
  })
})

it('each guide for agents says that names come first', async () => {
  const texts = await textsOf(FIRM)
  const saying = Object.keys(texts).filter((place) => /names first.*when (the firm )?ask/i.test(texts[place] ?? ''))
  const guides = ['openapi', 'llms', 'authGuide', 'prepare-and-send-an-inquiry', 'tools']
  expect(saying).toEqual(expect.arrayContaining(guides))
})

it('without agents an inquiry by API needs no token, and one that is sent is not looked at', async () => {
  const desk = await openDesk()
  const sent = () =>
    desk.send('inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY, { Authorization: 'Bearer x' }))
  expect((await sent()).status).toBe(401)
  desk.service.firm = { ...FIRM, notOffered: ['agents'] }
  expect(await (await sent()).json()).toMatchObject({ sender: 'anonymous' })
})

it('without agents the desk has no page of claims and no link to one, and can still forget an address', async () => {
  const desk = await openDeskClient()
  const erase = `/inquiries/${await desk.inquire()}/erase`
  const member = { ...OWNER, lawyer: true, onCall: false, csrf: '' }
  const page = () => ({ title: '', content: html``, status: 200, firm: desk.service.firm })
  const shown = async () => [(await desk.get('')).markup, await deskFrame(page(), member, '', 0)]
  expect((await shown())[1]).toContain('/desk/claims')
  desk.service.firm = { ...FIRM, notOffered: ['agents'] }
  for (const text of await shown()) expect(text).not.toContain('/desk/claims')
  expect((await desk.get('/claims')).status).toBe(404)
  expect((await desk.get(erase, OWNER)).markup).toContain('/desk/addresses')
})

it('a word that begins or ends no part of a text stays, and a part inside another one is left out with it', () => {
  const text = '{#mcp}\n## A\n{#agents}\nB\n{/agents}\n{/mcp}\nC{#agents} D{/agents}. {#other}E{/other} {#mcp}F'
  expect(fillInText(text, { '#mcp': 'mcp', '#agents': '' })).toBe('## A\nC. {#other}E{/other} {#mcp}F')
})
