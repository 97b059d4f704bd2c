/** The service of a firm without Spanish: the language in which it writes to people who read Spanish. */
import { parse } from 'node-html-parser'
import { beforeEach, expect, it } from 'vitest'
import { createService } from '../../src/service/service.ts'
import { type Message, send as sendMail } from '../../src/mail/message.ts'
import { desk, useDeskClient } from '../desk/inquiries/desk-client.ts'
import type { RouteName } from '../../src/routes.ts'
import { ERAS, send } from '../mcp/mcp-client.ts'
import type { Json } from '../test-agent.ts'
import { BASE, FIRM, VALID_FORM, VALID_INQUIRY } from '../test-desk.ts'
import { yamlOf } from '../table.ts'

const SPANISH = /"es"|hreflang|\/es\/|Español|usted/

useDeskClient()
beforeEach(() => {
  const { published } = desk.service
  desk.service.languages = ['en']
  // The build of such a site did not write these.
  desk.service.published = {
    read: (path) => (/(^|\/)es\//.test(path) ? Promise.reject(new Error(`no page ${path}`)) : published.read(path)),
  }
})

const mcp = async (method: string, params?: Json) =>
  (await send(...ERAS.legacy(method, params), 'POST', { agent: desk })).text

it('is in the languages that the build left', async () => {
  const { published } = desk.service
  const stated = Promise.resolve('{"retentionDays":180,"hidesUnlisted":true,"keepsNames":true,"languages":["en"]}')
  const read = (path: string) => (path === 'desk/stated.json' ? stated : published.read(path))
  expect((await createService({ ...desk.service, published: { read } })).languages).toEqual(['en'])
})

const ROWS = yamlOf<[RouteName, string, string][]>('tests/service/one-language.yaml')
it.each(ROWS)('%s: %s is an unknown page for %s', async (route, path, method) => {
  const response = await desk.send(route, path, { method, headers: { Origin: BASE, Accept: 'text/html' } })
  expect([response.status, await response.text()]).toEqual([404, '<html><body>Not here.</body></html>'])
})

it.each(['GET', 'POST', 'OPTIONS'])('%s of a fact in Spanish is not found', async (method) => {
  const route = method === 'GET' ? 'missing-fact' : 'document-methods'
  const response = await desk.send(route, '/api/v1/es/practice-areas/animal_law', { method })
  expect(response.status).toBe(404)
})

it('offers assistants no Spanish', async () => {
  for (const list of ['tools/list', 'resources/list']) {
    const listed = await mcp(list)
    expect(listed).not.toMatch(SPANISH)
    expect(listed).not.toMatch(/like es; |or es\./)
  }
  const call = { name: 'get_firm_overview', arguments: { language: 'es' } }
  expect(await mcp('tools/call', call)).toContain('"isError":true')
})

it('has no switch, no choice of a language and no cookie for another on its pages', async () => {
  const page = await (await desk.send('contact', '/contact/')).text()
  expect(page).not.toMatch(SPANISH)
  expect(parse(page).querySelectorAll('#contact-form [name=language]')).toHaveLength(0)
  const body = new URLSearchParams(VALID_FORM)
  const sent = await desk.send('contact', '/contact/', { method: 'POST', body, headers: { Origin: BASE } })
  expect(sent.status).toBe(303)
  expect(sent.headers.getSetCookie().map((cookie) => /Path=\/(\w+)/.exec(cookie)?.[1])).toEqual(['thanks'])
  const thanks = await desk.send('thanks', sent.headers.get('location') ?? '')
  expect([thanks.status, SPANISH.test(await thanks.text())]).toEqual([200, false])
})

it('takes an inquiry in Spanish with the English notice, and writes and proposes letters in English', async () => {
  const reference = await desk.inquire({ language: 'es-MX' })
  const receipt = desk.mails.find(({ to }) => to === 'ana@example.com')
  expect(receipt?.subject).toBe(`We have your message ${reference}`)
  expect(receipt?.text).not.toMatch(SPANISH)
  const [inquiry] = await desk.inquiries()
  expect(inquiry).toMatchObject({ request: { language: 'es-MX' } })
  const page = await desk.get(`/inquiries/${reference}?letter=call`)
  expect(page.text).toContain('Reply to ana@example.com, in English')
  await desk.change(reference, 'reply', { note: 'Please call.', status: 'contacted' })
  expect(desk.mails.at(-1)?.subject).toBe(`${FIRM.name}: your message ${reference}`)
  const preview = { name: 'preview_inquiry', arguments: { ...VALID_INQUIRY, language: 'es' } }
  expect(await mcp('tools/call', preview)).toContain(FIRM.notices.inquiry)
})

it.each([
  { kind: 'receipt', to: 'ana@example.com', reference: 'K7QM-2F9D', language: 'es', status: 'x' },
  { kind: 'linked', to: 'ana@example.com', registration: 'reg_x', end: 'secret', byStaff: true },
  { kind: 'linked', to: 'ana@example.com', registration: 'reg_x', end: 'secret', byStaff: false, language: 'es' },
] as const satisfies Message[])('sends in English alone what was stored before: %j', async (message) => {
  await sendMail(desk.service, 'x', message)
  const { subject, text, html } = desk.mails.at(-1) ?? { subject: '', text: '', html: '' }
  expect(html).toContain('<html lang="en">')
  expect(subject + text + html).not.toMatch(/lang="es"|\/es\/|usted|agente|Recibimos/)
})

it('reads out the notices of a telephone call in English only', async () => {
  const page = (await desk.get('/telephone')).root
  expect(page.querySelectorAll('.read-out').map((part) => part.getAttribute('lang'))).toEqual(['en'])
})
