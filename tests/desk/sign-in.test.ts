/** Signing in and out, and what ends a session, as requests against the real handler. */
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../src/duration.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { sessionIdOf } from '../../src/staff/session.ts'
import { addMember, revokeMember } from '../../src/staff/staff-member.ts'
import { SAME_ORIGIN } from '../test-agent.ts'
import { BASE, desk, type TestDesk, useDesk } from '../test-desk.ts'
import { auditOf, openBrowser, signIn, tokenOf, type Browser } from './browser.ts'
import { hashes, useCheapScrypt } from './cheap-scrypt.ts'

useCheapScrypt()
/** Adds a member whose key is hashed as cheaply. */
const addStaff = async ({ service }: TestDesk, name = 'Olive Owner', owner = true) =>
  (await addMember(service, { name, owner })) ?? expect.unreachable('Two members have the same id.')

useDesk()
let key: string
let id: string
let browser: Browser
beforeEach(async () => {
  ;({ key, id } = await addStaff(desk))
  browser = openBrowser(desk)
})
const wrong = () => key.replace(/.{4}$/, (end) => (end === '0000' ? '1111' : '0000'))
const unknown = (number = 0) => key.replace(/^DESK-....-..../, `DESK-0000-${String(number).padStart(4, '0')}`)

describe('signing in', () => {
  it('gives a cookie that no script reads, and leaves neither key nor secret in the log or the store, nor a name in the log', async () => {
    const { status, headers, location } = await signIn(browser, key)
    expect([status, location]).toEqual([303, '/desk/sign-in?done='])
    expect((await browser.get(location ?? '')).location).toBe('/desk')
    const cookie = headers.get('set-cookie')
    expect(cookie).toMatch(/^__Host-desk=\w{8}\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
    expect(headers.get('cache-control')).toBe('no-store')
    const page = await browser.get('/desk/staff')
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Signed in as Olive Owner')])
    await signIn(browser, wrong())
    const secret = browser.cookie.split('=')[1] ?? ''
    const bare = key.slice('DESK-XXXX-XXXX-'.length)
    for (const text of [desk.logged(), ...[...desk.store.records].flat()])
      for (const hidden of [bare, bare.replaceAll('-', ''), secret]) expect(text).not.toContain(hidden)
    expect(desk.logged()).toContain('desk.key-refused')
    expect(desk.logged()).not.toMatch(/Olive|198\.51/)
  })

  // WebKit keeps no Secure cookie of plain http.
  it('gives a cookie without Secure and without a prefix on plain http, and reads it there', async () => {
    Object.assign(desk.service, { base: 'http://localhost:8888' })
    const { headers } = await signIn(browser, key)
    expect(headers.get('set-cookie')).toMatch(/^desk=\w{8}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await browser.get('/desk/staff')).status).toBe(200)
    expect((await browser.post('/desk/sign-out')).headers.get('set-cookie')).toMatch(/^desk=; .*Max-Age=0/)
  })

  it('says so when the browser did not keep the cookie, and not with a wrong key', async () => {
    const { location = '' } = await signIn(browser, key, { to: '/desk/claims' })
    browser.cookie = ''
    const page = await browser.get(location)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Your key is right, but your browser')])
    expect(page.html).toContain('name="to" value="/desk/claims"')
    expect((await signIn(browser, wrong())).text).not.toContain('your browser')
  })

  it('hashes nothing that has not the form of a key', async () => {
    const before = hashes.made
    for (const text of ['', 'hunter2', 'x'.repeat(60_000)]) expect((await signIn(browser, text)).status).toBe(403)
    expect(hashes.made).toBe(before)
  })

  it.each([
    ['sign-in-member', 'one network', () => browser],
    ['sign-in-total', 'all networks together', (time: number) => openBrowser(desk, `203.0.113.${time}`)],
  ] as const)('has for one member the limit %s on %s, and the others get in meanwhile', async (limit, _where, from) => {
    const other = await addStaff(desk, 'Bob', false)
    for (let time = 0; time < RATE_LIMITS[limit].quota; time++)
      expect((await signIn(from(time), wrong())).status).toBe(403)
    const before = hashes.made
    expect((await signIn(browser, key)).status).toBe(429)
    expect(hashes.made).toBe(before)
    expect((await signIn(browser, other.key)).status).toBe(303)
  })

  it('costs no more hashes than its total, however many ids are tried from everywhere', async () => {
    const { everyone = 0 } = RATE_LIMITS['sign-in-total']
    const before = hashes.made
    const answers: number[] = []
    for (let number = 0; number < everyone + 10; number++)
      answers.push((await signIn(openBrowser(desk, `10.1.${number >> 8}.${number & 255}`), unknown(number))).status)
    expect(answers).toEqual([...Array<number>(everyone).fill(403), ...Array<number>(10).fill(429)])
    expect(hashes.made - before).toBe(everyone)
  })

  it('answers in the same way for an id that exists, one that does not, and a revoked one, below and above each limit', async () => {
    const gone = await addStaff(desk, 'Gone')
    await revokeMember(desk.service, gone.id)
    const replay = async (tried: string) => {
      const before = hashes.made
      const answers: { status: number; headers: object; html: string }[] = []
      const tryFrom = async (address: string) => {
        const { status, headers, html } = await signIn(openBrowser(desk, address), tried)
        answers.push({ status, headers: [...headers], html })
      }
      for (let time = 0; time < RATE_LIMITS['sign-in'].quota + 1; time++) await tryFrom('198.51.100.1')
      for (let network = 0; network < RATE_LIMITS['sign-in-total'].quota + 1; network++)
        await tryFrom(`203.0.113.${network}`)
      expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(2)
      // The budgets of everyone return.
      desk.advance(RATE_LIMITS['sign-in-total'].windowSeconds * SECOND_MS)
      return { answers, hashes: hashes.made - before }
    }
    const known = await replay(wrong())
    expect(await replay(unknown())).toEqual(known)
    expect(await replay(gone.key)).toEqual(known)
  })

  it('ends the session that the browser had, of any member, and only with a right key', async () => {
    const other = await addStaff(desk, 'Bob', false)
    for (const next of [key, other.key]) {
      await signIn(browser, key)
      const former = browser.cookie
      const isOpen = async () => (await openBrowser(desk).get('/desk/claims', { Cookie: former })).status === 200
      await signIn(browser, wrong())
      expect(await isOpen()).toBe(true)
      await signIn(browser, next)
      expect(browser.cookie).not.toBe(former)
      expect(await isOpen()).toBe(false)
      expect((await browser.get('/desk/claims')).status).toBe(200)
      const session = sessionIdOf(former.split('=')[1] ?? '')
      const ended = (await auditOf(desk)).filter((entry) => entry.slice(1).join() === `session.ended,${session}`)
      expect(ended.map(([by]) => by)).toEqual([next === key ? id : other.id])
      await browser.post('/desk/sign-out')
    }
  })
})

