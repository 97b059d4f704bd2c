/** Requests to every address that a function serves, and to every page and form of the desk. */
import { parse } from 'node-html-parser'
import { CLAIM_GRANT, JWT_BEARER_GRANT } from '../src/agents/agent-schemas.ts'
import { replaceKnownList } from '../src/conflicts/known-parties.ts'
import { NotDelivered } from '../src/ports.ts'
import type { RouteName } from '../src/routes.ts'
import { addPasskey } from '../src/staff/passkey.ts'
import { addStaff, type Browser, openSession } from './desk/browser.ts'
import { ERAS } from './mcp/mcp-client.ts'
import { TOOL_CALLS } from './mcp/tool-calls.ts'
import { ANA, formRequest, SAME_ORIGIN, type TestAgent } from './test-agent.ts'
import { jsonRequest, VALID_FORM, VALID_INQUIRY } from './test-desk.ts'

export type Sent = [route: RouteName, path: string, init: RequestInit]

/** Sends each form as it stands; forms that end a session or remove something come last. */
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
        const typed = control.tagName === 'TEXTAREA' ? 'Some words.' : ''
        return [control.getAttribute('name') ?? '', text ?? typed] as [string, string]
      })
      const action = form.getAttribute('action') ?? path
      const name = `${action} ${fields.map(([name, value]) => (name === 'what' ? value : name)).join()}`
      forms.set(name, formRequest(fields, { ...SAME_ORIGIN, Cookie: browser.cookie }))
    }
  }
  const isLast = (name: string) => /\/(erase|revoke|end|remove|sign-out)/.test(name)
  const sorted = [...forms].sort(([one], [other]) => Number(isLast(one)) - Number(isLast(other)))
  // Only the answer to this form has the form that undoes it.
  const [several = '', init = {}] = sorted.find(([name]) => name.startsWith('/desk/inquiries/several ')) ?? []
  const undo = [several.replace(' ', '/undo '), init] as const
  return [...pages, ...sorted, undo].map(([name, init]) => ['desk', name.split(' ')[0] ?? '', init])
}

async function openRequests(agent: TestAgent): Promise<Sent[]> {
  const { token, registration } = await agent.anonymousToken()
  const assertion = String(registration.identity_assertion)
  const { claim_token, claim } = await agent.serviceAuth()
  const other = await agent.serviceAuth('bea@example.com')
  const link = await agent.openLink(await agent.claimFor(registration.claim_token))
  const page = (await agent.get('contact', '/contact/')).body.text
  const ticket = /name="ticket" value="([^"]+)"/.exec(String(page))?.[1] ?? ''
  const receipt = (await agent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY)).body
  const status = new URL(String(receipt.status_url)).pathname
  const bearer = { Authorization: `Bearer ${token}` }
  const tools = Object.entries(TOOL_CALLS).map(([name, args]): Sent => {
    const [message, headers] = ERAS.modern('tools/call', { name, arguments: args })
    const accepted = { Accept: 'application/json, text/event-stream' }
    return ['mcp', '/mcp', jsonRequest(message, { ...accepted, ...(headers as Record<string, string>), ...bearer })]
  })
  return [
    ['ready', '/api/v1/ready', {}],
    ['inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY)],
    ['inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY, { ...bearer, 'Idempotency-Key': 'one' })],
    ['agent', '/api/v1/agent', { headers: bearer }],
    ['status', status, { headers: { Accept: 'application/json' } }],
    ['status', status, {}],
    ['status', status, jsonRequest({ answer: 'On November 2.' })],
    ['status', status, formRequest({ answer: 'On November 2.' })],
    ['identity', '/agent/identity', jsonRequest({ type: 'anonymous' })],
    ['identity', '/agent/identity', jsonRequest({ type: 'service_auth', login_hint: ANA })],
    ['identity-claim', '/agent/identity/claim', jsonRequest({ claim_token, email: ANA })],
    ['identity-claim-complete', '/agent/identity/claim/complete', jsonRequest({ claim_token, user_code: 'BBBB-BBBB' })],
    ['token', '/oauth/token', formRequest({ grant_type: JWT_BEARER_GRANT, assertion })],
    ['token', '/oauth/token', formRequest({ grant_type: CLAIM_GRANT, claim_token: other.claim_token })],
    ...tools,
    ['contact', '/contact/', {}],
    ['contact', '/contact/', formRequest({ ...VALID_FORM, ticket, language: 'en' })],
    ['thanks', `/thanks/${String(receipt.reference)}`, {}],
    ['claim', '/claim', formRequest({ code: claim.user_code })],
    ['claim', `/claim/confirm?link=${link}`, {}],
    ['claim', '/claim/confirm', formRequest({ link, decision: 'confirmed' })],
    ['revoke', '/oauth/revoke', formRequest({ token })],
  ]
}

/** Also writes into the agent's store what the requests ask for. */
export async function allRequests(agent: TestAgent): Promise<Sent[]> {
  await agent.inquire({ otherParty: 'Bob Opponent', topic: 'animal_law' })
  await agent.inquire({ name: 'Bob Opponent', email: 'bob@example.com', phone: '+1 386 555 0100' })
  await replaceKnownList(agent.service, [{ name: 'Ana Example', role: 'opponent' }], 'command')
  await agent.confirm((await agent.serviceAuth('cleo@example.com')).claim)
  const { mailer } = agent.service
  agent.service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
  await agent.inquire()
  agent.service.mailer = mailer
  const { id } = await addStaff(agent)
  const key = { credential: 'x', publicKey: 'x', counter: 0, transports: [], backedUp: false }
  await addPasskey(agent.service, id, 'Phone', key)
  await addStaff(agent, 'Bob', false)
  return [...(await openRequests(agent)), ...(await deskRequests(await openSession(agent, id)))]
}
