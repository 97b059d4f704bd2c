/**
 * The private address of an inquiry: what the person who has it sees, what those do who do not, and that it stays private.
 */
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { authMd } from '../../src/contract/documents/auth-md.ts'
import { llmsTxt } from '../../src/contract/documents/llms-txt.ts'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { topicsOf } from '../../src/firm/practice-area.ts'
import { applyChange, type InquiryChange } from '../../src/inquiries/change.ts'
import { markerKey, readState } from '../../src/inquiries/history.ts'
import { type InquiryId, inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { statusCapability } from '../../src/inquiries/status-address.ts'
import { type PublicStatus, type Status, STATUSES } from '../../src/inquiries/status.ts'
import { createKeys, dropRetiredKeys, rotateKeys } from '../../src/keys/key-set.ts'
import { keyring } from '../../src/keys/keyring.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { eraseWithMail } from '../../src/service/erase-inquiry.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { createTestAgent, type Json, SAME_ORIGIN, type TestAgent } from '../test-agent.ts'
import { AREAS, BASE, FIRM, KEY_SET, VALID_INQUIRY } from '../test-desk.ts'

const CLERK = 'C1ERK001'
const JSON_TYPE = { Accept: 'application/json' }
const SECURE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

let desk: TestAgent
beforeEach(async () => {
  desk = await createTestAgent()
})

interface Sent extends InquiryId {
  /** Path of its private address. */
  path: string
}

async function send(more: Json = {}, headers: Record<string, string> = {}): Promise<Sent> {
  const { body } = await desk.post('inquiries', '/api/v1/inquiries', { ...VALID_INQUIRY, ...more }, { headers })
  const path = String(body.status_url).replace(BASE, '')
  return { reference: String(body.reference), receivedAt: String(body.receivedAt), path }
}
const ask = (path: string) => desk.get('status', path, JSON_TYPE)
const show = (path: string) => desk.get('status', path, { Accept: 'text/html,*/*;q=0.8' })
const textOf = async (path: string) => String((await show(path)).body.text)

async function change(id: InquiryId, ...changes: InquiryChange[]): Promise<void> {
  for (const one of changes) {
    const { seq: seen } = await readState(desk.store, id)
    expect(await applyChange(desk.service, id, one, { seen, by: CLERK })).toBe('done')
  }
}

describe('an inquiry', () => {
  /** What the staff do, and what the person sees then. */
  const STEPS: [InquiryChange[], PublicStatus][] = [
    [[], 'received'],
    [[{ note: 'Private.' }], 'received'],
    [[{ assignee: CLERK }], 'in_review'],
    [[{ assignee: CLERK }, { assignee: null }], 'received'],
    [[{ status: 'conflict_check' }], 'in_review'],
    [[{ status: 'contacted' }], 'answered'],
    [[{ status: 'contacted', assignee: CLERK }], 'answered'],
    [[{ status: 'conflict_check' }, { status: 'retained' }], 'closed'],
    [[{ status: 'declined' }], 'closed'],
    [[{ status: 'spam' }], 'closed'],
    [[{ status: 'closed', assignee: CLERK }], 'closed'],
    [[{ status: 'closed' }, { status: 'contacted' }], 'answered'],
  ]

  it.each(STEPS)('after %j is %s, for programs and in both languages', async (changes, status) => {
    const sent = await send()
    await change(sent, ...changes)
    const { reference, receivedAt } = sent
    expect((await ask(sent.path)).body).toEqual({ reference, status, receivedAt, updatedOn: '2026-11-21' })
    const words = { received: 'Received', in_review: 'Being looked at', answered: 'Answered', closed: 'Closed' }
    const palabras = { received: 'Recibido', in_review: 'En revisión', answered: 'Respondido', closed: 'Cerrado' }
    const [english, spanish] = [await textOf(sent.path), await textOf(`/es${sent.path}`)]
    expect(english).toContain(`<h2>${words[status]}</h2>`)
    expect(spanish).toContain(`<h2>${palabras[status]}</h2>`)
    expect([english.includes(reference), spanish.includes(reference)]).toEqual([true, true])
    // The pages are there for each status of the staff: none of their words, and no one who works here.
    for (const text of [english, spanish, JSON.stringify((await ask(sent.path)).body)])
      expect(text).not.toMatch(/spam(?! folder)|declined|retained|conflict|C1ERK001|Private/)
  })

  it('has been shown in every status that there is', () => {
    const moved = STEPS.flatMap(([changes]) => changes.flatMap(({ status }) => status ?? []))
    expect(new Set<Status>(['new', ...moved])).toEqual(new Set(STATUSES))
  })

  it('names the day in Florida of its status, which no note moves', async () => {
    // 22:30 of November 21 there.
    desk.advance(12.5 * HOUR_MS - 4 * 60_000)
    const sent = await send()
    expect(sent.receivedAt).toMatch(/^2026-11-22T03:/)
    const updatedOn = async () => (await ask(sent.path)).body.updatedOn
    expect(await updatedOn()).toBe('2026-11-21')
    desk.advance(DAY_MS)
    await change(sent, { note: 'Private.' })
    expect(await updatedOn()).toBe('2026-11-21')
    desk.advance(DAY_MS)
    await change(sent, { assignee: CLERK })
    expect(await updatedOn()).toBe('2026-11-23')
    desk.advance(DAY_MS)
    await change(sent, { status: 'conflict_check' }, { note: 'Private.' }, { assignee: 'ANOTHER1' })
    expect(await updatedOn()).toBe('2026-11-23')
    desk.advance(DAY_MS)
    await change(sent, { status: 'contacted' })
    desk.advance(DAY_MS)
    await change(sent, { status: 'spam' }, { status: 'closed' })
    expect(await updatedOn()).toBe('2026-11-26')
    expect(await textOf(sent.path)).toContain('Received on November 21, 2026. In this state since November 26, 2026.')
    expect(await textOf(`/es${sent.path}`)).toContain('el 21 de noviembre de 2026. En este estado desde el 26 de')
  })

  it('that is closed by the first change has the day of that change', async () => {
    const sent = await send()
    desk.advance(2 * DAY_MS)
    await change(sent, { status: 'closed' })
    expect((await ask(sent.path)).body).toMatchObject({ status: 'closed', updatedOn: '2026-11-23' })
  })

  it('is read from keys: what it holds is opened by no one, and a state without its marker counts', async () => {
    const sent = await send()
    await change(sent, { note: 'Private.', status: 'conflict_check' }, { status: 'contacted' })
    desk.store.facts.set(inquiryKey(sent), '{"sealed":"no JWE"}')
    await desk.store.remove(markerKey(sent, { seq: 2, status: 'contacted' }))
    const before = { ...desk.store.calls }
    desk.service.staffInbox = () => Promise.reject(new Error('nothing is decrypted'))
    expect((await ask(sent.path)).body.status).toBe('answered')
    expect(desk.store.calls.list - before.list).toBe(1)
    expect(desk.store.calls.create).toBe(before.create)
    // Of the values only the inquiry, which must be there, the change without a marker, and the time of the last one.
    expect(desk.store.calls.read - before.read).toBe(3)
  })

  it('says that it is no advice and stops no deadline, and the telephone', async () => {
    const { path } = await send()
    expect(await textOf(path)).toMatch(
      /not legal advice, and it does not stop any deadline.*<a href="tel:\+1-386-555-0142">/,
    )
    expect(await textOf(`/es${path}`)).toMatch(/no es asesoría legal y no detiene ningún plazo.*href="tel:/)
  })

  it('has one address, also when it is sent again with its key', async () => {
    const [one, again] = [await send({}, { 'Idempotency-Key': 'k' }), await send({}, { 'Idempotency-Key': 'k' })]
    expect(again.path).toBe(one.path)
    expect((await send()).path).not.toBe(one.path)
  })
})

describe('what is no address of an inquiry that is kept', () => {
  it('is one 404, whatever the reason, and repeats nothing of the address', async () => {
    const [one, other] = [await send(), await send({ message: 'Another.' })]
    const [time = '', reference = '', mac = ''] = one.path.split('/')[2]?.split(/-(.*?)-(.*)/s) ?? []
    const [, otherReference = '', otherMac = ''] = other.path.split('/')[2]?.split(/-(.*?)-(.*)/s) ?? []
    const later = (Number.parseInt(time, 36) + 1).toString(36)
    const stranger = keyring((await createKeys(true)).keys)
    const expired = await send({ message: 'Expired.' })
    const erased = await send({ message: 'Erased.' })
    await change(expired, { status: 'declined' })
    await eraseWithMail(desk.service, erased, CLERK)
    const paths = [
      `/status/${time}-${reference}-${otherMac}`,
      `/status/${time}-${otherReference}-${mac}`,
      `/status/${later}-${reference}-${mac}`,
      `/status/${time.toUpperCase()}-${reference}-${mac}`,
      `/status/0${time}-${reference}-${mac}`,
      `/status/${time}-${reference}-${mac.slice(0, -1)}`,
      `/status/${time}-${reference}-`,
      `/status/${await statusCapability(stranger, one)}`,
      `/status/${one.reference}`,
      `/status/${reference}`,
      '/status/x',
      '/status/%00',
      '/status/__proto__',
      erased.path,
    ]
    desk.advance(181 * DAY_MS)
    await runHousekeeping(desk.service)
    expect((await ask(expired.path)).status, 'after the retention period').toBe(404)
    const bodies = await Promise.all([...paths, expired.path].map(async (path) => (await ask(path)).body))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0]).toMatchObject({ status: 404, code: 'not-found' })
    for (const language of ['', '/es']) {
      const pages = await Promise.all([...paths, expired.path].map((path) => show(language + path)))
      expect(new Set(pages.map(({ status, body }) => `${status} ${String(body.text)}`)).size).toBe(1)
      expect(pages[0]?.status).toBe(404)
      expect(String(pages[0]?.body.text)).toContain(language ? 'Ningún mensaje tiene' : 'No message has this address.')
    }
    expect((await ask(one.path)).status, 'the real one').toBe(200)
  })

  it('was one until the retention period ended', async () => {
    const sent = await send()
    await change(sent, { status: 'closed' })
    desk.advance(180 * DAY_MS)
    await runHousekeeping(desk.service)
    expect((await ask(sent.path)).status).toBe(200)
    desk.advance(DAY_MS)
    await runHousekeeping(desk.service)
    expect((await ask(sent.path)).status).toBe(404)
  })

  it('can be neither guessed nor made from what a reference or another address says', async () => {
    const [one, other] = [await send(), await send()]
    // Both came in the same millisecond, so nothing but the reference and the hash differs.
    const macOf = ({ path }: Sent) => path.slice(-43)
    expect(Buffer.from(macOf(one), 'base64url')).toHaveLength(32)
    expect(macOf(one)).not.toBe(macOf(other))
    expect(await statusCapability(keyring((await createKeys(true)).keys), one)).not.toContain(macOf(one))
  })
})

