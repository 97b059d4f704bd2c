/** Signing in with a passkey as requests, and every way in which that may not work. */
import { expect, it } from 'vitest'
import { inGroups } from '../../../src/alphabet.ts'
import { MINUTE_MS } from '../../../src/duration.ts'
import { RATE_LIMITS } from '../../../src/rate-limits.ts'
import { CHALLENGE_LIFETIME_MS } from '../../../src/staff/passkey-ceremony.ts'
import { revokeMember } from '../../../src/staff/staff-member.ts'
import { BASE } from '../../test-desk.ts'
import { type Faults, signWith, type SoftPasskey } from '../authenticator.ts'
import { openBrowser, openSignedInBrowser, signIn } from '../browser.ts'
import {
  ADD_OPTIONS,
  SIGN_IN_OPTIONS,
  desk,
  ana,
  optionsOf,
  added,
  enter,
  audited,
  removePath,
  passkeysOf,
  useAna,
} from './passkey-client.ts'

useAna()

it('asks for one that is unlocked, and for no name', async () => {
  const page = await openBrowser(desk).get(SIGN_IN_OPTIONS)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
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

it('starts a session as the key does, and goes on to the page that was asked for', async () => {
  const passkey = await added()
  desk.advance(MINUTE_MS)
  const { browser, page } = await enter(passkey, {}, { to: '/desk/inquiries?page=1' })
  expect([page.status, page.location]).toEqual([303, '/desk/sign-in?to=%2Fdesk%2Finquiries%3Fpage%3D1&done='])
  expect(page.headers.get('set-cookie')).toMatch(
    /^__Host-desk=\w{8}\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  )
  const staff = await browser.get('/desk/staff')
  expect(staff.text).toContain('Signed in as Ana')
  expect(staff.text).not.toContain('never')
  expect((await audited()).at(-1)?.slice(0, 2)).toEqual([ana.id, 'session.started'])
  expect((await enter(passkey, {}, { to: 'https://evil.example/' })).page.location).toBe('/desk/sign-in?done=')
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
  expect((await enter(passkey)).page.status).toBe(303)
})

it('takes an answer once, also when it is sent twice at the same time, and only in time', async () => {
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

it('refuses a counter that did not grow, and needs none', async () => {
  const counting = await added(ana, 'Stick', { counter: 5 })
  const status = async (passkey: SoftPasskey, counter: number) => {
    desk.advance(MINUTE_MS)
    return (await enter(passkey, { counter })).page.status
  }
  expect([await status(counting, 5), await status(counting, 9), await status(counting, 9)]).toEqual([403, 303, 403])
  expect(await status(counting, 10)).toBe(303)
  expect((await passkeysOf()).map(({ counter }) => counter)).toEqual([10])
  const other = await openSignedInBrowser(desk, 'Bob', false)
  const synced = await added(other)
  expect([await status(synced, 0), await status(synced, 0)]).toEqual([303, 303])
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
  expect((await signIn(browser, `DESK-${inGroups(ana.id + '0'.repeat(32))}`)).status).toBe(429)
  desk.advance(MINUTE_MS)
  expect((await enter(passkey)).page.status).toBe(303)
})
