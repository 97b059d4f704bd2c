/**
 * The functions as Netlify deploys them: bundled by its own bundler, and run against its own emulator of Blobs.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getStore } from '@netlify/blobs'
import { BlobsServer } from '@netlify/blobs/server'
import { type FunctionResult, zipFunctions } from '@netlify/zip-it-and-ship-it'
import { parse } from 'smol-toml'
import { BLOB_STORE } from '../../src/hosts/netlify.ts'
import { createKeys } from '../../src/keys/key-set.ts'
import { blobsStore } from '../../src/store/blobs.ts'
import type { Store } from '../../src/ports.ts'

interface NetlifyToml {
  build: { publish: string }
  functions: { directory: string; node_bundler: 'none'; included_files: string[] }
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Deployment {
  /** Folder that holds a folder per function. */
  folder: string
  functions: FunctionResult[]
  includedFiles: string[]
  keys: Awaited<ReturnType<typeof createKeys>>
  /** The store the functions of the live site write to. */
  store: Store
  /**
   * Runs a function in a process of its own, as Netlify does: in its folder, with the variables of the site.
   * @param path or a whole address, where the function looks at the host
   */
  invoke(name: string, path: string, init?: RequestInit, env?: Record<string, string>): Promise<Answer>
  /** What `NETLIFY_BLOBS_CONTEXT` holds, with parts of it changed. */
  blobsContext(changed: Record<string, string>): string
  remove(): Promise<void>
}

/** Bundles what the build left, and starts the emulator. */
export async function deploy(): Promise<Deployment> {
  const toml = parse(readFileSync('netlify.toml', 'utf8')) as unknown as NetlifyToml
  const includedFiles = toml.functions.included_files
  const home = mkdtempSync(join(tmpdir(), 'front-desk-'))
  const folder = join(home, 'functions')
  const blobs = new BlobsServer({ directory: join(home, 'blobs'), token: 'token' })
  const { port } = await blobs.start()
  const edgeURL = `http://127.0.0.1:${port}`
  const site = { siteID: 'site', token: 'token', edgeURL, uncachedEdgeURL: edgeURL }
  const config = {
    '*': { includedFiles, includedFilesBasePath: resolve('.'), nodeBundler: toml.functions.node_bundler },
  }
  const functions = await zipFunctions([resolve(toml.functions.directory)], folder, {
    archiveFormat: 'none',
    basePath: resolve('.'),
    config,
  })
  const keys = await createKeys(true)
  const blobsContext = (changed: Record<string, string>) =>
    Buffer.from(JSON.stringify({ ...site, deployID: 'deploy', primaryRegion: 'us-east-2', ...changed })).toString(
      'base64',
    )

  return {
    folder,
    functions,
    includedFiles,
    keys,
    store: blobsStore(getStore({ name: BLOB_STORE, ...site, consistency: 'strong' })),
    blobsContext,
    invoke(name, path, init = {}, env = {}) {
      const cwd = join(folder, name)
      return new Promise((done, reject) => {
        const child = fork(resolve('tests/netlify/invoke.mjs'), {
          cwd,
          env: {
            PATH: process.env.PATH,
            LAMBDA_TASK_ROOT: cwd,
            FRONT_DESK_KEYS: JSON.stringify(keys.keys),
            NETLIFY_BLOBS_CONTEXT: blobsContext({}),
            ...env,
          },
          execArgv: [],
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        })
        child.once('message', (answer) => done(answer as Answer))
        child.once('exit', (code) => reject(new Error(`the function ended with ${code}`)))
        child.send({ path, init })
      })
    },
    async remove() {
      await blobs.stop()
      rmSync(home, { recursive: true })
    },
  }
}
