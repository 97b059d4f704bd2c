/** A store in the emulator of Netlify Blobs that Netlify ships with the client: a folder of files behind a server. */
import { getStore } from '@netlify/blobs'
import { BlobsServer } from '@netlify/blobs/server'
import { blobsStore } from '../../src/store/blobs.ts'
import type { ReplacingStore } from '../../src/ports.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

const TOKEN = 'a-token-for-tests'

/** Opens an empty one. */
export async function openEmulatedBlobs(): Promise<{ store: ReplacingStore; close(): Promise<void> }> {
  const directory = temporaryFolder()
  const server = new BlobsServer({ directory, token: TOKEN, port: 0 })
  const { port } = await server.start()
  const edge = `http://localhost:${port}`
  const blobs = getStore({
    name: 'facts',
    siteID: 'site',
    token: TOKEN,
    edgeURL: edge,
    uncachedEdgeURL: edge,
    consistency: 'strong',
  })
  return {
    store: blobsStore(blobs),
    async close() {
      await server.stop()
      removeFolder(directory)
    },
  }
}
