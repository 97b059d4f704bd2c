/** Passkeys as requests: adding, removing and refusals. `tests/browser/passkeys.test.ts` has the browser's part. */
import { describe, expect, it } from 'vitest'
import { DESK_PAGES } from '../../../src/desk/routes.ts'
import { MINUTE_MS } from '../../../src/duration.ts'
import { MAX_PASSKEYS } from '../../../src/staff/passkey.ts'
import { CHALLENGE_LIFETIME_MS } from '../../../src/staff/passkey-ceremony.ts'
import { BASE } from '../../test-desk.ts'
import { createPasskey, type Faults } from '../authenticator.ts'
import { openSession, openSignedInBrowser } from '../browser.ts'
import {
  ADD,
  ADD_OPTIONS,
  SIGN_IN_OPTIONS,
  FRESH_MINUTES,
  desk,
  ana,
  optionsOf,
  add,
  added,
  enter,
  audited,
  passkeysOf,
  removePath,
  useAna,
} from './passkey-client.ts'

useAna()

describe('adding a passkey', () => {
  it('asks for one that the device keeps, unlocks and says nothing else about', async () => {
    const first = await added()
    const page = await ana.get(ADD_OPTIONS)
    expect(page.headers.get('content-type')).toBe('application/json')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('access-control-allow-origin')).toBeNull()
    expect(JSON.parse(page.html)).toMatchObject({
      rp: { id: new URL(BASE).hostname, name: 'Test Firm, P.A.' },
      user: { id: Buffer.from(ana.id).toString('base64url'), name: 'Ana' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: [{ id: first.id, transports: ['hybrid', 'internal'] }],
      timeout: CHALLENGE_LIFETIME_MS,
    })
  })

  it('lists it with its name, and is in the audit trail and in no log', async () => {
    await added(ana, '  Ana’s <phone>  ', { backedUp: true })
    await added(ana, 'A stick')
    const { html, text } = await ana.get('/desk/staff')
    expect(html).toContain('Ana’s &lt;phone&gt; (synced)')
    expect(text).not.toContain('A stick (synced)')
    expect(text.match(/never/g)).toHaveLength(2)
    expect((await audited()).filter(([, action]) => action === 'passkey.added')).toEqual(
      Array(2).fill([ana.id, 'passkey.added', ana.id]),
    )
    expect(desk.logged()).not.toMatch(/phone|stick/)
  })

  it.each<[string, Faults]>([
    ['signed for another site', { origin: 'https://evil.example' }],
    ['of another host name', { rpId: 'evil.example' }],
    ['that was not unlocked', { verified: false }],
    [
      'with a challenge that was not made here',
      { challenge: Buffer.from(`${'1'.repeat(13)}.x.y`).toString('base64url') },
    ],
    ['that is a signature for signing in', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_what, faults) => {
    const { page } = await add(ana, 'My phone', faults)
    expect([page.status, page.text]).toEqual([422, expect.stringContaining('The passkey was not added')])
    expect(page.html).toContain('value="My phone"')
    expect(await passkeysOf()).toEqual([])
  })

  it.each(['', '{}', '[]', 'null', 'x'.repeat(60_000)])('refuses %.20j', async (passkey) => {
    expect((await ana.post(ADD, { name: 'My phone', passkey })).status).toBe(422)
  })

  it('refuses a challenge of another session, one for signing in, one that ran out, and one for the second time', async () => {
    const elsewhere = await openSession(desk, ana.id)
    const user = (await optionsOf(ana, ADD_OPTIONS)).user
    const foreign = [await optionsOf(elsewhere, ADD_OPTIONS), { ...(await optionsOf(ana, SIGN_IN_OPTIONS)), user }]
    for (const options of foreign) {
      const { answer } = createPasskey(options)
      expect((await ana.post(ADD, { name: 'My phone', passkey: answer })).status).toBe(422)
    }
    const late = createPasskey(await optionsOf(ana, ADD_OPTIONS))
    desk.advance(CHALLENGE_LIFETIME_MS)
    expect((await ana.post(ADD, { name: 'My phone', passkey: late.answer })).status).toBe(422)
    const options = await optionsOf(ana, ADD_OPTIONS)
    desk.advance(CHALLENGE_LIFETIME_MS - 1)
    expect((await ana.post(ADD, { name: 'One', passkey: createPasskey(options).answer })).status).toBe(303)
    desk.advance(-1)
    expect((await ana.post(ADD, { name: 'Two', passkey: createPasskey(options).answer })).status).toBe(422)
    expect((await passkeysOf()).map(({ name }) => name)).toEqual(['One'])
  })

  it('never brings back one that was removed', async () => {
    const credential = Buffer.alloc(32, 7)
    const again = async () => {
      const { answer } = createPasskey(await optionsOf(ana, ADD_OPTIONS), {}, credential)
      return (await ana.post(ADD, { name: 'My phone', passkey: answer })).status
    }
    expect(await again()).toBe(303)
    await ana.post(removePath((await ana.get('/desk/staff')).html))
    expect(await again()).toBe(422)
    expect(await passkeysOf()).toEqual([])
  })

  it('needs a session that has not ended meanwhile', async () => {
    const { GET } = DESK_PAGES.find(({ path }) => `/desk${path}` === ADD_OPTIONS)!
    const member = { id: ana.id, name: 'Ana', owner: false, lawyer: false, onCall: false, csrf: '' }
    const [url, form] = [new URL(BASE + ADD_OPTIONS), new URLSearchParams()]
    const ended = {
      service: desk.service,
      member,
      session: 'ended',
      url,
      path: '',
      params: {},
      form,
      audit: async () => {},
    }
    expect(await GET!(ended)).toMatchObject({ status: 403 })
  })

  it(`needs a session that began in the last ${FRESH_MINUTES} minutes`, async () => {
    const options = await optionsOf(ana, ADD_OPTIONS)
    desk.advance(FRESH_MINUTES * MINUTE_MS - 1)
    expect((await ana.get(ADD_OPTIONS)).status).toBe(200)
    desk.advance(1)
    const refused = await ana.get(ADD_OPTIONS)
    const said = `you signed in more than ${FRESH_MINUTES} minutes ago`
    expect([refused.status, JSON.parse(refused.html)]).toEqual([403, { detail: expect.stringContaining(said) }])
    const post = await ana.post(ADD, { name: 'My phone', passkey: createPasskey(options).answer })
    expect([post.status, post.text]).toEqual([422, expect.stringContaining(said)])
    const page = await ana.get('/desk/staff')
    expect(page.html).not.toContain('data-options')
    expect(page.text).toContain(said)
  })

  it(`goes up to ${MAX_PASSKEYS}`, async () => {
    for (let number = 0; number < MAX_PASSKEYS; number++) await added(ana, `Device ${number}`)
    expect((await ana.get(ADD_OPTIONS)).status).toBe(403)
    expect((await ana.get('/desk/staff')).text).toContain('Remove one to add another')
    await ana.post(removePath((await ana.get('/desk/staff')).html))
    await added()
  })
})

it('a passkey is removed by its member and by owners, and by no one else', async () => {
  const owner = await openSignedInBrowser(desk)
  const bob = await openSignedInBrowser(desk, 'Bob', false)
  const passkey = await added()
  const path = removePath((await ana.get('/desk/staff')).html)
  expect((await bob.get('/desk/staff')).html).not.toContain('My phone')
  expect((await bob.post(path)).status).toBe(303)
  expect((await enter(passkey)).page.status).toBe(303)
  expect((await owner.get('/desk/staff')).text).toContain('My phone')
  await owner.post(path)
  await owner.post(path)
  expect((await enter(passkey)).page.status).toBe(403)
  expect((await ana.get('/desk/staff')).text).not.toContain('My phone')
  expect((await audited()).filter(([, action]) => action === 'passkey.removed')).toEqual([
    [owner.id, 'passkey.removed', ana.id],
  ])
  expect((await owner.get('/desk/audit')).text.replace(/\s+/g, ' ')).toContain('removed a passkeyAna')
})
