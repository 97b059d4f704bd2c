/**
 * The functions as Netlify deploys them, each run in a process of its own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { OUTBOX_PREFIX, postMessage } from '../../src/mail/outbox.ts'
import { INQUIRIES_PREFIX } from '../../src/inquiries/inquiry-id.ts'
import { openingInbox } from '../../src/keys/inbox.ts'
import { readInquiries } from '../../src/inquiries/reader.ts'
import { TOOL_NAMES } from '../../src/contract/mcp-tools.ts'
import { systemClock } from '../../src/hosts/clock.ts'
import { keyring } from '../../src/keys/keyring.ts'
import { sessionCookie } from '../../src/desk/sign-in.ts'
import { passkeyIdOf } from '../../src/staff/passkey.ts'
import { startSession } from '../../src/staff/session.ts'
import { addMember } from '../../src/staff/staff-member.ts'
import { keyOf } from '../../src/store/fact.ts'
import { FACTS } from '../../src/store/facts.ts'
import { FACTS_VERSION } from '../../src/store/version.ts'
import { createPasskey, signWith } from '../desk/authenticator.ts'
import { tokenOf } from '../desk/browser.ts'
import { BUILT_FOR } from '../journeys/build-at.ts'
import { startSmtp } from '../smtp.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { deploy, type Deployment } from './deployment.ts'

let deployment: Deployment
const invoke: Deployment['invoke'] = (...call) => deployment.invoke(...call)

beforeAll(async () => {
  deployment = await deploy()
  return () => deployment.remove()
})

const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
})
/** What the staff would read from the live site. */
const stored = async () =>
  (await readInquiries(deployment.store, await openingInbox(deployment.keys.inboxPrivateKey))).inquiries.map(
    ({ record }) => record,
  )

