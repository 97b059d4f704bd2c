/** A browser of a member of staff: keeps the cookie, sends the forms of the page it last saw. */
import { parse } from 'node-html-parser'
import { beforeEach } from 'vitest'
import { readAudit, recordAudit } from '../../src/staff/audit.ts'
import { CSRF_PURPOSE } from '../../src/desk/app.ts'
import { sessionCookie } from '../../src/desk/sign-in.ts'
import { sessionIdOf, startSession } from '../../src/staff/session.ts'
import { createMemberId } from '../../src/staff/staff-key.ts'
import { keyOf } from '../../src/store/fact.ts'
import { FACTS } from '../../src/store/facts.ts'
import { SAME_ORIGIN } from '../test-agent.ts'
import { desk, type TestDesk, useDesk } from '../test-desk.ts'

export type Fields = Record<string, string> | [string, string][]
export type Browser = ReturnType<typeof openBrowser>
export type Page = Awaited<ReturnType<Browser['get']>>

/** What browsers say of forms that another site sends, those without Sec-Fetch-Site included. */
export const FOREIGN: Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': '', Origin: 'null' },
]

/** Adds somebody who never signs in with a key: hashing one is slow on purpose. */
export async function addStaff(
  { service }: TestDesk,
  name = 'Olive Owner',
  owner = true,
  { id = createMemberId(), lawyer = owner } = {},
) {
  const member = { id, name, owner, lawyer, at: service.clock.now().toISOString(), key: { salt: '', hash: '' } }
  await service.store.create(keyOf(FACTS.member, { member: id }), member)
  return { id }
}

/** A browser that has not signed in yet. */
export function openBrowser(testDesk: TestDesk, address = '198.51.100.1') {
  /** `cookie` is what it would send. */
  const state = { cookie: '' }
  const ask = async (path: string, init: RequestInit) => {
    const response = await testDesk.send('desk', path, { ...init, address })
    const set = response.headers.get('set-cookie')
    if (set) browser.cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '')
    const html = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      /** Where it leads, for a redirect. */
      location: response.headers.get('location') ?? undefined,
      html,
      // Most tests look at something else.
      get text() {
        return parse(html).text
      },
    }
  }
  const get = (path: string, headers: Record<string, string> = {}) =>
    ask(path, { headers: { Cookie: browser.cookie, ...headers } })
  /** Sends a form with these fields, and with the token of the session. */
  async function post(path: string, fields: Fields = {}, headers: Record<string, string> = {}) {
    const given = Array.isArray(fields) ? fields : Object.entries(fields)
    // As every form of the desk has it, which `app.test.ts` shows.
    const csrf = await testDesk.service.keyedHash.mac(CSRF_PURPOSE, sessionIdOf(browser.cookie.split('=')[1] ?? ''))
    const body = new URLSearchParams([['csrf', csrf], ...given]).toString()
    return ask(path, { method: 'POST', headers: { Cookie: browser.cookie, ...SAME_ORIGIN, ...headers }, body })
  }
  /** As `post`, and opens the page to which it leads. */
  const submit = async (path: string, fields?: Fields) =>
    get((await post(path, fields)).location ?? '/desk/it-led-nowhere')
  const browser = Object.assign(state, { get, post, submit })
  return browser
}

/** Signs in; yields the answer to the form. */
export const signIn = (browser: Browser, key: string, fields: Record<string, string> = {}) =>
  browser.post('/desk/sign-in', { key, ...fields })

/** A browser in which a member has signed in: as the page does it, without the hash. */
export async function openSession(atDesk: TestDesk, id: string) {
  const session = await startSession(atDesk.service, id)
  const browser = openBrowser(atDesk)
  browser.cookie = sessionCookie(session.secret).split(';')[0] ?? ''
  return Object.assign(browser, { session: session.id })
}

/** The same for somebody who was just added. */
export async function openSignedInBrowser(atDesk: TestDesk, name?: string, isOwner?: boolean) {
  const { id } = await addStaff(atDesk, name, isOwner)
  const browser = await openSession(atDesk, id)
  await recordAudit(atDesk.service, id, 'session.started', browser.session)
  return Object.assign(browser, { id })
}

/** The attempt that the page of a claim shows. */
export const attemptOf = (page: string) => /name="attempt" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** Opens the page of a claim and decides, with ticks for how the person was verified. */
export async function decideClaim(browser: Browser, path: string, decision: string, ...verified: string[]) {
  const attempt = attemptOf((await browser.get(path)).html)
  const ticks = verified.map((way): [string, string] => ['verified', way])
  return browser.post(path, [['attempt', attempt], ['decision', decision], ...ticks])
}

/** The owner of the present test, who is signed in at `desk`. */
export let owner: Awaited<ReturnType<typeof openSignedInBrowser>>
/** For the top of a test file: each test has a desk of its own, and an owner. */
export function useOwner(options?: Parameters<typeof useDesk>[0]) {
  useDesk(options)
  beforeEach(async () => {
    owner = await openSignedInBrowser(desk)
  })
}

export const tokenOf = (page: string) => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** The audit trail of the month of the tests: member, action and subject of each entry, the oldest first. */
export const auditOf = async ({ service }: TestDesk) =>
  (await readAudit(service, '2026-11')).entries.map(({ by, action, subject }) => [by, action, subject]).reverse()
