/** A browser of a member of staff: keeps the cookie, sends the forms of the page it last saw. */
import { parse } from 'node-html-parser'
import { beforeEach } from 'vitest'
import { readAudit, recordAudit } from '../../src/staff/audit.ts'
import { CSRF_PURPOSE } from '../../src/desk/app.ts'
import { sessionCookie } from '../../src/desk/sign-in.ts'
import { sessionIdOf, startSession } from '../../src/staff/session.ts'
import { withAddress } from '../../src/staff/staff-address.ts'
import { createMemberId } from '../../src/staff/staff-key.ts'
import { changeMember } from '../../src/staff/staff-member.ts'
import { keyOf, createRecord } from '../../src/store/record.ts'
import { RECORDS, type RecordValue } from '../../src/store/records.ts'
import { SAME_ORIGIN } from '../test-agent.ts'
import { desk, type TestDesk, useDesk } from '../test-desk.ts'

export type Fields = Record<string, string> | [string, string][]
export type Browser = ReturnType<typeof openBrowser>
export type Page = Awaited<ReturnType<Browser['get']>>

/** Forms from other sites have these headers, in browsers without Sec-Fetch-Site too. */
export const FOREIGN: Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': '', Origin: 'null' },
]

/** The member never signs in with a key, because hashing one is slow on purpose. */
export async function addStaff(
  { service }: TestDesk,
  name = 'Olive Owner',
  owner = true,
  { id = createMemberId(), lawyer = owner, onCall = false } = {},
) {
  const member: RecordValue<'member'> = {
    ...{ id, name, owner, lawyer, onCall, at: service.clock.now().toISOString() },
    ...{ key: { salt: '', hash: '' }, passkeys: [], removedPasskeys: [] },
  }
  await createRecord(service.store, keyOf(RECORDS.member, { member: id }), member)
  return { id }
}

export const setAddress = async ({ service }: TestDesk, member: string, address: string | undefined) =>
  changeMember(service, member, await withAddress(service, address))

export function openBrowser(testDesk: TestDesk, address = '198.51.100.1') {
  const ask = async (path: string, init: RequestInit) => {
    const response = await testDesk.send('desk', path, { ...init, address })
    const set = response.headers.get('set-cookie')
    if (set) browser.cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '')
    const html = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location') ?? undefined,
      html,
      // Most tests do not need the text.
      get text() {
        return parse(html).text
      },
    }
  }
  const get = (path: string, headers: Record<string, string> = {}) =>
    ask(path, { headers: { Cookie: browser.cookie, ...headers } })
  async function post(path: string, fields: Fields = {}, headers: Record<string, string> = {}) {
    const given = Array.isArray(fields) ? fields : Object.entries(fields)
    // `app.test.ts` shows that every form of the desk has this token.
    const csrf = await testDesk.service.keyedHash.mac(CSRF_PURPOSE, sessionIdOf(browser.cookie.split('=')[1] ?? ''))
    const body = new URLSearchParams([['csrf', csrf], ...given]).toString()
    return ask(path, { method: 'POST', headers: { Cookie: browser.cookie, ...SAME_ORIGIN, ...headers }, body })
  }
  const submit = async (path: string, fields?: Fields) =>
    get((await post(path, fields)).location ?? '/desk/it-led-nowhere')
  const browser = Object.assign({ cookie: '' }, { get, post, submit })
  return browser
}

export const signIn = (browser: Browser, key: string, fields: Record<string, string> = {}) =>
  browser.post('/desk/sign-in', { key, ...fields })

/** Starts the session without the slow hash of signing in. */
export async function openSession(atDesk: TestDesk, id: string) {
  const session = await startSession(atDesk.service, id)
  const browser = openBrowser(atDesk)
  browser.cookie = sessionCookie(session.secret, atDesk.service.base).split(';')[0] ?? ''
  return Object.assign(browser, { session: session.id })
}

export async function openSignedInBrowser(atDesk: TestDesk, name?: string, isOwner?: boolean) {
  const { id } = await addStaff(atDesk, name, isOwner)
  const browser = await openSession(atDesk, id)
  await recordAudit(atDesk.service, id, 'session.started', browser.session)
  return Object.assign(browser, { id })
}

export const attemptOf = (page: string) => /name="attempt" value="([^"]+)"/.exec(page)?.[1] ?? ''

export async function decideClaim(browser: Browser, path: string, decision: string, ...verified: string[]) {
  const attempt = attemptOf((await browser.get(path)).html)
  const ticks = verified.map((way): [string, string] => ['verified', way])
  return browser.post(path, [['attempt', attempt], ['decision', decision], ...ticks])
}

export let owner: Awaited<ReturnType<typeof openSignedInBrowser>>
export function useOwner(options?: Parameters<typeof useDesk>[0]) {
  useDesk(options)
  beforeEach(async () => {
    owner = await openSignedInBrowser(desk)
  })
}

export const tokenOf = (page: string) => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** Entries of the month of the tests, the oldest first. */
export const auditOf = async ({ service }: TestDesk) =>
  (await readAudit(service, '2026-11')).entries.map(({ by, action, subject }) => [by, action, subject]).reverse()

/** Who did what to a subject, or to all of them; sorted, because entries of one moment are in any order. */
export const tracesIn = async (testDesk: TestDesk, subject = '') =>
  (await auditOf(testDesk))
    .map((entry) => entry.join(' '))
    .filter((entry) => entry.endsWith(subject))
    .sort()
