/**
 * The contract over Netlify Blobs, against the emulator that Netlify ships with the client.
 *
 * The emulator is a folder of files: it looks whether a file is there and then writes it, so races are not its business
 * (`blobs-faults.test.ts` has them), and it answers a list in one page.
 */
import { storeContract } from './contract.ts'
import { openEmulatedBlobs } from './emulated-blobs.ts'

storeContract('blobs', openEmulatedBlobs, { encodes: '"', listsShorter: true, onePage: true })
