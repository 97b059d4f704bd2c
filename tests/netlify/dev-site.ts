/** The built site in Netlify's development server, with what only its network does: ETag, 304, the page for 404, the deploy. */
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
import { listen, removeFolder } from '../journeys/server.ts'
import { loadDev } from './tools.ts'

/** Requests to this address go to this machine. */
export const BASE = 'https://www.example.com'
/** The values are `edge-function`, `function`, `static`, `redirect` and `missing`. */
export const ANSWERED_BY_HEADER = 'x-answered-by'

export type NetlifySite = Awaited<ReturnType<typeof startNetlifySite>>

export async function startNetlifySite(env: Record<string, string> = {}) {
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
  const off = { enabled: false }
  const dev = new NetlifyDev({
    projectRoot: folder,
    serverAddress,
    skipGitignore: true,
    database: off,
    images: off,
    aiGateway: off,
    geolocation: off,
  })
  await dev.start()
  const blobs = JSON.parse(atob(process.env.NETLIFY_BLOBS_CONTEXT ?? '')) as Record<
    'siteID' | 'token' | 'edgeURL',
    string
  >
  const missing = readFileSync(join(folder, 'dist/404.html'))

  async function answer(request: Request): Promise<Response> {
    const condition = request.headers.get('if-none-match')
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
    return condition === etag
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
      NETLIFY_SITE_ID: blobs.siteID,
      NETLIFY_AUTH_TOKEN: blobs.token,
      NETLIFY_BLOBS_CONTEXT: '',
      NODE_OPTIONS: `--import=${resolve('tests/netlify/emulated-api.mjs')}`,
      BLOBS_EMULATOR: blobs.edgeURL,
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
