/** Dynamic addresses, asked once on a store that is far away and full: each takes no more round trips up to its answer than its goal. */
import { expect, it } from 'vitest'
import { JWT_BEARER_GRANT, CLAIM_GRANT } from '../../src/agents/agent-schemas.ts'
import { MINUTE_MS } from '../../src/duration.ts'
import { LOOK_UP_PATH } from '../../src/desk/inquiries/look-up-page.ts'
import { readParties } from '../../src/conflicts/party-search.ts'
import type { RouteName } from '../../src/routes.ts'
import { addMember } from '../../src/staff/staff-member.ts'
import { openSession, tokenOf } from '../desk/browser.ts'
import { fillWithPeople, numbered } from '../inquiries/many-inquiries.ts'
import { distantStore } from '../store/distant-blobs.ts'
import { HANDSHAKE, rpc } from '../mcp/mcp-client.ts'
import { TOOL_CALLS } from '../mcp/tool-calls.ts'
import { createTestAgent, formRequest, type Json, SAME_ORIGIN } from '../test-agent.ts'
import { jsonRequest, VALID_FORM, VALID_INQUIRY } from '../test-desk.ts'
import { createRecord } from '../../src/store/record.ts'

/** The size to build for. */
const COUNT = 10_000
/**
 * Most round trips of the pages of the desk that are opened most, in a process that remembers nothing. An inquiry takes one more where
 * a party may be on the other side: its state is read before the entry of the audit trail, which depends on it.
 */
const DESK_GOAL = 4

/** When the tests begin, and the newest of the inquiries came. */
const NOW = new Date('2026-11-21T15:04:05.000Z')

const message = (method: string, params: Json = {}) =>
  jsonRequest(rpc(method, params), { Accept: 'application/json, text/event-stream' })
const toolCall = (name: string, given: Json = {}) => message('tools/call', { name, arguments: given })

