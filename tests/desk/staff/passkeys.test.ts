/**
 * Passkeys at the desk as requests: adding, signing in, removing, and every way in which none of that may work. The browser's part is
 * in `tests/browser/passkeys.test.ts`.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/duration.ts'
import { RATE_LIMITS } from '../../../src/rate-limits.ts'
import { readAudit } from '../../../src/staff/audit.ts'
import { listPasskeys, MAX_PASSKEYS } from '../../../src/staff/passkey.ts'
import { CHALLENGE_LIFETIME_MS } from '../../../src/staff/passkey-challenge.ts'
import { revokeMember } from '../../../src/staff/staff-member.ts'
import { BASE, openDesk, type TestDesk } from '../../test-desk.ts'
import { createPasskey, type Faults, signWith, type SoftPasskey } from '../authenticator.ts'
import { type Browser, FOREIGN, openBrowser, openSession, openSignedInBrowser, signIn } from '../browser.ts'

const ADD = '/desk/staff/passkeys'
const ADD_OPTIONS = `${ADD}/options`
const SIGN_IN_OPTIONS = '/desk/sign-in/passkey'
const FRESH_MINUTES = 15

type SignedIn = Awaited<ReturnType<typeof openSignedInBrowser>>
let desk: TestDesk
let ana: SignedIn
beforeEach(async () => {
  desk = await openDesk()
  ana = await openSignedInBrowser(desk, 'Ana', false)
})

const optionsOf = async (browser: Browser, path: string) =>
  JSON.parse((await browser.get(path)).html) as Record<string, unknown> & { challenge: string; user: { id: string } }
async function add(browser: Browser, name = 'My phone', faults: Faults = {}) {
  const { passkey, answer } = createPasskey(await optionsOf(browser, ADD_OPTIONS), faults)
  return { passkey, answer, page: await browser.post(ADD, { name, passkey: answer }) }
}
const added = async (browser: Browser = ana, name?: string, faults?: Faults): Promise<SoftPasskey> => {
  const { passkey, page } = await add(browser, name, faults)
  expect([page.status, page.location]).toEqual([303, '/desk/staff'])
  return passkey
}
/** Signs in in another browser. */
async function enter(passkey: SoftPasskey, faults: Faults = {}, fields: Record<string, string> = {}) {
  const browser = openBrowser(desk)
  const answer = signWith(passkey, await optionsOf(browser, SIGN_IN_OPTIONS), faults)
  return { browser, answer, page: await browser.post('/desk/sign-in', { passkey: answer, ...fields }) }
}
const audited = async () =>
  (await readAudit(desk.service, '2026-11')).entries.map(({ by, action, subject }) => [by, action, subject]).reverse()
const removePath = (html: string) => /action="(\/desk\/staff\/passkeys\/\w+\/\w+\/remove)"/.exec(html)?.[1] ?? ''
const used = () => [...desk.store.facts.keys()].filter((key) => key.startsWith('passkeys/used/'))

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
    expect(await listPasskeys(desk.service, ana.id)).toEqual([])
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
    expect((await listPasskeys(desk.service, ana.id)).map(({ name }) => name)).toEqual(['One'])
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
    expect(await listPasskeys(desk.service, ana.id)).toEqual([])
  })

  it.each([
    ['', 'must not be empty'],
    ['x'.repeat(81), 'at most 80'],
    ['a\u0007b', 'plain text'],
  ])('says what is wrong with the name %j, and keeps it', async (name, said) => {
    const { page } = await add(ana, name)
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(said)])
    expect(page.html).toContain(`value="${name}"`)
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

  it('shows the form again after signing in, with its name', async () => {
    const { answer } = createPasskey(await optionsOf(ana, ADD_OPTIONS))
    ana.cookie = ''
    const asked = await ana.post(ADD, { name: 'My phone', passkey: answer })
    expect(asked.status).toBe(403)
    const kept = /name="kept" value="([^"]+)"/.exec(asked.html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const page = await signIn(ana, ana.key, { to: ADD, kept })
    expect([page.text, page.html]).toEqual([
      expect.stringContaining('Nothing was stored'),
      expect.stringContaining('value="My phone"'),
    ])
    expect(await listPasskeys(desk.service, ana.id)).toEqual([])
  })
})

