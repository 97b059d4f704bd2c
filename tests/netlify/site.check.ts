/** The deployed site in Netlify's own programs: every function once, and the way of a request through all layers. */
import { createHash } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { getStore } from '@netlify/blobs'
import { createKeys } from '../../src/keys/key-set.ts'
import { BLOB_STORE } from '../../src/hosts/netlify.ts'
import { blobsStore } from '../../src/store/blobs.ts'
import { copyBuild } from '../journeys/build-at.ts'
import { listen, removeFolder, keyIn, run } from '../journeys/server.ts'
import { loadDev } from './tools.ts'
import { beforeAll, expect, it } from 'vitest'
import { DOCUMENTS } from '../../src/contract/documents.ts'
import { PUBLISHED_DIR, publishedPaths } from '../../src/hosts/published.ts'
import { headerBlocks, headersOf } from '../../src/hosts/site-rules.ts'
import { postMessage } from '../../src/mail/outbox.ts'
import { keyOf, listKeys, createRecord, readValue } from '../../src/store/record.ts'
import { RECORDS } from '../../src/store/records.ts'
import { keyring } from '../../src/keys/token-keys.ts'
import { ROUTES } from '../../src/routes.ts'
import { PATHS } from '../../src/site.ts'
import { answerTo, startSmtp, type TestSmtp } from '../smtp.ts'
import { blocksOf } from '../table.ts'
import { VALID_INQUIRY, jsonRequest } from '../test-desk.ts'

/** Requests to this address go to this machine. */
const BASE = 'https://www.example.com'
/** The values are `edge-function`, `function`, `static`, `redirect` and `missing`. */
const ANSWERED_BY_HEADER = 'x-answered-by'

type NetlifySite = Awaited<ReturnType<typeof startNetlifySite>>

async function startNetlifySite(env: Record<string, string>) {
  const folder = copyBuild(BASE, { inboundMail: 'reply@in.firm.example' })
  cpSync('.netlify/front-desk', join(folder, '.netlify/front-desk'), { recursive: true })
  const { keys, inboxPrivateKey } = await createKeys(false)
  const secrets = {
    FRONT_DESK_KEYS: JSON.stringify(keys),
    FRONT_DESK_INBOX_PRIVATE_KEY: JSON.stringify(inboxPrivateKey),
  }
  // A function finds the files of `included_files` there.
  Object.assign(process.env, secrets, { LAMBDA_TASK_ROOT: folder }, env)
  const lines = listenToLog()

  const { NetlifyDev } = await loadDev()
  const server = createAdaptorServer({ fetch: answer }) as Server
  const serverAddress = `http://127.0.0.1:${await listen(server)}`
  const off = ['database', 'images', 'aiGateway', 'geolocation'].map((part) => [part, { enabled: false }] as const)
  const options = { projectRoot: folder, serverAddress, skipGitignore: true }
  const dev = new NetlifyDev({ ...options, ...Object.fromEntries(off) })
  await dev.start()
  const blobs = JSON.parse(atob(process.env.NETLIFY_BLOBS_CONTEXT ?? '')) as Record<string, string>
  const missing = readFileSync(join(folder, 'dist/404.html'))

  async function answer(request: Request): Promise<Response> {
    const sent = new Headers(request.headers)
    // Netlify's network adds which deploy is asked.
    if (!sent.has('x-nf-deploy-context')) sent.set('x-nf-deploy-context', 'production')
    const found = await dev.handleAndIntrospect(new Request(request, { headers: sent }))
    if (!found) return new Response(missing, { status: 404, headers: { [ANSWERED_BY_HEADER]: 'missing' } })
    const { response, type } = found
    const headers = new Headers(response.headers)
    headers.set(ANSWERED_BY_HEADER, type)
    if (type !== 'static') return new Response(response.body, { status: response.status, headers })
    const body = new Uint8Array(await response.arrayBuffer())
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
    headers.set('etag', etag)
    return sent.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers })
      : new Response(body, { status: response.status, headers })
  }

  return {
    ask: (path: string, init?: RequestInit) => fetch(`${serverAddress}${path}`, { redirect: 'manual', ...init }),
    store: blobsStore(getStore({ name: BLOB_STORE, consistency: 'strong' })),
    keys,
    /** With these a command works on this site's Blobs as if it were Netlify's. */
    commandEnv: {
      ...secrets,
      NETLIFY_SITE_ID: blobs.siteID ?? '',
      NETLIFY_AUTH_TOKEN: blobs.token ?? '',
      NETLIFY_BLOBS_CONTEXT: '',
      NODE_OPTIONS: `--import=${resolve('tests/netlify/emulated-api.mjs')}`,
      BLOBS_EMULATOR: blobs.edgeURL ?? '',
    },
    logged: () => lines.join('\n'),
    async stop() {
      await dev.stop()
      server.close()
      server.closeAllConnections()
      removeFolder(folder)
    },
  }
}

