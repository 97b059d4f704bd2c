/** The private address of an inquiry stays private: what others see, what every answer has, and who is given the address. */
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { statusCapability } from '../../src/inquiries/status-address.ts'
import { createKeys, dropRetiredKeys, rotateKeys } from '../../src/keys/key-set.ts'
import { keyring } from '../../src/keys/token-keys.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { BY } from '../inquiries/member-change.ts'
import { agent, useAgent } from '../test-agent.ts'
import { BASE, KEY_SET, STAFF_INBOX, VALID_INQUIRY } from '../test-desk.ts'
import { SECURE, send, ask, show, change } from './status-client.ts'

useAgent()

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
    expect(String(pages[0]?.body.text)).toContain(
      language ? 'No encontramos ningún mensaje' : 'We cannot find a message',
    )
  }
  expect((await ask(one.path)).status, 'the real one').toBe(200)
})

it('an address outlives the rotation and the dropping of keys', async () => {
  const { path } = await send()
  Object.assign(agent.service, keyring(dropRetiredKeys(await rotateKeys(KEY_SET))))
  expect((await ask(path)).status).toBe(200)
})

describe('every answer', () => {
  it('is kept by no cache, listed by no search engine, and sends no other site the address', async () => {
    const { path } = await send()
    for (const address of [path, '/status/x'])
      for (const Accept of ['application/json', 'text/html']) {
        const { headers } = await agent.get('status', address, { Accept })
        expect(Object.fromEntries(headers)).toMatchObject({ ...SECURE, vary: 'Accept' })
        const isJson = Accept === 'application/json'
        expect(headers.get('access-control-allow-origin'), address).toBe(isJson ? '*' : null)
      }
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
})

describe('the address is given', () => {
  it.each([
    ['en', '/status/', 'See where your message stands'],
    ['es', '/es/status/', 'Ver cómo va su mensaje'],
  ])('in the receipt mail, in its language: %s', async (language, folder, words) => {
    await send({ language })
    const mail = agent.mails.find(({ to }) => to === VALID_INQUIRY.email)
    const [, path = ''] = new RegExp(`${words}:\n${BASE}(\\S+)`).exec(mail?.text ?? '') ?? []
    expect(path).toContain(folder)
    expect(mail?.html).toMatch(new RegExp(`<a href="${BASE}${path}"[^>]*>${words}</a>`))
    expect((await show(path)).status).toBe(200)
    for (const other of agent.mails.filter((one) => one !== mail)) expect(other.text).not.toContain('/status/')
  })
})