describe('signing in with a passkey', () => {
  it('asks for one that is unlocked, and for no name', async () => {
    const page = await openBrowser(desk).get(SIGN_IN_OPTIONS)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('access-control-allow-origin')).toBeNull()
    const stored = desk.store.facts.size
    expect(JSON.parse(page.html)).toEqual({
      challenge: expect.stringMatching(/^[\w-]{100,}$/),
      rpId: new URL(BASE).hostname,
      userVerification: 'required',
      timeout: CHALLENGE_LIFETIME_MS,
    })
    expect((await openBrowser(desk).post(SIGN_IN_OPTIONS)).status).toBe(405)
    await openBrowser(desk).get(SIGN_IN_OPTIONS)
    expect(desk.store.facts.size).toBe(stored)
  })

  it('starts a session as the key does, and goes on to the page that was asked for', async () => {
    const passkey = await added()
    desk.advance(MINUTE_MS)
    const { browser, page } = await enter(passkey, {}, { to: '/desk/inquiries?page=1' })
    expect([page.status, page.location]).toEqual([303, '/desk/inquiries?page=1'])
    expect(page.headers.get('set-cookie')).toMatch(
      /^__Host-desk=\w{8}\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    const staff = await browser.get('/desk/staff')
    expect(staff.text).toContain('Signed in as Ana')
    expect(staff.text).not.toContain('never')
    expect((await audited()).at(-1)?.slice(0, 2)).toEqual([ana.id, 'session.started'])
    expect((await enter(passkey, {}, { to: 'https://evil.example/' })).page.location).toBe('/desk')
  })

  it('ends the session that the browser had', async () => {
    const passkey = await added()
    const before = ana.cookie
    const answer = signWith(passkey, await optionsOf(ana, SIGN_IN_OPTIONS))
    await ana.post('/desk/sign-in', { passkey: answer })
    const old = openBrowser(desk)
    old.cookie = before
    expect((await old.get('/desk')).status).toBe(303)
    expect((await ana.get('/desk/mail')).status).toBe(200)
  })

  it('shows a form again that was sent without a session', async () => {
    const passkey = await added()
    const { browser, page } = await enter(
      passkey,
      {},
      { to: '/desk/look-up', kept: JSON.stringify([['text', 'Gary Pitts']]) },
    )
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('Gary Pitts')])
    expect(browser.cookie).not.toBe('')
  })

  it('gives the same answer to whatever does not count', async () => {
    const passkey = await added()
    const other = await openSignedInBrowser(desk, 'Bob', false)
    const gone = await openSignedInBrowser(desk, 'Gone', false)
    const goneKey = await added(gone)
    await revokeMember(desk.service, gone.id)
    const removed = await added(other)
    await other.post(removePath((await other.get('/desk/staff')).html))
    const unknown = { ...passkey, id: Buffer.alloc(32).toString('base64url') }
    const forAdding = async () => ({ challenge: (await optionsOf(ana, ADD_OPTIONS)).challenge })
    const tries: [string, SoftPasskey, Faults | typeof forAdding][] = [
      ['another site', passkey, { origin: 'https://evil.example' }],
      ['a site below', passkey, { origin: 'https://evil.www.example.com' }],
      ['another host name', passkey, { rpId: 'example.com' }],
      ['a challenge for adding', passkey, forAdding],
      ['a challenge of no one', passkey, { challenge: Buffer.alloc(80, 'x').toString('base64url') }],
      ['not unlocked', passkey, { verified: false }],
      ['not for signing in', passkey, { type: 'webauthn.create' }],
      ['forged', passkey, { forged: true }],
      ['signed with the key of another passkey', { ...passkey, key: removed.key }, {}],
      ['unknown', unknown, {}],
      ['of another member', passkey, { member: other.id }],
      ['of no member', passkey, { member: '00000000' }],
      ['removed', removed, {}],
      ['of a revoked member', goneKey, {}],
    ]
    const seen = new Set<string>()
    for (const [what, which, faults] of tries) {
      // So that no limit is reached.
      desk.advance(MINUTE_MS)
      const { page } = await enter(which, typeof faults === 'function' ? await faults() : faults)
      expect(page.status, what).toBe(403)
      seen.add(`${page.headers.get('set-cookie')} ${page.html}`)
    }
    expect(seen.size).toBe(1)
    expect([...seen][0]).toMatch(/^null [\s\S]*This passkey was not accepted/)
    expect(desk.logged().match(/desk\.passkey-refused/g)).toHaveLength(tries.length)
    expect(used()).toEqual([])
    expect((await enter(passkey)).page.status).toBe(303)
  })

  it('takes an answer once, and only in time', async () => {
    const passkey = await added()
    const { answer } = await enter(passkey)
    expect((await openBrowser(desk).post('/desk/sign-in', { passkey: answer })).status).toBe(403)
    const late = signWith(passkey, await optionsOf(ana, SIGN_IN_OPTIONS))
    desk.advance(CHALLENGE_LIFETIME_MS)
    expect((await openBrowser(desk).post('/desk/sign-in', { passkey: late })).status).toBe(403)
  })

  it('takes an answer once when it is sent twice at the same time', async () => {
    const passkey = await added()
    const answer = signWith(passkey, await optionsOf(ana, SIGN_IN_OPTIONS))
    const send = () => openBrowser(desk).post('/desk/sign-in', { passkey: answer })
    const pages = await Promise.all([send(), send(), send()])
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 403, 403])
  })

  it('refuses a counter that did not grow, and needs none', async () => {
    const counting = await added(ana, 'Stick', { counter: 5 })
    const status = async (passkey: SoftPasskey, counter: number) => {
      desk.advance(MINUTE_MS)
      return (await enter(passkey, { counter })).page.status
    }
    expect(await status(counting, 5)).toBe(403)
    expect(await status(counting, 9)).toBe(303)
    expect([await status(counting, 9), await status(counting, 6), await status(counting, 0)]).toEqual([403, 403, 403])
    expect(await status(counting, 10)).toBe(303)
    expect(used().map((key) => key.split('.').at(-1))).toEqual(['10'])
    const other = await openSignedInBrowser(desk, 'Bob', false)
    const synced = await added(other)
    expect([await status(synced, 0), await status(synced, 0)]).toEqual([303, 303])
    // In the same millisecond.
    expect((await enter(synced)).page.status).toBe(303)
    expect(used()).toHaveLength(2)
  })

  it('has the limits of the key, together with it, and what is no answer of a device costs nothing', async () => {
    const passkey = await added()
    const { quota } = RATE_LIMITS['sign-in-member']
    const browser = openBrowser(desk)
    const bad = [{}, { id: 'x' }, 'x'].map((value) => JSON.stringify(value))
    const strange = signWith(passkey, { challenge: 'eA' }, { member: '../../x' })
    for (const text of ['', ...bad, strange, 'x'.repeat(60_000)])
      for (let tried = 0; tried < quota; tried++)
        expect((await browser.post('/desk/sign-in', { passkey: text })).status).toBe(403)
    for (let tried = 0; tried < quota; tried++) expect((await enter(passkey, { forged: true })).page.status).toBe(403)
    const { page } = await enter(passkey)
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('Please wait')])
    expect((await signIn(browser, ana.key)).status).toBe(429)
    desk.advance(MINUTE_MS)
    expect((await enter(passkey)).page.status).toBe(303)
  })

  it.each(FOREIGN)('refuses the form of another site, %j', async (headers) => {
    const passkey = await added()
    const browser = openBrowser(desk)
    const answer = signWith(passkey, await optionsOf(browser, SIGN_IN_OPTIONS))
    const page = await browser.post('/desk/sign-in', { passkey: answer }, headers)
    expect([page.status, page.headers.get('set-cookie')]).toEqual([403, null])
    expect(page.text).not.toContain('not accepted')
  })
})

describe('a passkey', () => {
  it('is removed by its member and by owners, and by no one else', async () => {
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

  it('of a revoked member is not listed', async () => {
    const owner = await openSignedInBrowser(desk)
    await added()
    expect((await owner.get('/desk/staff')).text).toContain('My phone')
    await owner.post(`/desk/staff/${ana.id}/revoke`)
    expect((await owner.get('/desk/staff')).text).not.toContain('My phone')
  })

  it('stays hidden where there is no script, on the pages that load it', async () => {
    for (const [path, browser] of [
      ['/desk/sign-in', openBrowser(desk)],
      ['/desk/staff', ana],
    ] as const) {
      const { html, headers } = await browser.get(path)
      expect(headers.get('content-security-policy')).toMatch(/; script-src 'self'$/)
      expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/desk-passkey.js">'])
      for (const tag of html.match(/<\w+[^>]*data-passkey[^>]*>/g) ?? ['']) expect(tag).toMatch(/ hidden>$/)
    }
    expect((await ana.get('/desk/mail')).headers.get('content-security-policy')).not.toContain('script-src')
  })
})
