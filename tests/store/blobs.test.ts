/**
 * The contract over Netlify Blobs, against the emulator that Netlify ships with the client.
 *
 * The emulator is a folder of files behind a server: it looks whether a file is there and then writes it, so races are not its business
 * (`blobs-faults.test.ts` has them), and it answers a list in one page.
 */
import { getStore } from '@netlify/blobs'
import { BlobsServer } from '@netlify/blobs/server'
import { blobsStore } from '../../src/store/blobs.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { storeContract } from './contract.ts'

const TOKEN = 'a-token-for-tests'

async function openEmulatedBlobs() {
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

storeContract('blobs', openEmulatedBlobs, { encodes: '"', listsShorter: true, onePage: true })
