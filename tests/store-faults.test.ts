/**
 * The store fails at random below every address that a function serves. Each answer is one that the tables name, no promise is left
 * to reject unheard, and what was acknowledged is stored.
 */
import { parse } from 'node-html-parser'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replaceKnownList } from '../src/inquiries/known-party-list.ts'
import { type Store, StoreUnavailable } from '../src/ports.ts'
import type { RouteName } from '../src/routes.ts'
import { addStaff, type Browser, openSession } from './desk/browser.ts'
import { META, rpc } from './mcp/mcp-client.ts'
import { TOOL_CALLS } from './mcp/tool-calls.ts'
import { CLAIM_GRANT, JWT_BEARER_GRANT } from '../src/agents/agent-schemas.ts'
import { ANA, createTestAgent, SAME_ORIGIN, type TestAgent } from './test-agent.ts'
import { jsonRequest, VALID_INQUIRY } from './test-desk.ts'

const unheard: unknown[] = []
const hear = (reason: unknown) => void unheard.push(reason)
beforeEach(() => void process.on('unhandledRejection', hear))
afterEach(() => void process.off('unhandledRejection', hear))

/** A store of which a share of all calls fails, the same ones in each run. */
function failing(store: Store, share: number, seed: number): Store {
  let state = seed * 1_000_003
  const maybeFail = () => {
    state = (state * 48_271) % 2_147_483_647
    if (state / 2_147_483_647 < share) throw new StoreUnavailable('a fault of a test')
  }
  return {
    ...store,
    async create(key, value) {
      maybeFail()
      const isNew = await store.create(key, value)
      // Sometimes what fails is the answer only.
      maybeFail()
      return isNew
    },
    async read(key) {
      maybeFail()
      return store.read(key)
    },
    async *list(...asked) {
      maybeFail()
      for await (const key of store.list(...asked)) {
        yield key
        maybeFail()
      }
    },
    async folders(prefix) {
      maybeFail()
      return store.folders(prefix)
    },
    async remove(key) {
      maybeFail()
      await store.remove(key)
    },
  }
}

type Sent = [route: RouteName, path: string, init: RequestInit]

const formOf = (fields: Record<string, string> | [string, string][]): RequestInit => ({
  method: 'POST',
  headers: SAME_ORIGIN,
  body: new URLSearchParams(fields).toString(),
})

/** Every page of the desk that links lead to, and every form on them as it stands, those that end a session or remove something last. */
async function deskRequests(browser: Browser): Promise<Sent[]> {
  const pages = new Map<string, RequestInit>()
  const forms = new Map<string, RequestInit>()
  const waiting = ['/desk']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue
    pages.set(path, { headers: { Cookie: browser.cookie } })
    const root = parse((await browser.get(path)).html)
    for (const link of root.querySelectorAll('a[href^="/desk"]')) {
      const { pathname, search } = new URL(link.getAttribute('href') ?? '', 'https://x.example')
      // One of each kind of list is enough.
      if (!search || pathname !== '/desk/inquiries') waiting.push(pathname + search)
    }
    for (const form of root.querySelectorAll('form[method=post]')) {
      const fields = form.querySelectorAll('input[name], textarea[name], select[name], button[name]').map((control) => {
        const text = control.getAttribute('value') ?? control.querySelector('[selected]')?.getAttribute('value')
        return [control.getAttribute('name') ?? '', text ?? (control.tagName === 'TEXTAREA' ? 'Some words.' : '')] as [
          string,
          string,
        ]
      })
      const action = form.getAttribute('action') ?? path
      const sent = formOf(fields)
      forms.set(`${action} ${fields.map(([name, value]) => (name === 'what' ? value : name)).join()}`, {
        ...sent,
        headers: { ...SAME_ORIGIN, Cookie: browser.cookie },
      })
    }
  }
  const isLast = (name: string) => /\/(erase|revoke|end|remove|sign-out)/.test(name)
  const sorted = [...forms].sort(([one], [other]) => Number(isLast(one)) - Number(isLast(other)))
  return [...pages, ...sorted.map(([name, init]) => [name.split(' ')[0] ?? '', init] as const)].map(([path, init]) => [
    'desk',
    path,
    init,
  ])
}