it('is the page that was asked for, at once in a browser that is signed in', async () => {
  const { status, location = '' } = await browser.get('/desk/claims/reg_x?from=mail&x=%2F')
  expect([status, location]).toEqual([303, '/desk/sign-in?to=%2Fdesk%2Fclaims%2Freg_x%3Ffrom%3Dmail%26x%3D%252F'])
  const form = await browser.get(location)
  const to = /name="to" value="([^"]+)"/.exec(form.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await browser.submit('/desk/sign-in', { key, to })).location).toBe('/desk/claims/reg_x?from=mail&x=%2F')
  expect((await browser.get('/desk/sign-in?to=/desk/claims')).location).toBe('/desk/claims')
})

const FOREIGN = 'https://evil.example/desk/claims //evil.example/desk /\\evil.example/desk /desk/../contact/ /deskx'
const OTHERS = ['javascript:alert(1)', '\t//evil.example/desk', '/desk/sign-in?to=/desk/sign-in', '']
it.each([...FOREIGN.split(' '), ...OTHERS])('where signing in leads is never %j', async (to) => {
  expect((await browser.submit('/desk/sign-in', { key, to })).location).toBe('/desk')
  browser.cookie = ''
  const { html } = await browser.get(`/desk/sign-in?${new URLSearchParams({ to })}`)
  expect(html).toContain('name="to" value="/desk"')
})

