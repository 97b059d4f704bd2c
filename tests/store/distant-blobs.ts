/** A distant Netlify Blobs service in memory. Nothing waits, so the count of round trips one after the other is exact. */
import { blobsStore } from '../../src/store/blobs.ts'
import type { Store } from '../../src/ports.ts'
import { type Behaviour, faultyBlobs, well } from './faulty-blobs.ts'

export function distantStore() {
  const service = faultyBlobs()
  const store = blobsStore(service.open('strong'))
  let rounds = 0
  let round: Promise<void> | undefined
  const nextRound = async () => {
    rounds += 1
    await rest()
    round = undefined
  }
  /** A call is answered when everything that does not wait for it has come to rest. */
  const far: Behaviour = async (answer) => {
    await (round ??= nextRound())
    return answer()
  }
  const behave = (how: Behaviour) => Object.assign(service.on, { put: how, get: how, list: how, delete: how })
  behave(far)
  return {
    ...store,
    rounds: () => rounds,
    /** Does something to the same records without round trips, to prepare a test. */
    async near<T>(act: (store: Store) => Promise<T>): Promise<T> {
      behave(well)
      return act(store).finally(() => behave(far))
    },
  }
}

/** More turns of the event loop than any chain of streams takes. */
const TURNS_OF_REST = 20
/** Web Crypto works beside the event loop, so turns say nothing of its calls. */
let ciphering = 0

/** Waits until nothing goes on but what waits for the store. No time is measured, so a busy machine changes nothing. */
async function rest(): Promise<void> {
  for (let turns = 0; turns < TURNS_OF_REST; turns = ciphering > 0 ? 0 : turns + 1)
    await new Promise((turned) => setImmediate(turned))
}

const methods = SubtleCrypto.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
for (const name of Object.getOwnPropertyNames(methods).filter((one) => one !== 'constructor')) {
  const original = methods[name]
  if (typeof original !== 'function') continue
  methods[name] = async function (...given) {
    ciphering += 1
    try {
      return await original.apply(this, given)
    } finally {
      ciphering -= 1
    }
  }
}