/** Every operation for programs and every page for visitors, with what it takes. */
async function openRequests(agent: TestAgent): Promise<Sent[]> {
  const { token, registration } = await agent.anonymousToken()
  const claimable = await agent.serviceAuth()
  const other = await agent.serviceAuth('bea@example.com')
  const started = (await agent.startClaim(registration.claim_token)).body.claim_attempt as {
    verification_uri_complete: string
    user_code: string
  }
  const link = await agent.openLink(started.verification_uri_complete, started.user_code)
  const page = (await agent.get('contact', '/contact/')).body.text
  const ticket = /name="ticket" value="([^"]+)"/.exec(String(page))?.[1] ?? ''
  const receipt = (await agent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY)).body
  const status = new URL(String(receipt.status_url)).pathname
  const bearer = { Authorization: `Bearer ${token}` }
  const tools = Object.entries(TOOL_CALLS).map(([name, args]): Sent => [
    'mcp',
    '/mcp',
    jsonRequest(rpc('tools/call', { name, arguments: args, _meta: META }), {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
      ...bearer,
    }),
  ])
  return [
    ['ready', '/api/v1/ready', {}],
    ['inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY)],
    ['inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY, { ...bearer, 'Idempotency-Key': 'one' })],
    ['agent', '/api/v1/agent', { headers: bearer }],
    ['status', status, { headers: { Accept: 'application/json' } }],
    ['status', status, {}],
    ['identity', '/agent/identity', jsonRequest({ type: 'anonymous' })],
    ['identity', '/agent/identity', jsonRequest({ type: 'service_auth', login_hint: ANA })],
    ['identity-claim', '/agent/identity/claim', jsonRequest({ claim_token: claimable.claim_token, email: ANA })],
    [
      'identity-claim-complete',
      '/agent/identity/claim/complete',
      jsonRequest({ claim_token: claimable.claim_token, user_code: 'BBBB-BBBB' }),
    ],
    [
      'token',
      '/oauth/token',
      formOf({ grant_type: JWT_BEARER_GRANT, assertion: String(registration.identity_assertion) }),
    ],
    ['token', '/oauth/token', formOf({ grant_type: CLAIM_GRANT, claim_token: other.claim_token })],
    ...tools,
    ['contact', '/contact/', {}],
    ['contact', '/contact/', formOf({ ...VALID_INQUIRY, ticket, language: 'en' })],
    ['thanks', `/thanks/${String(receipt.reference)}`, {}],
    ['claim', '/claim', formOf({ code: claimable.claim.user_code })],
    ['claim', `/claim/confirm?link=${link}`, {}],
    ['claim', '/claim/confirm', formOf({ link, decision: 'confirmed' })],
    ['revoke', '/oauth/revoke', formOf({ token })],
  ]
}

/** The references that an answer acknowledges. */
const acknowledged = (status: number, text: string) =>
  status < 400 && /"status":"accepted"/.test(text)
    ? [...text.matchAll(/[0-9A-Z]{4}-[0-9A-Z]{4}/g)].slice(0, 1).map(([reference]) => reference)
    : []

it.each([
  [100, 1],
  [50, 2],
  [10, 3],
  [10, 4],
  [10, 5],
  [3, 6],
  [3, 7],
])('%i percent of all calls fail (run %i)', async (percent, seed) => {
  unheard.length = 0
  const agent = await createTestAgent({ factor: 1000 })
  await agent.inquire({ otherParty: 'Bob Opponent', topic: 'animal_law' })
  await agent.inquire({ name: 'Bob Opponent', email: 'bob@example.com', phone: '+1 386 555 0100' })
  await replaceKnownList(agent.service, [{ name: 'Ana Example', role: 'opponent' }], 'command')
  const { id } = await addStaff(agent)
  const requests = [...(await openRequests(agent)), ...(await deskRequests(await openSession(agent, id)))]
  const sound = agent.service.store
  agent.service.store = failing(sound, percent / 100, seed)
  const references: string[] = []
  for (const [route, path, init] of requests) {
    const response = await agent.send(route, path, init)
    const text = await response.text()
    await agent.settle()
    const said = `${init.method ?? 'GET'} ${path}: ${response.status} ${text.slice(0, 300)}`
    if (response.status >= 500) expect(response.status, said).toBe(503)
    references.push(...acknowledged(response.status, text))
  }
  agent.service.store = sound
  expect(unheard).toEqual([])
  expect(agent.logged()).not.toContain('request.failed')
  const stored = (await agent.inquiries()).map(({ reference }) => reference)
  expect(references.filter((reference) => !stored.includes(reference))).toEqual([])
})
