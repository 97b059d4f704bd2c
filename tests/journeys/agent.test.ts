/** Real clients against the running server: OAuth libraries, an agent that follows auth.md to the letter, and the demo agent. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { createRemoteJWKSet, importJWK, type JWK, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { afterAll, expect, it } from 'vitest'
import { CLAIM_GRANT, JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { type Claim, linkOf, readBackOf } from '../test-agent.ts'
import { jsonRequest } from '../test-desk.ts'
import { removeFolder, sendRaw } from './server.ts'
import { startOwnServer } from './build-at.ts'
import { askJson, form, signIn } from './requests.ts'
import { siteOf } from './shared-server.ts'

type Json = Record<string, unknown>
const server = await startOwnServer()
const { base } = server
const { ownerKey, mailPath } = siteOf(server)
afterAll(server.remove)

// eslint-disable-next-line @typescript-eslint/no-deprecated -- Marked so to stand out: plain http is for tests only.
const insecure = { [oauth.allowInsecureRequests]: true }
const post = (path: string, body: unknown) => askJson<Json>(new URL(path, base).href, jsonRequest(body))
const page = async (path: string, parameters: Record<string, string>) =>
  (await fetch(base + path, form(parameters))).text()

async function vouch(verificationUri: string, code: string): Promise<string> {
  const attempt = new URL(verificationUri).searchParams.get('attempt') ?? ''
  const newestLink = async () => linkOf(await (await fetch(base + mailPath)).text())
  const former = await newestLink()
  const step = /name="step" value="([^"]+)"/.exec(await page('/claim', { attempt, code }))?.[1] ?? ''
  await page('/claim', { step, action: 'send' })
  // Mail goes out after the answer.
  await expect.poll(newestLink).not.toBe(former)
  return page('/claim/confirm', { link: await newestLink(), decision: 'confirmed' })
}

it('oauth4webapi finds the server from the resource; openid-client exchanges, polls, and revokes by its generic grant', async () => {
  const resource = new URL(`${base}/api/v1`)
  const asked = await oauth.resourceDiscoveryRequest(resource, insecure)
  const { authorization_servers = [] } = await oauth.processResourceDiscoveryResponse(resource, asked)
  expect(authorization_servers).toEqual([base])
  const config = await client.discovery(new URL(base), 'agent', undefined, client.None(), {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- Marked so to stand out: plain http is for tests only.
    execute: [client.allowInsecureRequests],
    algorithm: 'oauth2',
  })
  const registration = await post('/agent/identity', { type: 'anonymous' })
  const assertion = String(registration.identity_assertion)
  const token = await client.genericGrantRequest(config, JWT_BEARER_GRANT, { assertion })
  expect(token.scope).toBe('firm.read inquiries.write')
  const refused = client.genericGrantRequest(config, JWT_BEARER_GRANT, { assertion: 'x' })
  await expect(refused).rejects.toMatchObject({ error: 'invalid_grant' })
  const claim_token = String(registration.claim_token)
  const started = await post('/agent/identity/claim', { claim_token, email: 'ana@example.com' })
  const claim = started.claim_attempt as Claim
  const poll = () => client.genericGrantRequest(config, CLAIM_GRANT, { claim_token })
  await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' })
  await vouch(claim.verification_uri_complete, claim.user_code)
  const claimed = await poll()
  expect(claimed.identity_assertion).toBeTypeOf('string')
  const check = () =>
    client.fetchProtectedResource(config, claimed.access_token, new URL(`${base}/api/v1/agent`), 'GET')
  expect(await (await check()).json()).toMatchObject({ claimed: true })
  await client.tokenRevocation(config, claimed.access_token)
  const parameters = { resource_metadata: `${base}/.well-known/oauth-protected-resource`, error: 'invalid_token' }
  await expect(check()).rejects.toMatchObject({ cause: [{ scheme: 'bearer', parameters }] })
})

const membersOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([name, member]) => [name, ...membersOf(member).map((below) => `${name}.${below}`)])

it('auth.md runs in bash from top to bottom, as an agent and its person would, and its answers are the real ones', async () => {
  const guide = await (await fetch(`${base}/auth.md`)).text()
  const blocks = [...guide.matchAll(/```(sh|json)\n([\s\S]*?)```/g)].map(([, kind, text = '']) => ({ kind, text }))
  const script = blocks.map(({ kind, text }) => (kind === 'sh' ? `${text}printf '@@%s@@\\n' "$ANSWER"` : ''))
  const check = `curl -s "$BASE/api/v1/agent" -H "Authorization: Bearer $ACCESS_TOKEN"`
  const child = spawn('bash', ['-c', [...script, check].join('\n')])
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const errors = text(child.stderr)
  const ended = once(child, 'close')
  await expect.poll(() => output).toMatch(/and enter [A-Z]{4}-[A-Z]{4}\n/)
  const [, page = '', code = ''] = /Open (\S+) and enter (\S+)/.exec(output) ?? []
  child.stdin.write(`${readBackOf(await vouch(page, code))}\n`)
  await ended
  expect(await errors).toBe('')
  const answers = [...output.matchAll(/@@(.*)@@/g)].map(([, text = '']) => JSON.parse(text) as Json)
  const [registered = {}, forPerson = {}, started = {}, polled = {}, completed = {}, exchanged = {}] = answers
  const [agent = {}, sent = {}, refused = {}] = [
    ...output.replace(/@@.*@@/g, '').matchAll(/\{(?:[^{}]|\{[^{}]*\})*\}/g),
  ].map(([text]) => JSON.parse(text) as Json)
  expect(forPerson).toMatchObject({ type: 'service_auth', claim: { interval: 5 } })
  expect(agent).toMatchObject({ claimed: true })
  expect(sent).toMatchObject({ status: 'accepted', sender: 'verified_person' })
  const published = createRemoteJWKSet(new URL(`${base}/.well-known/jwks.json`))
  const { payload } = await jwtVerify(String(sent.receipt), published, { typ: 'receipt+jwt', issuer: base })
  expect(payload.sub).toBe(sent.reference)
  // The command of the guide printed this.
  expect(output).toContain(`}${String(payload.inquiry_sha256)}@@`)
  expect(refused).toMatchObject({ code: 'invalid_token' })
  const status = await fetch(String(sent.status_url), { headers: { Accept: 'application/json' } })
  expect(await status.json()).toMatchObject({ reference: sent.reference, status: 'received' })
  const samples = blocks.filter(({ kind }) => kind === 'json').map(({ text }) => JSON.parse(text) as Json)
  // The guide names what its samples leave out.
  const [, left = ''] = /samples leave out: (.*)\./.exec(guide) ?? []
  const twins = [...left.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  const flat = (answer: Json) => Object.fromEntries(Object.entries(answer).filter(([name]) => !twins.includes(name)))
  const real = [registered, started, completed, exchanged, agent, sent].map(flat)
  expect(samples.map((sample) => membersOf(sample).sort())).toEqual(real.map((answer) => membersOf(answer).sort()))
  expect(polled).toMatchObject({ access_token: expect.any(String), identity_assertion: expect.any(String) })
})

it('the demo agent goes the whole way, and a person vouches by telephone', async () => {
  const child = spawn(process.execPath, ['src/commands/demo-agent.ts', base, 'demo@example.com'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  await expect.poll(() => output).toMatch(/enter the code {3}[A-Z]{4}-[A-Z]{4}/)
  const code = /enter the code {3}(\S+)/.exec(output)?.[1] ?? ''
  const ended = once(child, 'close')
  const { cookie: Cookie } = await signIn(base, ownerKey)
  const send = async (path: string, fields: Record<string, string>) => {
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await open('/desk/claims')) ?? []
    return fetch(base + path, { ...form({ csrf, ...fields }), headers: { Cookie, Origin: base }, redirect: 'manual' })
  }
  const open = async (path: string) => (await fetch(base + path, { headers: { Cookie } })).text()
  const claim = (await send('/desk/claims', { code })).headers.get('location') ?? ''
  const shown = await open(claim)
  expect(shown).toMatch(/Waiting[\s\S]*demo@example\.com/)
  const [, attempt = ''] = /name="attempt" value="([^"]+)"/.exec(shown) ?? []
  await send(claim, { decision: 'confirmed', verified: 'call-back', attempt })
  expect(await open(claim)).toMatch(/class="code">[A-Z]{4}-[A-Z]{4}/)
  expect(server.output()).toContain('"event":"claim.confirmed"')
  expect(await ended).toEqual([0, null])
  expect(output).toContain('The receipt is signed: the firm accepted exactly this text.')
  const [, file = ''] = /It is kept in (\S+)/.exec(output) ?? []
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { inquiry: Json; receipt: string; key: JWK }
  removeFolder(dirname(file))
  // The kept receipt and key are proof without the server.
  const { payload } = await jwtVerify(kept.receipt, await importJWK(kept.key, 'ES256'), { typ: 'receipt+jwt' })
  expect(payload).toMatchObject({ iss: base, sub: /Received as (\S+),/.exec(output)?.[1] })
  expect(kept.inquiry).toMatchObject({ email: 'demo@example.com' })
  expect(output).toContain('from: verified_person')
  expect(output).toContain('All my tokens are invalid.')
  expect(await open(claim)).toContain('Revoked')
  // A token is a JOSE header in base64url and a dot; three letters alone may stand in any id.
  expect(/demo@example|eyJ[\w-]+\./.exec(server.output())).toBeNull()
})

it('the mailbox of this machine is shown to this machine by its own name only', async () => {
  expect((await fetch(base + mailPath)).status).toBe(200)
  expect((await fetch(base + mailPath, { headers: { 'X-Forwarded-For': '203.0.113.7' } })).status).toBe(404)
  const ask = (path: string, host: string) =>
    sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect(await ask(mailPath, 'rebound.example')).toMatch(/^HTTP\/1\.1 404/)
})