it('each address takes no more round trips than its goal', async () => {
  const agent = await createTestAgent({ factor: 1000 })
  const { service } = agent
  const olga = await addMember(service, { name: 'Olga', owner: true })
  if (!olga) throw new Error('Two members have the same id.')
  const store = distantStore()
  const opened = await store.near(async (near) => {
    for (const [key, text] of agent.store.records) await createRecord(near, key, JSON.parse(text))
    return fillWithPeople(near, service.inbox, COUNT, service.clock.now())
  })
  service.store = store

  const tooMany: string[] = []
  /** @param goal most round trips */
  const meter = async <T>(what: string, goal: number, act: () => Promise<T>, rounds: () => number) => {
    const before = store.rounds()
    const result = await act()
    const spent = rounds() - before
    if (spent > goal) tooMany.push(`${what}: ${spent}`)
    return result
  }
  /** Asks an address, and refuses an answer of another status. @returns what JSON holds, or the text */
  const ask = async (
    [what, goal]: [string, number],
    [route, path, status]: [RouteName, string, number],
    init: RequestInit = {},
  ): Promise<Json> => {
    const response = await meter(what, goal, () => agent.send(route, path, init), agent.roundsAtAnswer)
    const text = await response.text()
    if (response.status !== status) throw new Error(`${what} answered ${response.status}: ${text.slice(0, 200)}`)
    return text.startsWith('{') ? (JSON.parse(text) as Json) : { text }
  }

  // Inquiries.
  const inquiries = (status = 202): [RouteName, string, number] => ['inquiries', '/api/v1/inquiries', status]
  const receipt = await ask(['an inquiry', 1], inquiries(), jsonRequest(VALID_INQUIRY))
  const status = new URL(String(receipt.status_url)).pathname
  await ask(['where an inquiry stands', 1], ['status', status, 200])
  await ask(['an inquiry with a key', 2], inquiries(), jsonRequest(VALID_INQUIRY, { 'Idempotency-Key': 'k' }))
  await ask(['an inquiry that is refused', 0], inquiries(400), jsonRequest({ name: 'x' }))
  await ask(['the contact form', 0], ['contact', '/contact/', 200])
  const sent = { ...VALID_FORM, name: 'Bob' }
  await ask(['an inquiry by the form', 2], ['contact', '/contact/', 303], formRequest(sent))
  await ask(['the thanks page', 0], ['thanks', '/thanks/K7QM-2F9D/', 200])

  const name = [...opened.values()].find(({ request }) => request.otherParty)?.request.otherParty
  const opposed = await agent.inquire({ name })

  // Agents.
  const registrations: [RouteName, string, number] = ['identity', '/agent/identity', 200]
  const anonymous = jsonRequest({ type: 'anonymous' })
  const registered = await ask(['registration of an anonymous agent', 0], registrations, anonymous)
  const token: [RouteName, string, number] = ['token', '/oauth/token', 200]
  const grant = formRequest({ grant_type: JWT_BEARER_GRANT, assertion: String(registered.identity_assertion) })
  const granted = await ask(['exchange of its assertion', 1], token, grant)
  const bearer = { Authorization: `Bearer ${String(granted.access_token)}` }
  await ask(['check of a token', 1], ['agent', '/api/v1/agent', 200], { headers: bearer })
  await ask(['an inquiry with a token', 2], inquiries(), jsonRequest(VALID_INQUIRY, bearer))
  const claimToken = String(registered.claim_token)
  const claim = await agent.claimFor(claimToken)
  const forPerson = jsonRequest({ type: 'service_auth', login_hint: 'bob@example.com' })
  await ask(['registration for a person, which starts a claim', 1], registrations, forPerson)
  const poll = formRequest({ grant_type: CLAIM_GRANT, claim_token: claimToken })
  await ask(['poll of a claim', 1], ['token', '/oauth/token', 400], poll)
  await agent.confirm(claim)
  await ask(['delivery of the tokens', 2], token, poll)
  const revocation = formRequest({ token: String(granted.access_token) })
  await ask(['a token is revoked', 2], ['revoke', '/oauth/revoke', 200], revocation)
  await ask(['public keys', 0], ['jwks', '/.well-known/jwks.json', 200])
  await ask(['no sign-in here', 0], ['authorize', '/oauth/authorize', 400])
  await ask(['what does not exist', 0], ['not-found', '/api/v1/nothing', 404])
  await ask(['POST to a document', 0], ['document-methods', '/api/v1/firm', 405], { method: 'POST' })

  // MCP. A tool goes on while its answer is read.
  const mcp = async (what: string, goal: number, init: RequestInit) => {
    const read = () => agent.send('mcp', '/mcp', init).then(async (response) => (await response.text(), response))
    const { status } = await meter(what, goal, read, store.rounds)
    if (status !== 200) throw new Error(`${what} answered ${status}`)
  }
  await mcp('MCP: initialize', 0, message('initialize', HANDSHAKE))
  await mcp('MCP: list of tools', 0, message('tools/list'))
  for (const [tool, given = {}] of Object.entries<Json | undefined>(TOOL_CALLS))
    if (tool !== 'submit_inquiry') await mcp(`MCP: ${tool}`, 0, toolCall(tool, given))

  // The index of parties is complete, as after the first visits of the day.
  await store.near((near) =>
    readParties({ ...service, store: near }, { open: async ({ sealed }) => opened.get(sealed) }),
  )

  // The desk. A session records every five minutes that it is used: here each time.
  const { cookie } = await openSession(agent, olga.id)
  const visit = async (what: string, path: string, goal = DESK_GOAL) => {
    agent.advance(6 * MINUTE_MS)
    // A new process: it remembers nothing.
    service.store = { ...store }
    return ask([what, goal], ['desk', path, 200], { headers: { Cookie: cookie } })
  }
  const { text: today } = await visit('Today', '/desk')
  await visit('a page of 50 inquiries', '/desk/inquiries')
  const middle = numbered(COUNT, NOW)(COUNT / 2)
  await visit('a page of 50 from the middle', `/desk/inquiries?before=${middle.receivedAt}/${middle.reference}`)
  await visit('the new ones', '/desk/inquiries?status=new')
  await visit('one inquiry', `/desk/inquiries/${middle.reference}`)
  const { text: hidden } = await visit('one that may have a conflict', `/desk/inquiries/${opposed}`, DESK_GOAL + 1)
  expect(hidden).toContain('may be adverse')
  const inForm = (fields: Record<string, string>) =>
    formRequest({ csrf: tokenOf(String(today)), ...fields }, { ...SAME_ORIGIN, Cookie: cookie })
  const note = { what: 'reply', note: 'Please call us.', seen: '1', received: middle.receivedAt }
  await ask(['a reply', 3], ['desk', `/desk/inquiries/${middle.reference}`, 303], inForm(note))
  const lookUp = inForm({ text: sent.name })
  service.store = { ...store }
  await ask(['a look-up', DESK_GOAL], ['desk', LOOK_UP_PATH, 200], lookUp)
  await ask(['the sign-in page', 0], ['desk', '/desk/sign-in', 200])

  expect(tooMany).toEqual([])
})
