/**
 * The contract over Netlify Blobs: a service in memory that is atomic, and the emulator that Netlify ships with the client.
 *
 * The emulator is a folder of files behind a server. It is not atomic: it looks at a file and then writes it, so here it gets one request
 * at a time. Its ETags are times of files, so each request waits until a file gets a later one. It gives ETags in lists only, and a list in one page.
 */
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import { getStore } from '@netlify/blobs'
import { BlobsServer } from '@netlify/blobs/server'
import { blobsStore } from '../../src/store/blobs.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { storeContract } from './contract.ts'
import { faultyBlobs } from './faulty-blobs.ts'

const TOKEN = 'a-token-for-tests'

/** The clock of files may stand still for some milliseconds. */
async function nextFileTime(folder: string) {
  const probe = join(folder, 'probe')
  const timeNow = () => {
    writeFileSync(probe, '')
    return statSync(probe).mtimeMs
  }
  for (const now = timeNow(); timeNow() === now;) await nextRound()
}

async function openEmulatedBlobs() {
  const directory = temporaryFolder()
  const server = new BlobsServer({ directory, token: TOKEN, port: 0 })
  const { port } = await server.start()
  const edge = `http://localhost:${port}`
  let latest: Promise<unknown> = Promise.resolve()
  const oneAtATime: typeof fetch = (...request) => {
    const response = latest.then(() => nextFileTime(directory)).then(() => fetch(...request))
    latest = response.catch(() => undefined)
    return response
  }
  const site = { siteID: 'site', token: TOKEN, edgeURL: edge, uncachedEdgeURL: edge }
  const open = () => blobsStore(getStore({ ...site, name: 'records', consistency: 'strong', fetch: oneAtATime }))
  return {
    store: open(),
    other: open(),
    async close() {
      await server.stop()
      removeFolder(directory)
    },
  }
}

async function openAtomicBlobs() {
  const service = faultyBlobs()
  const [store, other] = [blobsStore(service.open('strong')), blobsStore(service.open('strong'))]
  return { store, other, close: () => Promise.resolve() }
}

storeContract('blobs', openAtomicBlobs, { encodes: '"' })
storeContract('emulated blobs', openEmulatedBlobs, { encodes: '"', listsShorter: true, isSmall: true })