describe('a session', () => {
  it.each<[string, () => unknown, string]>([
    ['idle', () => desk.advance(30 * MINUTE_MS), 'nothing was done for 30 minutes'],
    ['its member is revoked', () => revokeMember(desk.service, id), 'Your session has ended.'],
    ['it was made up', () => (browser.cookie = `__Host-desk=${'A'.repeat(43)}`), 'Your session has ended.'],
  ])('is over when %s', async (_when, end, words) => {
    await signIn(browser, key)
    await end()
    const { status, location = '' } = await browser.get('/desk/claims')
    expect([status, location]).toEqual([303, '/desk/sign-in?to=%2Fdesk%2Fclaims'])
    expect((await browser.get(location)).text).toContain(words)
  })

  it('is read among other cookies and from no other name, and ends with signing out, for a copy of the cookie too', async () => {
    await signIn(browser, key)
    const copied = browser.cookie
    const statusWith = async (Cookie: string) => (await browser.get('/desk/claims', { Cookie })).status
    expect(await statusWith(`__Host-desk-colors=dark; ${copied}; x-__Host-desk=1`)).toBe(200)
    expect(await statusWith(copied.replace('__Host-', ''))).toBe(303)
    const { status, location, headers } = await browser.post('/desk/sign-out')
    expect([status, location]).toEqual([303, '/desk/sign-in?out='])
    expect(headers.get('set-cookie')).toBe('__Host-desk=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict')
    expect(await statusWith(copied)).toBe(303)
    expect((await browser.get('/desk/sign-in')).text).not.toContain('ended')
  })

  it('is open while its use cannot be recorded', async () => {
    await signIn(browser, key)
    desk.advance(6 * MINUTE_MS)
    desk.store.readOnly = 'sessions/'
    expect((await browser.get('/desk/claims')).status).toBe(200)
  })

  it.each([
    ['/desk/mail', '', '?to=%2Fdesk%2Fmail&unsaved='],
    ['/desk/inquiries/several', '/desk/inquiries?status=new', '?to=%2Fdesk%2Finquiries%3Fstatus%3Dnew&unsaved='],
    ['/desk/staff/add', '/desk/staff/add', '?unsaved='],
    ['/desk/claims', 'https://evil.example/', '?unsaved='],
  ])('that ended under a form to %s stores nothing, says so, and leads back to %s', async (path, from, leads) => {
    await signIn(browser, key)
    const before = desk.store.records.size
    desk.advance(31 * MINUTE_MS)
    const headers: Record<string, string> = from ? { Referer: new URL(from, BASE).href } : {}
    const { status, location = '' } = await browser.post(path, { text: 'Núñez' }, headers)
    expect([status, location, desk.store.records.size]).toEqual([303, `/desk/sign-in${leads}`, before])
    expect((await browser.get(location)).text).toContain('Your last form was not stored.')
  })

  it('that began after a form was opened refuses it and says so to the script, as one that is longer than any of the desk', async () => {
    await signIn(browser, key)
    const csrf = tokenOf((await browser.get('/desk/claims')).html)
    await signIn(browser, key)
    const init = { method: 'POST', headers: { Cookie: browser.cookie, ...SAME_ORIGIN } }
    const body = new URLSearchParams({ csrf, code: 'BCDF-GHJK' }).toString()
    const refused = await desk.send('desk', '/desk/claims', { ...init, body })
    const page = await refused.text()
    expect([refused.status, page]).toEqual([403, expect.stringContaining('you signed in again after this form')])
    expect(page).toMatch(new RegExp(`<body class="desk" data-member="${id}" data-in-use="[^"]+" data-unsent>`))
    expect((await browser.get('/desk/claims')).html).not.toContain('data-unsent')
    const long = await browser.post('/desk/claims', { code: 'x'.repeat(200_000) })
    expect([long.status, long.text]).toEqual([413, expect.stringContaining('much longer than the desk can store')])
  })
})
