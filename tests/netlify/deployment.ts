/** The functions with the files that they read, on Netlify's emulator of Blobs; `bundlers.check.ts` asks Netlify's bundler. */
import { fork } from 'node:child_process'
import { cpSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { getStore } from '@netlify/blobs'
import { BlobsServer } from '@netlify/blobs/server'
import { parse } from 'smol-toml'
import { BLOB_STORE } from '../../src/hosts/netlify.ts'
import { createKeys } from '../../src/keys/key-set.ts'
import { blobsStore } from '../../src/store/blobs.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

interface NetlifyToml {
  functions: { directory: string; node_bundler: 'none'; included_files: string[] }
}

export const functionSettings = () => (parse(readFileSync('netlify.toml', 'utf8')) as unknown as NetlifyToml).functions

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

export async function deploy() {
  const { directory, included_files: includedFiles } = functionSettings()
  const home = temporaryFolder()
  const folder = join(home, 'functions')
  const blobs = new BlobsServer({ directory: join(home, 'blobs'), token: 'token' })
  const { port } = await blobs.start()
  const edgeURL = `http://127.0.0.1:${port}`
  const site = { siteID: 'site', token: 'token', edgeURL, uncachedEdgeURL: edgeURL }
  const bundles = globSync(`${directory}/*.mjs`)
  const functions = bundles.map((file) => basename(file, '.mjs'))
  const copy = (name: string, file: string) => cpSync(file, join(folder, name, file))
  for (const file of bundles) for (const read of [file, ...globSync(includedFiles)]) copy(basename(file, '.mjs'), read)
  const keys = await createKeys(true)
  const context = { ...site, deployID: 'deploy', primaryRegion: 'us-east-2' }
  const blobsContext = (changed: Record<string, string>) => btoa(JSON.stringify({ ...context, ...changed }))

  return {
    folder,
    functions,
    keys,
    store: blobsStore(getStore({ name: BLOB_STORE, ...site, consistency: 'strong' })),
    blobsContext,
    /** The process runs in the function's folder. @param path or a whole address, where the function looks at the host */
    invoke(name: string, path: string, init: RequestInit = {}, env: Record<string, string> = {}): Promise<Answer> {
      const cwd = join(folder, name)
      return new Promise((done, reject) => {
        const own = { FRONT_DESK_KEYS: JSON.stringify(keys.keys), NETLIFY_BLOBS_CONTEXT: blobsContext({}) }
        const child = fork(resolve('tests/netlify/invoke.mjs'), {
          cwd,
          env: { PATH: process.env.PATH, LAMBDA_TASK_ROOT: cwd, ...own, ...env },
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
      removeFolder(home)
    },
  }
}
