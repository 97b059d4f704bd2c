/** Passkeys as requests: adding, removing, signing in, and refusals. `tests/browser/passkeys.test.ts` has the browser's part. */
import { beforeEach, expect, it } from 'vitest'
import { yamlOf } from '../../table.ts'
import { readMember, revokeMember } from '../../../src/staff/staff-member.ts'
import { BASE, desk, useDesk } from '../../test-desk.ts'
import { createPasskey, type Faults, signWith, type SoftPasskey } from '../authenticator.ts'
import type { Browser, Page } from '../browser.ts'
import { auditOf, openBrowser, openSession, openSignedInBrowser, signIn, tracesIn } from '../browser.ts'
import { DESK_PAGES } from '../../../src/desk/routes.ts'
import { MINUTE_MS } from '../../../src/duration.ts'
import { MAX_PASSKEYS, CHALLENGE_LIFETIME_MS } from '../../../src/staff/passkey.ts'
import { inGroups } from '../../../src/alphabet.ts'
import { RATE_LIMITS } from '../../../src/rate-limits.ts'

const ADD = '/desk/staff/passkeys'
const ADD_OPTIONS = `${ADD}/options`
const SIGN_IN_OPTIONS = '/desk/sign-in/passkey'
const FRESH_MINUTES = 15

const WRONG = yamlOf<Record<'adding' | 'signing in', Record<string, Faults>>>('tests/desk/staff/passkeys.yaml')

