/** The contract over Netlify Blobs, for a service in memory that is atomic. Netlify's emulator, which is not, is in the tests of the commands. */
import { blobsStore } from '../../src/store/blobs.ts'
import { storeContract } from './contract.ts'
import { faultyBlobs } from './faulty-blobs.ts'

async function open() {
  const service = faultyBlobs()
  const [store, other] = [blobsStore(service.open('strong')), blobsStore(service.open('strong'))]
  return { store, other, close: () => Promise.resolve() }
}

storeContract('blobs', open, '"')
