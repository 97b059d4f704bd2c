/**
 * The functions as Netlify deploys them: bundled by its own bundler, and run against its own emulator of Blobs.
 */
import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { BlobsServer } from '@netlify/blobs/server'
import { getStore } from '@netlify/blobs'
import { type FunctionResult, zipFunctions } from '@netlify/zip-it-and-ship-it'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INQUIRIES } from '../../src/practice/inquiry.ts'
import { openingInbox } from '../../src/server/inbox.ts'
import { readInquiries } from '../../src/server/inquiry-reader.ts'
import { createKeys } from '../../src/server/keys.ts'
import { ROUTES, type Route } from '../../src/server/routes.ts'
import { blobsStore } from '../../src/store/blobs.ts'
import { GOOD } from '../world.ts'

interface NetlifyToml {
  build: { publish: string }
  functions: { directory: string; included_files: string[] }
}

const toml = parse(readFileSync('netlify.toml', 'utf8')) as unknown as NetlifyToml
const { keys, inboxPrivateKey } = await createKeys(true)
const folder = mkdtempSync(join(tmpdir(), 'front-desk-'))
const blobs = new BlobsServer({ directory: join(folder, 'blobs'), token: 'token' })
let functions: FunctionResult[]
let edgeURL: string

beforeAll(async () => {
  const { port } = await blobs.start()
  edgeURL = `http://127.0.0.1:${port}`
  const config = { '*': { includedFiles: toml.functions.included_files, includedFilesBasePath: resolve('.') } }
  functions = (await zipFunctions([resolve(toml.functions.directory)], join(folder, 'functions'), { archiveFormat: 'none', basePath: resolve('.'), config })) as FunctionResult[]
})
afterAll(async () => {
  await blobs.stop()
  rmSync(folder, { recursive: true })
})

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Runs a deployed function in a process of its own, as Netlify does: in its folder, with the variables of the site. */
function invoke(name: string, path: string, init: RequestInit = {}, env: Record<string, string> = {}): Promise<Answer> {
  const context = Buffer.from(JSON.stringify({ siteID: 'site', token: 'token', edgeURL, uncachedEdgeURL: edgeURL, deployID: 'deploy', primaryRegion: 'us-east-2' })).toString('base64')
  const directory = join(folder, 'functions', name)
  return new Promise((done, failed) => {
    const child = fork(resolve('tests/netlify/invoke.ts'), {
      cwd: directory,
      env: { PATH: process.env.PATH, LAMBDA_TASK_ROOT: directory, FRONT_DESK_KEYS: JSON.stringify(keys), NETLIFY_BLOBS_CONTEXT: context, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('message', (answer) => done(answer as Answer))
    child.once('exit', (code) => failed(new Error(`the function ended with ${code}`)))
    child.send({ path, init })
  })
}

describe('Netlify', () => {
  it('finds each function with its addresses, methods and limits', () => {
    expect(functions.map(({ name }) => name).sort()).toEqual(Object.keys(ROUTES).sort())
    for (const { name, routes, excludedRoutes } of functions) {
      const route: Route = ROUTES[name as keyof typeof ROUTES]
      expect(routes?.map(({ pattern }) => pattern), name).toEqual(route.path)
      expect(routes?.every(({ methods }) => (methods ?? []).join() === (route.method ?? []).join()), name).toBe(true)
      expect(routes?.every((found) => Boolean(found.prefer_static) === Boolean(route.preferStatic)), name).toBe(true)
      expect(excludedRoutes?.map(({ pattern }) => pattern), name).toEqual(route.excludedPath ?? [])
    }
    const limited = functions.filter(({ trafficRules }) => trafficRules?.action.type === 'rate_limit')
    expect(limited.map(({ name }) => name).sort()).toEqual(['contact', 'inquiries'])
  })

  it('ships each function as one file of its own beside what it reads', () => {
    for (const { name } of functions) {
      for (const file of toml.functions.included_files) expect(existsSync(join(folder, 'functions', name, file)), `${name}: ${file}`).toBe(true)
      expect(existsSync(join(folder, 'functions', name, 'node_modules')), name).toBe(false)
      expect(existsSync(join(folder, 'functions', name, 'dist/about')), `${name} ships the whole site`).toBe(false)
    }
  })

  it('takes an inquiry into Netlify Blobs, sealed, and the staff can open it', async () => {
    const answer = await invoke('inquiries', '/api/v1/inquiries', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      body: JSON.stringify(GOOD),
    })
    expect(answer.status).toBe(202)
    const store = blobsStore(getStore({ name: 'front-desk', siteID: 'site', token: 'token', edgeURL, uncachedEdgeURL: edgeURL, consistency: 'strong' }))
    const { inquiries } = await readInquiries(store, await openingInbox(inboxPrivateKey))
    expect(inquiries).toMatchObject([{ reference: JSON.parse(answer.body).reference, request: GOOD }])
    for await (const key of store.list(INQUIRIES)) expect(JSON.stringify(await store.read(key))).not.toContain(GOOD.name)
  })

  it('draws the form and the thanks page from the pages of the build', async () => {
    const form = await invoke('contact', '/contact/')
    expect(form.status).toBe(200)
    expect(form.body).toContain('name="ticket"')
    expect(form.body).toContain('<footer')
    const thanks = await invoke('thanks', '/thanks/K7QM-2F9D/')
    expect(thanks.body).toContain('K7QM-2F9D')
  })

  it('answers what does not exist as JSON, and other methods with 405', async () => {
    expect(await invoke('not-found', '/api/v1/nothing')).toMatchObject({ status: 404, headers: { 'content-type': 'application/problem+json' } })
    expect(await invoke('document-methods', '/api/v1/firm', { method: 'POST' })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
  })

  it('says 503 when the store cannot be reached: nothing is accepted that is not stored', async () => {
    const nowhere = Buffer.from(JSON.stringify({ siteID: 'site', token: 'wrong', edgeURL, uncachedEdgeURL: edgeURL })).toString('base64')
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(GOOD) }
    expect(await invoke('inquiries', '/api/v1/inquiries', init, { NETLIFY_BLOBS_CONTEXT: nowhere })).toMatchObject({ status: 503 })
  })

  it('is told which variable is missing, in the log, and answers 503', async () => {
    expect(await invoke('inquiries', '/api/v1/inquiries', {}, { FRONT_DESK_KEYS: '' })).toMatchObject({ status: 503, headers: { 'retry-after': '300' } })
  })

  it('keeps the inquiries of a preview away from those of the firm (H71)', async () => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...GOOD, name: 'Preview' }) }
    expect(await invoke('inquiries', '/api/v1/inquiries', init, { TEST_DEPLOY_CONTEXT: 'deploy-preview' })).toMatchObject({ status: 202 })
    const store = blobsStore(getStore({ name: 'front-desk', siteID: 'site', token: 'token', edgeURL, uncachedEdgeURL: edgeURL, consistency: 'strong' }))
    const { inquiries } = await readInquiries(store, await openingInbox(inboxPrivateKey))
    expect(inquiries.map(({ request }) => request.name)).not.toContain('Preview')
  })
})
