/** A browser of a member of staff: keeps the cookie, sends the forms of the page it last saw. */
import { parse } from 'node-html-parser'
import { readAudit, recordAudit } from '../../src/staff/audit.ts'
import { desk } from '../../src/desk/app.ts'
import { sessionCookie } from '../../src/desk/sign-in.ts'
import { startSession } from '../../src/staff/session.ts'
import { createMemberId } from '../../src/staff/staff-key.ts'
import { keyOf } from '../../src/store/fact.ts'
import { FACTS } from '../../src/store/facts.ts'
import { SAME_ORIGIN } from '../test-agent.ts'
import { BASE, type TestDesk } from '../test-desk.ts'
import { memoryStore } from '../memory-store.ts'

export interface Page {
  status: number
  headers: Headers
  /** Where it leads, for a redirect. */
  location: string | undefined
  html: string
  /** What a person reads of it. */
  text: string
}

export interface Browser {
  /** What it would send as Cookie. */
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<Page>
  /** Sends a form with these fields, and with the token that it has on its page. */
  post(
    path: string,
    fields?: Record<string, string> | [string, string][],
    headers?: Record<string, string>,
  ): Promise<Page>
  /** As `post`, and opens the page to which it leads. */
  submit(path: string, fields?: Record<string, string> | [string, string][]): Promise<Page>
}

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
export function openBrowser(testDesk: TestDesk, address = '198.51.100.1'): Browser {
  const ask = async (path: string, init: RequestInit): Promise<Page> => {
    const response = await testDesk.send('desk', path, { ...init, address })
    const set = response.headers.get('set-cookie')
    if (set) browser.cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '')
    const html = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location') ?? undefined,
      html,
      text: parse(html).text,
    }
  }
  const browser: Browser = {
    cookie: '',
    get: (path, headers = {}) => ask(path, { headers: { Cookie: browser.cookie, ...headers } }),
    async post(path, fields = {}, headers = {}) {
      const given = Array.isArray(fields) ? fields : Object.entries(fields)
      const csrf = await tokenFor(testDesk, browser.cookie, path, given)
      const body = new URLSearchParams([...(csrf === undefined ? [] : [['csrf', csrf]]), ...given])
      return ask(path, {
        method: 'POST',
        headers: { Cookie: browser.cookie, ...SAME_ORIGIN, ...headers },
        body: body.toString(),
      })
    },
    async submit(path, fields) {
      const { location } = await browser.post(path, fields)
      return browser.get(location ?? '/desk/it-led-nowhere')
    },
  }
  return browser
}

/**
 * The token of the form that sends to an address, on the page that has it: the page at that address or at one above. What the page
 * records and counts is not seen. Where no page has such a form, as for members who may not send it, the token of signing out.
 * @returns undefined when the form has none
 */
async function tokenFor(
  { service, store }: TestDesk,
  cookie: string,
  action: string,
  given: readonly (readonly [string, string])[],
): Promise<string | undefined> {
  const copy = memoryStore()
  for (const [key, text] of store.facts) copy.facts.set(key, text)
  const look = async (path: string) => {
    const request = new Request(BASE + path, { headers: { Cookie: cookie } })
    return parse(await (await desk(request, { address: '' }, { ...service, store: copy })).text())
  }
  const what = given.find(([name]) => name === 'what')?.[1]
  for (let path = action; path.startsWith('/desk'); path = path.slice(0, path.lastIndexOf('/'))) {
    const forms = (await look(path)).querySelectorAll(`form[action="${action}"]`)
    const named = forms.filter((form) => form.querySelector(`[name=what][value="${what}"]`))
    const [form] = [...named, ...forms]
    if (form) return form.querySelector('[name=csrf]')?.getAttribute('value')
  }
  return tokenOf((await look('/desk')).outerHTML)
}

/** Signs in; yields the answer to the form. */
export const signIn = (browser: Browser, key: string, fields: Record<string, string> = {}) =>
  browser.post('/desk/sign-in', { key, ...fields })

/** A browser in which a member has signed in: as the page does it, without the hash. */
export async function openSession(desk: TestDesk, id: string): Promise<Browser & { session: string }> {
  const session = await startSession(desk.service, id)
  const browser = openBrowser(desk)
  browser.cookie = sessionCookie(session.secret).split(';')[0] ?? ''
  return Object.assign(browser, { session: session.id })
}

/** The same for somebody who was just added. */
export async function openSignedInBrowser(
  desk: TestDesk,
  name?: string,
  owner?: boolean,
): Promise<Browser & { id: string }> {
  const { id } = await addStaff(desk, name, owner)
  const browser = await openSession(desk, id)
  await recordAudit(desk.service, id, 'session.started', browser.session)
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

export const tokenOf = (page: string) => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** The audit trail of the month of the tests: member, action and subject of each entry, the oldest first. */
export const auditOf = async ({ service }: TestDesk) =>
  (await readAudit(service, '2026-11')).entries.map(({ by, action, subject }) => [by, action, subject]).reverse()