/** Functions run in threads of this process and log to its console. */
function listenToLog(): string[] {
  const lines: string[] = []
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (chunk: string | Uint8Array, ...rest: []) => {
    lines.push(String(chunk))
    return write(chunk, ...rest)
  }
  return lines
}

const SECRET = 'x'.repeat(32)
const SCHEDULED = ['housekeeping', 'outbox']
/** The ID of the deploy that Netlify's development server plays. */
const DEPLOY_ID = '0'
const MARKDOWN = { headers: { Accept: 'text/markdown' } }

const headersFor = headersOf(headerBlocks(BASE, new Set(publishedPaths(PUBLISHED_DIR))))

let smtp: TestSmtp
let site: NetlifySite
beforeAll(async () => {
  smtp = await startSmtp()
  site = await startNetlifySite({ MAIL_URL: smtp.url, INBOUND_SECRET: SECRET })
  return () => Promise.all([smtp.close(), site.stop()])
})

type Json = Record<string, unknown>
const ask = (path: string, init?: RequestInit) => site.ask(path, init)
const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await ask(path, jsonRequest(body, headers))
  return { status: response.status, body: (await response.json()) as Json }
}
const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(path, {
    method: 'POST',
    headers: { Origin: BASE, 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  })
const command = async (name: string, ...args: string[]) => {
  const { code, stdout, stderr } = await run(name, args, site.commandEnv)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

it.each(['/', '/es/faq/'])('%s comes from its file; no edge function runs', async (path) => {
  const page = await ask(path, { headers: { Accept: 'text/html' } })
  const [from, vary] = [ANSWERED_BY_HEADER, 'vary'].map((name) => page.headers.get(name))
  expect([page.status, from, vary]).toEqual([200, 'static', 'Accept'])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('link')).toContain('rel="alternate"; type="text/markdown"')
})

it.each([
  ['/', '# A small law office on the river'],
  ['/es/lawyers/wren-fennimarsh-example', '# Wren Fennimarsh-Example'],
])('%s is Markdown for clients that prefer it', async (path, start) => {
  const text = await ask(path, MARKDOWN)
  expect([text.status, text.headers.get(ANSWERED_BY_HEADER)]).toEqual([200, 'edge-function'])
  expect(text.headers.get('content-type')).toMatch(/^text\/markdown/)
  expect(text.headers.get('vary')).toContain('Accept')
  expect(text.headers.get('link')).toContain('rel="canonical"')
  expect((await text.text()).startsWith(start)).toBe(true)
  const etag = text.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const again = await ask(path, { headers: { ...MARKDOWN.headers, 'If-None-Match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

it('a page without a Markdown file comes as it is; one that is missing is Markdown for clients that prefer it, and a page for a browser', async () => {
  const html = await ask('/problems/', MARKDOWN)
  expect([html.status, html.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)])
  const text = await ask('/no/such/page/at/all/', MARKDOWN)
  expect([text.status, text.headers.get('content-type')]).toEqual([404, expect.stringMatching(/^text\/markdown/)])
  expect(await text.text()).toMatch(/^# /)
  const page = await ask('/no-such-page')
  expect([page.status, page.headers.get(ANSWERED_BY_HEADER)]).toEqual([404, 'missing'])
})

it.each(DOCUMENTS.map(({ path }) => path.replace(':id', 'animal_law')))(
  '%s is a file, with the headers of its row',
  async (path) => {
    const response = await ask(path)
    expect(response.status).toBe(200)
    for (const [name, value] of Object.entries(headersFor(path))) expect(response.headers.get(name), name).toBe(value)
    const text = await response.text()
    if (response.headers.get('content-type')?.includes('json')) expect(JSON.parse(text)).toBeTypeOf('object')
    else expect(text).not.toBe('')
  },
)

const [REQUESTS = []] = blocksOf('tests/netlify/answers.txt')
it.each(REQUESTS)('%s %s is %s', async (method = '', path = '', status) =>
  expect(String((await ask(path, { method })).status)).toBe(status),
)

it.each(['/api/v1/practice-areas/nothing', '/agent/nothing', '/.well-known/x'])('%s: 404 in JSON', async (path) => {
  // Whatever the program accepts.
  const response = await ask(path, MARKDOWN)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})

it('the functions store an inquiry, send its mail, and the staff read it with `npm run inquiries`', async () => {
  const { status, body } = await send('/api/v1/inquiries', VALID_INQUIRY)
  expect([status, body.status]).toEqual([202, 'accepted'])
  await expect.poll(() => smtp.received.map(({ to }) => to.join())).toContain(VALID_INQUIRY.email)
  expect(await command('inquiries', 'export', '--netlify')).toContain(VALID_INQUIRY.message)
  const { pathname } = new URL(String(body.status_url))
  const stands = await ask(pathname, { headers: { Accept: 'application/json' } })
  expect(await stands.json()).toMatchObject({ reference: body.reference, status: 'received' })
  expect(await (await ask(`/es${pathname}`)).text()).toContain(String(body.reference))
})

it('the functions take an answer by e-mail once, into the thread', async () => {
  const { body } = await send('/api/v1/inquiries', { ...VALID_INQUIRY, email: 'mail@example.com' })
  const receipt = () => smtp.received.find(({ to }) => to[0] === 'mail@example.com')
  await expect.poll(receipt).toBeDefined()
  // Netlify's development server decodes what it did not encode: any body that is not text.
  const mail = btoa(answerTo(receipt()?.text ?? '', 'It happened in DeLand.'))
  const headers = { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'message/rfc822' }
  for (const _twice of [1, 2])
    expect((await ask(PATHS.inbound, { method: 'POST', headers, body: mail })).status).toBe(204)
  const key = keyIn(await command('staff', 'add', 'Bea', '--owner', '--netlify'))
  const [cookie = ''] = ((await form('/desk/sign-in', { key })).headers.get('set-cookie') ?? '').split(';')
  const page = await ask(`${PATHS.deskInquiries}/${String(body.reference)}`, { headers: { Cookie: cookie } })
  expect((await page.text()).split('It happened in DeLand.')).toHaveLength(2)
  expect((await ask(PATHS.inbound, { method: 'POST', body: mail })).status).toBe(401)
})

/** Netlify's clock calls a function by its name; no documentation says which deploy it names. */
const tick = (name: string) =>
  ask(`/.netlify/functions/${name}`, { method: 'POST', headers: { 'x-nf-deploy-context': '' } })

it('the clock sends what was left in the outbox of the live site', async () => {
  const message = { kind: 'link', to: 'late@example.com', link: 'x', language: 'en' } as const
  const posting = { at: new Date().toISOString(), about: { claim: 'reg_left-behind' }, message }
  await postMessage({ ...keyring(site.keys), store: site.store }, posting)
  expect((await tick('outbox')).status).toBe(204)
  expect(smtp.received.at(-1)?.to).toEqual(['late@example.com'])
  expect(await listKeys(site.store, 'due/')).toEqual([])
})

it('the clock removes from the live site what ran out', async () => {
  const key = keyOf(RECORDS.revokedToken, { token: 'long-ago' })
  await createRecord(site.store, key, { at: '2020-01-01T00:00:00.000Z' })
  expect((await tick('housekeeping')).status).toBe(204)
  expect(await readValue(site.store, key)).toBeUndefined()
})

it('what is not the live site has a store and a desk of its own, which the commands reach by its deploy', async () => {
  const at = (context: string) => ({ 'x-nf-deploy-context': context })
  const inquiry = { ...VALID_INQUIRY, name: 'Only in a branch' }
  const { status, body } = await send('/api/v1/inquiries', inquiry, at('branch-deploy'))
  expect(status).toBe(202)
  expect(await command('inquiries', 'export', '--netlify')).not.toContain(String(body.reference))
  expect(await command('inquiries', 'export', '--deploy', DEPLOY_ID)).toContain(String(body.reference))
  const opened = '"event":"store.opened","route":"inquiries","store":"preview","deploy":"branch-deploy"'
  expect(site.logged()).toContain(opened)
  const key = keyIn(await command('staff', 'add', 'Ana', '--owner', '--deploy', DEPLOY_ID))
  expect((await form('/desk/sign-in', { key }, at('deploy-preview'))).status).toBe(303)
  expect((await form('/desk/sign-in', { key })).status).toBe(403)
})

it('every function ran, and none failed', () => {
  const log = site.logged()
  for (const name of [...Object.keys(ROUTES), ...SCHEDULED])
    expect(log).toContain(`"event":"store.opened","route":"${name}","store":"live"`)
  expect(log).not.toMatch(/"event":"(service|request)\.failed"/)
})