type SignedIn = Awaited<ReturnType<typeof openSignedInBrowser>>
useDesk()
let ana: SignedIn
beforeEach(async () => {
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
  expect([page.status, page.location]).toEqual([303, '/desk/staff?did=passkey-added'])
  return passkey
}
async function enter(passkey: SoftPasskey, faults: Faults = {}, fields: Record<string, string> = {}) {
  const browser = openBrowser(desk)
  const answer = signWith(passkey, await optionsOf(browser, SIGN_IN_OPTIONS), faults)
  return { browser, answer, page: await browser.post('/desk/sign-in', { passkey: answer, ...fields }) }
}
const removePath = (html: string) => /action="(\/desk\/staff\/passkeys\/\w+\/\w+\/remove)"/.exec(html)?.[1] ?? ''
const passkeysOf = async (id = ana.id) => (await readMember(desk.service, id))?.passkeys ?? []

function expectPrivate({ headers }: Page) {
  expect(Object.fromEntries(headers)).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  expect(headers.has('access-control-allow-origin')).toBe(false)
}

it('adding a passkey asks for one that the device keeps, unlocks and says nothing else about', async () => {
  const first = await added()
  const page = await ana.get(ADD_OPTIONS)
  expectPrivate(page)
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

it('an added passkey is listed with its name, and is in the audit trail and in no log', async () => {
  await added(ana, '  Ana’s <phone>  ', { backedUp: true })
  await added(ana, 'A stick')
  const { html, text } = await ana.get('/desk/staff')
  expect(html).toContain('Ana’s &lt;phone&gt; (synced)')
  expect(text).not.toContain('A stick (synced)')
  expect(text.match(/never/g)).toHaveLength(2)
  const trace = `${ana.id} passkey.added ${ana.id}`
  expect((await tracesIn(desk)).filter((one) => one.includes('passkey'))).toEqual([trace, trace])
  expect(desk.logged()).not.toMatch(/phone|stick/)
})

it.each(Object.entries(WRONG.adding))('adding a passkey refuses one %s', async (_what, faults) => {
  const { page } = await add(ana, 'My phone', faults)
  expect([page.status, page.text]).toEqual([422, expect.stringContaining('The passkey was not added')])
  expect(page.html).toContain('value="My phone"')
  expect(await passkeysOf()).toEqual([])
})

it.each(['', '{}', '[]', 'null', 'x'.repeat(60_000)])('adding a passkey refuses %.20j', async (passkey) => {
  expect((await ana.post(ADD, { name: 'My phone', passkey })).status).toBe(422)
})

it('adding a passkey refuses a challenge of another session, one for signing in, one that ran out, and one for the second time', async () => {
  const elsewhere = await openSession(desk, ana.id)
  const user = (await optionsOf(ana, ADD_OPTIONS)).user
  const foreign = [await optionsOf(elsewhere, ADD_OPTIONS), { ...(await optionsOf(ana, SIGN_IN_OPTIONS)), user }]
  const addFor = async (options: Parameters<typeof createPasskey>[0], name = 'My phone') =>
    (await ana.post(ADD, { name, passkey: createPasskey(options).answer })).status
  for (const options of foreign) expect(await addFor(options)).toBe(422)
  const late = await optionsOf(ana, ADD_OPTIONS)
  desk.advance(CHALLENGE_LIFETIME_MS)
  expect(await addFor(late)).toBe(422)
  const options = await optionsOf(ana, ADD_OPTIONS)
  desk.advance(CHALLENGE_LIFETIME_MS - 1)
  expect(await addFor(options, 'One')).toBe(303)
  desk.advance(-1)
  expect(await addFor(options, 'Two')).toBe(422)
  expect((await passkeysOf()).map(({ name }) => name)).toEqual(['One'])
})

it('adding a passkey never brings back one that was removed', async () => {
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

it('adding a passkey needs a session that has not ended meanwhile', async () => {
  const { GET } = DESK_PAGES.find(({ path }) => `/desk${path}` === ADD_OPTIONS)!
  const member = { id: ana.id, name: 'Ana', owner: false, lawyer: false, onCall: false, csrf: '' }
  const [url, form] = [new URL(BASE + ADD_OPTIONS), new URLSearchParams()]
  const { service } = desk
  const ended = { service, member, session: 'ended', url, path: '', params: {}, form, audit: async () => {} }
  expect(await GET!(ended)).toMatchObject({ status: 403 })
})

it(`adding a passkey needs a session that began in the last ${FRESH_MINUTES} minutes`, async () => {
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

it(`a member may have up to ${MAX_PASSKEYS} passkeys`, async () => {
  for (let number = 0; number < MAX_PASSKEYS; number++) await added(ana, `Device ${number}`)
  expect((await ana.get(ADD_OPTIONS)).status).toBe(403)
  expect((await ana.get('/desk/staff')).text).toContain('Remove one to add another')
  await ana.post(removePath((await ana.get('/desk/staff')).html))
  await added()
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
  const removals = (await tracesIn(desk)).filter((one) => one.includes('passkey.removed'))
  expect(removals).toEqual([`${owner.id} passkey.removed ${ana.id}`])
  expect((await owner.get('/desk/audit')).text.replace(/\s+/g, ' ')).toContain('removed a passkeyAna')
})

it('signing in with a passkey asks for one that is unlocked, and for no name', async () => {
  const page = await openBrowser(desk).get(SIGN_IN_OPTIONS)
  expectPrivate(page)
  const stored = desk.store.records.size
  expect(JSON.parse(page.html)).toEqual({
    challenge: expect.stringMatching(/^[\w-]{100,}$/),
    rpId: new URL(BASE).hostname,
    userVerification: 'required',
    timeout: CHALLENGE_LIFETIME_MS,
  })
  expect((await openBrowser(desk).post(SIGN_IN_OPTIONS)).status).toBe(405)
  await openBrowser(desk).get(SIGN_IN_OPTIONS)
  expect(desk.store.records.size).toBe(stored)
})

it('signing in with a passkey starts a session as the key does, and goes on to the page that was asked for', async () => {
  const passkey = await added()
  desk.advance(MINUTE_MS)
  const { browser, page } = await enter(passkey, {}, { to: '/desk/inquiries?page=1' })
  expect([page.status, page.location]).toEqual([303, '/desk/sign-in?to=%2Fdesk%2Finquiries%3Fpage%3D1&done='])
  const cookie = page.headers.get('set-cookie')
  expect(cookie).toMatch(/^__Host-desk=\w{8}\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
  const staff = await browser.get('/desk/staff')
  expect(staff.text).toContain('Signed in as Ana')
  expect(staff.text).not.toContain('never')
  expect((await auditOf(desk)).at(-1)?.slice(0, 2)).toEqual([ana.id, 'session.started'])
  expect((await enter(passkey, {}, { to: 'https://evil.example/' })).page.location).toBe('/desk/sign-in?done=')
})

it('signing in with a passkey gives the same answer to whatever does not count', async () => {
  const passkey = await added()
  const other = await openSignedInBrowser(desk, 'Bob', false)
  const gone = await openSignedInBrowser(desk, 'Gone', false)
  const goneKey = await added(gone)
  await revokeMember(desk.service, gone.id)
  const removed = await added(other)
  await other.post(removePath((await other.get('/desk/staff')).html))
  const unknown = { ...passkey, id: Buffer.alloc(32).toString('base64url') }
  const counting = await added(await openSignedInBrowser(desk, 'Counting', false), 'Stick', { counter: 5 })
  expect((await enter(counting, { counter: 9 })).page.status).toBe(303)
  const forAdding = async () => ({ challenge: (await optionsOf(ana, ADD_OPTIONS)).challenge })
  type Try = [string, SoftPasskey, Faults | typeof forAdding]
  const tries: Try[] = [
    ...Object.entries(WRONG['signing in']).map(([what, faults]): Try => [what, passkey, faults]),
    ['a challenge for adding', passkey, forAdding],
    ['signed with the key of another passkey', { ...passkey, key: removed.key }, {}],
    ['with a counter that did not grow', counting, { counter: 9 }],
    ['unknown', unknown, {}],
    ['of another member', passkey, { member: other.id }],
    ['removed', removed, {}],
    ['of a revoked member', goneKey, {}],
  ]
  const seen = new Set<string>()
  for (const [what, which, faults] of tries) {
    // Time passes, so that no limit is reached.
    desk.advance(MINUTE_MS)
    const { page } = await enter(which, typeof faults === 'function' ? await faults() : faults)
    expect(page.status, what).toBe(403)
    seen.add(`${page.headers.get('set-cookie')} ${page.html}`)
  }
  expect(seen.size).toBe(1)
  expect([...seen][0]).toMatch(/^null [\s\S]*This passkey was not accepted/)
  expect(desk.logged().match(/desk\.passkey-refused/g)).toHaveLength(tries.length)
  expect((await passkeysOf()).map(({ usedAt }) => usedAt)).toEqual([undefined])
  // This one does not count.
  for (let time = 0; time < 2; time++) expect((await enter(passkey)).page.status).toBe(303)
  expect((await enter(counting, { counter: 10 })).page.status).toBe(303)
})

it('signing in with a passkey takes an answer once, also when it is sent twice at the same time, and only in time', async () => {
  const passkey = await added()
  const answer = signWith(passkey, await optionsOf(ana, SIGN_IN_OPTIONS))
  const send = () => openBrowser(desk).post('/desk/sign-in', { passkey: answer })
  const pages = await Promise.all([send(), send(), send()])
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 403, 403])
  const used = await enter(passkey)
  expect((await openBrowser(desk).post('/desk/sign-in', { passkey: used.answer })).status).toBe(403)
  const late = signWith(passkey, await optionsOf(ana, SIGN_IN_OPTIONS))
  desk.advance(CHALLENGE_LIFETIME_MS)
  const early = signWith(passkey, await optionsOf(ana, SIGN_IN_OPTIONS))
  expect((await openBrowser(desk).post('/desk/sign-in', { passkey: late })).status).toBe(403)
  // The clock was ahead when the challenge was made.
  desk.advance(-CHALLENGE_LIFETIME_MS)
  expect((await openBrowser(desk).post('/desk/sign-in', { passkey: early })).status).toBe(403)
})

it('signing in with a passkey has the limits of the key, together with it, and what is no answer of a device costs nothing', async () => {
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
  expect((await signIn(browser, `DESK-${inGroups(ana.id + '0'.repeat(32))}`)).status).toBe(429)
  desk.advance(MINUTE_MS)
  expect((await enter(passkey)).page.status).toBe(303)
})
