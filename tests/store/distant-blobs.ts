/** A distant Netlify Blobs service in memory: each call is one round trip, and nothing waits, so that the figures are exact. */
import { blobsStore } from '../../src/store/blobs.ts'
import type { Store } from '../../src/ports.ts'
import { countRounds, type Rounds } from '../rounds.ts'
import { type Behaviour, faultyBlobs, well } from './faulty-blobs.ts'

export interface DistantStore extends Store {
  rounds: Rounds['count']
  /** Does something to the same records without round trips, to prepare a test. */
  near<T>(act: (store: Store) => Promise<T>): Promise<T>
}

export function distantStore(): DistantStore {
  const service = faultyBlobs()
  const store = blobsStore(service.open('strong'))
  const rounds = countRounds()
  const far: Behaviour = async (answer) => {
    await rounds.trip()
    return answer()
  }
  const behave = (how: Behaviour) => Object.assign(service.on, { put: how, get: how, list: how, delete: how })
  behave(far)
  return {
    ...store,
    rounds: rounds.count,
    async near(act) {
      behave(well)
      return act(store).finally(() => behave(far))
    },
  }
}