it('an address outlives the rotation and the dropping of keys', async () => {
  const { path } = await send()
  Object.assign(desk.service, keyring(dropRetiredKeys(await rotateKeys(KEY_SET))))
  expect((await ask(path)).status).toBe(200)
})

describe('every answer', () => {
  it('is kept by no cache, listed by no search engine, and sends no other site the address', async () => {
    const { path } = await send()
    for (const address of [path, '/status/x'])
      for (const Accept of ['application/json', 'text/html']) {
        const { headers } = await desk.get('status', address, { Accept })
        expect(Object.fromEntries(headers)).toMatchObject({ ...SECURE, vary: 'Accept' })
        const isJson = Accept === 'application/json'
        expect(headers.get('access-control-allow-origin'), address).toBe(isJson ? '*' : null)
      }
  })

  it.each([
    ['application/json', true],
    ['application/json, text/plain, */*', true],
    ['application/json;q=0.9, text/html;q=0.8', true],
    ['text/html, application/json;q=0.9', false],
    ['application/json;q=0, text/html', false],
    ['*/*', false],
    ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  ])('to Accept: %s is JSON: %s', async (Accept, isJson) => {
    const { headers } = await desk.get('status', (await send()).path, { Accept })
    expect(headers.get('content-type')).toBe(isJson ? 'application/json' : 'text/html; charset=utf-8')
  })

  it('to HEAD has no body, to OPTIONS names the methods, to another method is 405', async () => {
    const { path } = await send()
    for (const headers of [JSON_TYPE, { Accept: 'text/html' }]) {
      const head = await desk.send('status', path, { method: 'HEAD', headers })
      expect([head.status, await head.text()]).toEqual([200, ''])
    }
    const options = await desk.send('status', path, { method: 'OPTIONS', headers: { Origin: 'https://agent.example' } })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(options.headers.get('access-control-allow-origin')).toBe('*')
    const posted = await desk.send('status', path, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(posted.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('after too many is 429, for pages and programs together', async () => {
    const { path } = await send()
    const { quota } = RATE_LIMITS['inquiry-status']
    for (let count = 0; count < quota; count++) expect((await (count % 2 ? ask : show)(path)).status).toBe(200)
    expect([(await ask(path)).status, (await show(path)).status]).toEqual([429, 429])
  })

  it('leaves nothing of the address in the log, refused or not', async () => {
    const { path } = await send()
    const forged = `${path.slice(0, -3)}xyz`
    for (const address of [path, forged, `/es${path}`]) await Promise.all([ask(address), show(address)])
    await desk.send('status', path, { method: 'DELETE' })
    desk.store.down = true
    expect([(await ask(path)).status, (await show(path)).status]).toEqual([503, 503])
    desk.store.down = false
    desk.service.published.read = () => Promise.reject(new Error(path))
    expect((await show(path)).status).toBe(500)
    const [, , capability = ''] = path.split('/')
    expect(desk.logged()).toContain('"code":"not-found"')
    expect(desk.logged()).toContain('request.failed')
    for (const part of [capability.slice(-43, -5), capability.slice(0, 9)]) expect(desk.logged()).not.toContain(part)
  })
})

describe('the tool of MCP', () => {
  const call = async (name: string, given: Json) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
    const headers = { 'MCP-Protocol-Version': '2025-11-25', Accept: 'application/json, text/event-stream' }
    return (await desk.post('mcp', '/mcp', body, { headers })).body.result as Json & { structuredContent?: Json }
  }

  it('takes the address from the result of submit_inquiry, or its secret part, and says what the address says', async () => {
    const { structuredContent: sent = {} } = await call('submit_inquiry', { ...VALID_INQUIRY, confirmed: true })
    const statusUrl = String(sent.status_url)
    expect(statusUrl).toMatch(`${BASE}/status/`)
    const path = statusUrl.replace(BASE, '')
    for (const given of [statusUrl, `${statusUrl}/`, `${BASE}/es${path}`, path.split('/')[2]])
      expect((await call('get_inquiry_status', { statusUrl: given })).structuredContent).toEqual((await ask(path)).body)
  })

  it('is described in few words, without a pattern of dates', async () => {
    const headers = { 'MCP-Protocol-Version': '2025-11-25', Accept: 'application/json, text/event-stream' }
    const { body } = await desk.post('mcp', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { headers })
    const { tools } = body.result as { tools: Json[] }
    const described = JSON.stringify(tools.find(({ name }) => name === 'get_inquiry_status'))
    expect(described).not.toContain('"pattern"')
    expect(described.length).toBeLessThan(1200)
  })

  it.each(['x', `${BASE}/status/x`, 'K7QM-2F9D'])('does not find %s', async (statusUrl) => {
    const result = await call('get_inquiry_status', { statusUrl })
    expect(result).toMatchObject({ isError: true, _meta: { code: 'not-found' } })
    expect(JSON.stringify(result)).toContain('No inquiry has this address')
  })

  it('takes from the limit of the address', async () => {
    for (let count = 0; count < RATE_LIMITS['inquiry-status'].quota; count++) await ask('/status/x')
    const result = await call('get_inquiry_status', { statusUrl: 'x' })
    expect(result).toMatchObject({ isError: true, _meta: { code: 'rate-limited' } })
  })
})

describe('the address is given', () => {
  it.each([
    ['en', '/status/', 'See where your message stands'],
    ['es', '/es/status/', 'Vea cómo va su mensaje'],
  ])('in the receipt mail, in its language: %s', async (language, folder, words) => {
    await send({ language })
    const mail = desk.mails.find(({ to }) => to === VALID_INQUIRY.email)
    const [, path = ''] = new RegExp(`${words}:\n${BASE}(\\S+)`).exec(mail?.text ?? '') ?? []
    expect(path).toContain(folder)
    expect(mail?.html).toContain(`<a href="${BASE}${path}">${words}</a>`)
    expect((await show(path)).status).toBe(200)
    for (const other of desk.mails.filter((one) => one !== mail)) expect(other.text).not.toContain('/status/')
  })

  it.each(['', '/es'])('on the thanks page of the person who just sent the form: %j', async (language) => {
    const { headers } = await desk.form('contact', `${language}/contact/`, VALID_INQUIRY, SAME_ORIGIN)
    const location = headers.get('location') ?? ''
    const page = await desk.get('thanks', location)
    const [, path = ''] = /<a href="([^"]*\/status\/[^"]+)"/.exec(String(page.body.text)) ?? []
    expect(path.startsWith(`${language}/status/`)).toBe(true)
    expect((await show(path)).status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    // In the other language the page is the same.
    const [, other = ''] = /class="language" href="([^"]+)"/.exec(String(page.body.text)) ?? []
    expect(String((await desk.get('thanks', other)).body.text)).toContain('/status/')
  })

  it('on no thanks page of those who have the reference only', async () => {
    const [one, other] = [await send(), await send({ message: 'Another.' })]
    const secretOf = ({ path }: Sent) => path.split('/')[2] ?? ''
    const forged = `${secretOf(one).slice(0, -3)}xyz`
    for (const query of ['', '?status=', '?status=x', `?status=${forged}`, `?status=${secretOf(other)}`]) {
      const { status, body } = await desk.get('thanks', `/thanks/${one.reference}/${query}`)
      expect([status, String(body.text).includes(one.reference)]).toEqual([200, true])
      expect(String(body.text), query).not.toMatch(/\/status\/|\?status=/)
    }
  })
})

it.each([
  ['src/sample/pages/privacy.md', 'Anyone who has that address sees where your message stands, and the days'],
  ['src/sample/es/pages/privacy.md', 'Quien tenga esa dirección ve cómo va su mensaje, y los días'],
])('%s says who sees it', (file, sentence) => {
  expect(readFileSync(file, 'utf8').replace(/\s+/g, ' ')).toContain(sentence)
})

it('the documents for agents name it: llms.txt and auth.md', () => {
  const site = { base: BASE, languages: ['en'] as const, firm: FIRM, areas: AREAS, faq: [], pages: [] }
  expect(llmsTxt(site)).toMatch(/getInquiryStatus .*where an inquiry stands, at the private address/)
  const topics = topicsOf(AREAS)
  expect(authMd({ base: BASE, firm: FIRM, topics })).toMatch(/`status_url` \(private.*`Accept: application\/json`/)
})

it('the page leads to itself in the other language', async () => {
  const { path } = await send()
  expect(await textOf(path)).toContain(`<a class="language" href="/es${path}" hreflang="es"`)
  expect(await textOf(`/es${path}`)).toContain(`<a class="language" href="${path}" hreflang="en"`)
})