describe('Netlify', () => {
  it('opens nothing at the start of a function that only mail needs', () => {
    const { folder, functions } = deployment
    for (const name of functions) {
      const code = readFileSync(join(folder, name, `.netlify/front-desk/${name}.mjs`), 'utf8')
      // The module alone takes as long as the function, because it loads all of `fetch`.
      expect(code.match(/from\s*"(node:)?https?"/g), name).toBeNull()
    }
  })

  it('takes an inquiry into Netlify Blobs, sealed, and the staff can open it', async () => {
    const sent = jsonRequest(VALID_INQUIRY, { 'Idempotency-Key': 'k' })
    const answer = await invoke('inquiries', '/api/v1/inquiries', sent)
    expect(answer.status).toBe(202)
    const { store } = deployment
    const { reference } = JSON.parse(answer.body) as { reference: string }
    expect(await stored()).toMatchObject([{ reference, request: VALID_INQUIRY }])
    for await (const key of store.list(INQUIRIES_PREFIX))
      expect(JSON.stringify(await store.read(key))).not.toContain(VALID_INQUIRY.name)
  })

  it('sends mail after the answer, and what was left behind by the clock', async () => {
    const smtp = await startSmtp()
    const init = jsonRequest({ ...VALID_INQUIRY, email: 'bob@example.com' })
    expect(await invoke('inquiries', '/api/v1/inquiries', init, { MAIL_URL: smtp.url })).toMatchObject({ status: 202 })
    await expect
      .poll(() => smtp.received.map(({ to }) => to.join()).sort())
      .toEqual(['bob@example.com', expect.stringContaining('frontdesk@')])
    await postMessage(
      { ...keyring(deployment.keys.keys), store: deployment.store },
      {
        at: new Date().toISOString(),
        about: { claim: 'reg_left-behind' },
        message: { kind: 'link', to: 'ana@example.com', link: 'x', language: 'en' },
      },
    )
    expect(await invoke('outbox', '/', { method: 'POST' }, { MAIL_URL: smtp.url })).toMatchObject({ status: 204 })
    expect(smtp.received.at(-1)?.to).toEqual(['ana@example.com'])
    await expect.poll(() => Array.fromAsync(deployment.store.list(OUTBOX_PREFIX))).toEqual([])
    await smtp.close()
  })

  it('records the version of the facts in the first housekeeping, and stops before those of a later one', async () => {
    const version = (number: number) => keyOf(FACTS.version, { version: number })
    await deployment.store.remove(version(FACTS_VERSION))
    expect(await invoke('housekeeping', '/', { method: 'POST' })).toMatchObject({ status: 204 })
    expect(await deployment.store.read(version(FACTS_VERSION))).toEqual({})
    await deployment.store.create(version(FACTS_VERSION + 1), {})
    expect(await invoke('housekeeping', '/', { method: 'POST' })).toMatchObject({ status: 503 })
    await deployment.store.remove(version(FACTS_VERSION + 1))
  })

  it('registers, exchanges, checks and revokes across functions that share nothing but keys and Blobs', async () => {
    const registered = await invoke('identity', '/agent/identity', jsonRequest({ type: 'anonymous' }))
    const { identity_assertion: assertion } = JSON.parse(registered.body) as { identity_assertion: string }
    const exchanged = await invoke('token', '/oauth/token', form({ grant_type: JWT_BEARER_GRANT, assertion }))
    const { access_token: token } = JSON.parse(exchanged.body) as { access_token: string }
    const check = () => invoke('agent', '/api/v1/agent', { headers: { Authorization: `Bearer ${token}` } })
    expect(await check()).toMatchObject({ status: 200 })
    expect(await invoke('revoke', '/oauth/revoke', form({ token }))).toMatchObject({ status: 200, body: '' })
    expect(await check()).toMatchObject({ status: 401 })
  })

  it('draws the form and the thanks page from the pages of the build', async () => {
    const form = await invoke('contact', '/contact/')
    expect(form.status).toBe(200)
    expect(form.body).toContain('name="ticket"')
    expect(form.body).toContain('<footer')
    const thanks = await invoke('thanks', '/thanks/K7QM-2F9D/')
    expect(thanks.body).toContain('K7QM-2F9D')
    expect((await invoke('claim', '/claim')).body).toContain('<footer')
  })

  it('opens the desk to those that `npm run staff` added, and to no one else', async () => {
    const { key = '' } =
      (await addMember({ store: deployment.store, clock: systemClock }, { name: 'Ana', owner: true })) ?? {}
    expect(await invoke('desk', '/desk/claims')).toMatchObject({
      status: 303,
      headers: { location: '/desk/sign-in?to=%2Fdesk%2Fclaims' },
    })
    const answer = await invoke('desk', '/desk/sign-in', form({ key }, { 'Sec-Fetch-Site': 'same-origin' }))
    expect(answer.status).toBe(303)
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
    expect(await invoke('desk', '/desk/claims', { headers: { Cookie: cookie } })).toMatchObject({
      status: 200,
      body: expect.stringContaining('Signed in as'),
    })
  })

  it('takes a passkey in place of the key, until it is removed', async () => {
    const ports = { store: deployment.store, clock: systemClock }
    const { id = '' } = (await addMember(ports, { name: 'Bob', owner: false })) ?? {}
    const [Cookie = ''] = sessionCookie((await startSession(ports, id)).secret).split(';')
    const read = async (path: string) => (await invoke('desk', path, { headers: { Cookie } })).body
    const send = (path: string, fields: Record<string, string>) =>
      invoke('desk', path, form(fields, { Cookie, 'Sec-Fetch-Site': 'same-origin' }))
    const csrf = tokenOf(await read('/desk/staff'))
    const options = JSON.parse(await read('/desk/staff/passkeys/options')) as Parameters<typeof createPasskey>[0]
    const here = { origin: BUILT_FOR, rpId: new URL(BUILT_FOR).hostname }
    const { passkey, answer } = createPasskey(options, here)
    expect(await send('/desk/staff/passkeys', { csrf, name: 'Phone', passkey: answer })).toMatchObject({ status: 303 })
    const signIn = async () => {
      const asked = JSON.parse((await invoke('desk', '/desk/sign-in/passkey')).body) as { challenge: string }
      const signed = form({ passkey: signWith(passkey, asked, here) }, { 'Sec-Fetch-Site': 'same-origin' })
      return (await invoke('desk', '/desk/sign-in', signed)).status
    }
    expect(await signIn()).toBe(303)
    await send(`/desk/staff/passkeys/${id}/${passkeyIdOf(passkey.id)}/remove`, { csrf })
    expect(await signIn()).toBe(403)
  })

  it('answers what does not exist as JSON, and other methods with 405', async () => {
    expect(await invoke('not-found', '/api/v1/nothing')).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    })
    expect(await invoke('document-methods', '/api/v1/firm', { method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    })
  })

  it('lists the tools of /mcp to whom asks at the address of the site', async () => {
    const { status, body } = await invoke(
      'mcp',
      `${BUILT_FOR}/mcp`,
      jsonRequest({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    )
    const { result } = JSON.parse(body) as { result: { tools: { name: string }[] } }
    expect({ status, tools: result.tools.map(({ name }) => name) }).toEqual({ status: 200, tools: TOOL_NAMES })
  })

  it('says 503 when the store cannot be reached: nothing is accepted that is not stored', async () => {
    const env = { NETLIFY_BLOBS_CONTEXT: deployment.blobsContext({ token: 'wrong' }) }
    expect(await invoke('inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY), env)).toMatchObject({
      status: 503,
    })
  })

  it('answers 503 while a variable is missing', async () => {
    expect(await invoke('inquiries', '/api/v1/inquiries', {}, { FRONT_DESK_KEYS: '' })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '300' },
    })
  })

  it('keeps the inquiries of a preview away from those of the firm', async () => {
    const [init, env] = [jsonRequest({ ...VALID_INQUIRY, name: 'Preview' }), { TEST_DEPLOY_CONTEXT: 'deploy-preview' }]
    expect(await invoke('inquiries', '/api/v1/inquiries', init, env)).toMatchObject({ status: 202 })
    expect((await stored()).map(({ request }) => request.name)).not.toContain('Preview')
  })
})
