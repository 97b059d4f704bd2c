/** `npm run demo:agent [BASE [EMAIL]]`: a small agent to read and copy. It knows only the addresses of site and API. It uses no package. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { verifyReceipt } from './receipt-proof.ts'

const CLAIM_WAIT_MS = 15 * 60 * 1000
const [site = 'http://localhost:8888', email = 'ana@example.com'] = process.argv.slice(2)

type Json = Record<string, unknown>

async function call(what: string, url: string, init?: RequestInit) {
  const response = await fetch(url, init).catch(() => {
    console.error(
      `There is no answer at ${url}. Start the server with npm start, or give its address: npm run demo:agent https://www.example.com`,
    )
    process.exit(1)
  })
  const { status, headers } = response
  const text = await response.text()
  console.log(`${what.padEnd(12)} ${init?.method ?? 'GET'} ${url} → ${status}`)
  return { status, headers, body: text.startsWith('{') ? (JSON.parse(text) as Json) : {} }
}

const say = (words: string) => console.log(`             ${words}`)
const postJson = (body: Json, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const postForm = (parameters: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(parameters) })
const bearer = (token: unknown) => ({ Authorization: `Bearer ${String(token)}` })

// 1. Discover: the refusal names the resource's metadata, which names the issuer, whose metadata names the endpoints.
const api = `${site}/api/v1`
const refused = await call('discover', `${api}/agent`)
const metadataUrl = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
const { body: resource } = await call('discover', metadataUrl)
const [issuer] = resource.authorization_servers as string[]
const { body: server } = await call('discover', `${issuer}/.well-known/oauth-authorization-server`)
const agentAuth = server.agent_auth as { identity_endpoint: string; claim_endpoint: string; claim_grant_type: string }
const tokenEndpoint = String(server.token_endpoint)

// 2. Register, and exchange the assertion for an access token.
const { body: registration } = await call('register', agentAuth.identity_endpoint, postJson({ type: 'anonymous' }))
const assertion = String(registration.identity_assertion)
const jwtBearer = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
const grant = postForm({ ...jwtBearer, scope: 'firm.read inquiries.write' })
const { body: token } = await call('exchange', tokenEndpoint, grant)

// 3. Call the API with the token.
const { body: self } = await call('call', `${api}/agent`, { headers: bearer(token.access_token) })
const confirmed = self.claimed ? 'a person has confirmed me' : 'no person has confirmed me yet'
say(`I am ${String(self.registration_id)}, and ${confirmed}.`)
const { body: firm } = await call('call', `${api}/firm`)
say(`This is ${String(firm.name)}, telephone ${String(firm.telephone)}.`)

// 4. Send an inquiry. A real agent first shows the text and the notices to its person, and needs a clear yes.
const message = 'I would like to talk to a lawyer about a will. This was sent by the demo agent.'
const inquiry = { name: 'Ana Example', email, message }
const headers = { ...bearer(token.access_token), 'Idempotency-Key': crypto.randomUUID() }
const { body: accepted } = await call('inquire', `${api}/inquiries`, postJson(inquiry, headers))
const { reference, receipt } = accepted
say(`Received as ${String(reference)}, from: ${String(accepted.sender)}.`)

// 5. Verify the receipt. Save it with the text and the key, without which it proves nothing.
const { body: published } = await call('verify', String(server.jwks_uri))
const sent = { issuer: String(issuer), reference, inquiry }
const proof = await verifyReceipt(String(receipt), published.keys as JsonWebKey[], sent)
if ('fault' in proof) {
  say(`The receipt proves nothing. ${proof.fault}`)
  process.exit(1)
}
const file = join(mkdtempSync(join(tmpdir(), 'receipt-')), `${String(reference)}.json`)
writeFileSync(file, JSON.stringify({ inquiry, receipt, key: proof.key }, undefined, 2))
say(`The receipt is signed: the firm accepted exactly this text. It says nothing about deadlines.
             It is kept in ${file}`)

// 6. Ask the person to confirm, and poll for the decision.
const claimToken = String(registration.claim_token)
const { body: started } = await call('claim', agentAuth.claim_endpoint, postJson({ claim_token: claimToken, email }))
const attempt = started.claim_attempt as Record<string, string>
console.log(`\n  Open   ${attempt.verification_uri_complete}\n  and enter the code   ${attempt.user_code}\n`)
let pause = Number(attempt.interval) * 1000
const until = Date.now() + CLAIM_WAIT_MS
let claimed: Json | undefined
while (Date.now() < until) {
  await wait(pause)
  const poll = postForm({ grant_type: agentAuth.claim_grant_type, claim_token: claimToken })
  const { status, body } = await call('poll', tokenEndpoint, poll)
  if (status === 200) claimed = body
  if (body.error === 'slow_down') pause += 5000
  else if (body.error !== 'authorization_pending') break
}
if (!claimed) {
  say('No person confirmed me. I continue without it.')
  process.exit(0)
}

// 7. Inquiries now come from a verified person. At the end, revoke all tokens.
const { body: second } = await call('inquire', `${api}/inquiries`, postJson(inquiry, bearer(claimed.access_token)))
say(`Received as ${String(second.reference)}, from: ${String(second.sender)}.`)
await call('revoke', String(server.revocation_endpoint), postForm({ token: String(claimed.identity_assertion) }))
const { status } = await call('call', `${api}/agent`, { headers: bearer(claimed.access_token) })
say(`${status === 401 ? 'All my tokens are invalid.' : 'Something is wrong: the token still works.'}`)
process.exitCode = status === 401 ? 0 : 1
