/** The private address of an inquiry: what the person who has it sees, the tool of MCP, and that it stays private. */
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import { inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { statusCapability } from '../../src/inquiries/status-address.ts'
import { createKeys, dropRetiredKeys, rotateKeys } from '../../src/keys/key-set.ts'
import { keyring } from '../../src/keys/token-keys.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { BY } from '../inquiries/member-change.ts'
import { call } from '../mcp/mcp-client.ts'
import { blocksOf } from '../table.ts'
import { type Json, agent, useAgent } from '../test-agent.ts'
import { BASE, KEY_SET, STAFF_INBOX, VALID_INQUIRY } from '../test-desk.ts'
import { ask, change, SECURE, send, show, textOf } from './status-client.ts'

useAgent()

const [STEPS = [], STATES = [], , ABSENT = []] = blocksOf('tests/forms/status.txt')

it.each(STEPS)('an inquiry after %s is %s, for programs and in both languages', async (changes = '', status) => {
  const sent = await send()
  await change(sent, ...(JSON.parse(changes) as InquiryChange[]))
  const [, words, palabras, next = ''] = STATES.find(([state]) => state === status) ?? []
  const { reference, receivedAt } = sent
  expect((await ask(sent.path)).body).toEqual({
    ...{ reference, status, receivedAt, updatedOn: '2026-11-21' },
    next: JSON.parse(next) as object,
  })
  const [english, spanish] = [await textOf(sent.path), await textOf(`/es${sent.path}`)]
  for (const [page, title, noSteps] of [
    [english, words, 'we do not represent you and are taking no steps for you'],
    [spanish, palabras, 'no le representamos'],
  ] as const) {
    for (const shown of [`${title}<!--/region:title--></h1>`, reference]) expect(page).toContain(shown)
    expect([page.includes('<textarea'), page.includes(noSteps)]).toEqual([status === 'asked', status === 'closed'])
  }
  // The pages show none of the staff's words, and no one who works here.
  const staffWords = /spam(?! folder)|declined|retained|conflict|the other side|la otra parte|C1ERK001|Private/
  for (const text of [english, spanish, JSON.stringify((await ask(sent.path)).body)])
    expect(text).not.toMatch(staffWords)
})

it('the address of an inquiry names the day in Florida of its status, which no note moves', async () => {
  // It is 22:30 of November 21 there.
  agent.advance(12.5 * HOUR_MS - 4 * 60_000)
  const sent = await send()
  expect(sent.receivedAt).toMatch(/^2026-11-22T03:/)
  const updatedOn = async () => (await ask(sent.path)).body.updatedOn
  expect(await updatedOn()).toBe('2026-11-21')
  agent.advance(DAY_MS)
  await change(sent, { note: 'Private.' })
  expect(await updatedOn()).toBe('2026-11-21')
  agent.advance(DAY_MS)
  expect((await ask(sent.path)).body.next).toMatchObject({ by: '2026-11-23' })
  await change(sent, { assignee: BY })
  agent.advance(DAY_MS)
  await change(sent, { finding: 'none' }, { note: 'Private.' }, { assignee: 'ANOTHER1' })
  expect(await updatedOn()).toBe('2026-11-23')
  expect(await textOf(sent.path)).toContain('Received on November 21, 2026. No change since November 23, 2026.')
  // The promised time is over.
  expect((await ask(sent.path)).body.next).toEqual({ who: 'firm', what: 'review' })
  expect(await textOf(sent.path)).not.toContain('We answer by')
  expect(await textOf(`/es${sent.path}`)).toContain('el 21 de noviembre de 2026. Sin cambios desde el 23 de')
})

it('the status of an inquiry is known without opening it, and a damaged one is being looked at', async () => {
  const sent = await send()
  await change(sent, { status: 'contacted' })
  agent.service.staffInbox = () => Promise.reject(new Error('nothing is decrypted'))
  expect((await ask(sent.path)).body.status).toBe('answered')
  agent.store.records.set(inquiryKey(sent), '{"sealed":"x"}')
  expect((await ask(sent.path)).body.status).toBe('in_review')
})

it('the tool of MCP takes the address from the result of submit_inquiry, or its secret part, and says what the address says', async () => {
  const sent = (await call('submit_inquiry', { ...VALID_INQUIRY, confirmed: true })).structuredContent as Json
  const path = String(sent.status_url).replace(BASE, '')
  const { body } = await ask(path)
  for (const status_url of [sent.status_url, `${BASE}${path}/`, `${BASE}/es${path}`, path.split('/')[2]])
    expect((await call('get_inquiry_status', { status_url })).structuredContent).toEqual(body)
})

it.each(['x', `${BASE}/status/x`, 'K7QM-2F9D'])('the tool of MCP does not find %s', async (statusUrl) => {
  const result = await call('get_inquiry_status', { status_url: statusUrl })
  expect(result).toMatchObject({ isError: true, _meta: { code: 'not-found' } })
  expect(JSON.stringify(result)).toContain('No inquiry has this address')
})

it('what is no address of an inquiry that is kept is one 404, whatever the reason, and repeats nothing of the address', async () => {
  const [one, other] = [await send(), await send({ message: 'Another.' })]
  const [time = '', reference = '', mac = ''] = one.path.split('/')[2]?.split(/-(.*?)-(.*)/s) ?? []
  const [, otherReference = '', otherMac = ''] = other.path.split('/')[2]?.split(/-(.*?)-(.*)/s) ?? []
  const later = (Number.parseInt(time, 36) + 1).toString(36)
  const stranger = keyring((await createKeys(true)).keys)
  const expired = await send({ message: 'Expired.' })
  const erased = await send({ message: 'Erased.' })
  await change(expired, { status: 'declined' })
  await eraseInquiries(agent.service, STAFF_INBOX, [erased], { by: BY, keepsNames: false })
  const parts = { time, reference, mac, otherReference, otherMac, later, shortMac: mac.slice(0, -1) }
  const whole = { shown: one.reference, stranger: await statusCapability(stranger, one), erased: erased.path }
  const filled = Object.entries({ ...parts, ...whole, capitals: time.toUpperCase() })
  const paths = ABSENT.flat().map((path) => filled.reduce((all, [name, text]) => all.replace(`{${name}}`, text), path))
  expect(paths.join()).not.toContain('{')
  agent.advance(180 * DAY_MS)
  await runHousekeeping(agent.service)
  expect((await ask(expired.path)).status, 'in the retention period').toBe(200)
  agent.advance(DAY_MS)
  await runHousekeeping(agent.service)
  const bodies = await Promise.all([...paths, expired.path].map(async (path) => (await ask(path)).body))
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect(bodies[0]).toMatchObject({ status: 404, code: 'not-found' })
  for (const language of ['', '/es']) {
    const pages = await Promise.all([...paths, expired.path].map((path) => show(language + path)))
    expect(new Set(pages.map(({ status, body }) => `${status} ${String(body.text)}`)).size).toBe(1)
    expect(pages[0]?.status).toBe(404)
    const words = language ? 'No encontramos ningún mensaje' : 'We cannot find a message'
    expect(String(pages[0]?.body.text)).toContain(words)
  }
  expect((await ask(one.path)).status, 'the real one').toBe(200)
})

it('an address outlives the rotation and the dropping of keys', async () => {
  const { path } = await send()
  Object.assign(agent.service, keyring(dropRetiredKeys(await rotateKeys(KEY_SET))))
  expect((await ask(path)).status).toBe(200)
})

it('every answer is kept by no cache, listed by no search engine, and sends no other site the address', async () => {
  const { path } = await send()
  for (const address of [path, '/status/x'])
    for (const Accept of ['application/json', 'text/html']) {
      const { headers } = await agent.get('status', address, { Accept })
      expect(Object.fromEntries(headers)).toMatchObject({ ...SECURE, vary: 'Accept' })
      const isJson = Accept === 'application/json'
      expect(headers.get('access-control-allow-origin'), address).toBe(isJson ? '*' : null)
    }
})

it('no answer leaves anything of the address in the log, refused or not', async () => {
  const { path } = await send()
  const forged = `${path.slice(0, -3)}xyz`
  for (const address of [path, forged, `/es${path}`]) await Promise.all([ask(address), show(address)])
  await agent.send('status', path, { method: 'DELETE' })
  agent.store.down = true
  expect([(await ask(path)).status, (await show(path)).status]).toEqual([503, 503])
  agent.store.down = false
  agent.service.published.read = () => Promise.reject(new Error(path))
  expect((await show(path)).status).toBe(500)
  const [, , capability = ''] = path.split('/')
  expect(agent.logged()).toContain('"code":"not-found"')
  expect(agent.logged()).toContain('request.failed')
  for (const part of [capability.slice(-43, -5), capability.slice(0, 9)]) expect(agent.logged()).not.toContain(part)
})

it.each([
  ['en', '/status/', 'See where your message stands'],
  ['es', '/es/status/', 'Ver cómo va su mensaje'],
])('the address is given in the receipt mail, in its language: %s', async (language, folder, words) => {
  await send({ language })
  const mail = agent.mails.find(({ to }) => to === VALID_INQUIRY.email)
  const [, path = ''] = new RegExp(`${words}:\n${BASE}(\\S+)`).exec(mail?.text ?? '') ?? []
  expect(path).toContain(folder)
  expect(mail?.html).toMatch(new RegExp(`<a href="${BASE}${path}"[^>]*>${words}</a>`))
  expect((await show(path)).status).toBe(200)
  for (const other of agent.mails.filter((one) => one !== mail)) expect(other.text).not.toContain('/status/')
})
