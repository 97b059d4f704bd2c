/**
 * A flood of claims, all at once from many connections; and the removal of claims that another flood left. How long does another
 * request wait?
 */
import { STARTED_PREFIX } from '../../src/agents/claim-keys.ts'
import { DAY_MS } from '../../src/duration.ts'
import { PATHS } from '../../src/site.ts'
import { storeClaims } from '../bench/flooded-store.ts'
import { jsonRequest } from '../test-desk.ts'
import { flood } from './flooded-server.ts'
import { countKeys } from './stored.ts'
import { inFigures, type NotRun, type Row, type Scale, settled, sized, type Torture } from './torture.ts'
import { withServer } from './tortured-server.ts'
import { WAIT_GOAL_MS, watched } from './waits.ts'

export const claimFlood: Torture = { name: 'claim-flood', run: startMany }
export const removal: Torture = { name: 'removal', run: removeMany }

const CONNECTIONS = 16
/** Older than a claim that no one decided is kept. */
const OLD_MS = 5 * DAY_MS

function startMany(scale: Scale): Promise<Row> {
  const claims = sized(scale, 10_000, 500)
  return withServer(async (server) => {
    const faults: string[] = []
    let [begun, failed, started] = [0, 0, 0]
    const start = async () => {
      while (begun < claims) {
        const login_hint = `person${++begun}@example.com`
        const response = await fetch(server.base + PATHS.identity, jsonRequest({ type: 'service_auth', login_hint }))
        await response.arrayBuffer()
        if (response.status === 200) started += 1
        else if (response.status >= 500) failed += 1
        else faults.push(`A claim was answered with ${response.status}.`)
      }
    }
    const [, waits] = await watched(server, () => Promise.all(Array.from({ length: CONNECTIONS }, start)))
    return {
      done: `${inFigures(started)} claims, started over ${CONNECTIONS} connections without a pause`,
      lost: started - countKeys(server.dataDir, `${STARTED_PREFIX}*`),
      twice: 0,
      torn: started - countKeys(server.dataDir, 'claims/*/attempts/*'),
      failed,
      faults,
      waits,
      waitGoal: WAIT_GOAL_MS,
    }
  })
}

async function removeMany(scale: Scale): Promise<Row | NotRun> {
  if (scale.isShort) return { notRun: 'the removal begins after a minute, longer than the short form may take' }
  const claims = 5000
  return withServer(async (server) => {
    await flood(server, (service) => storeClaims(service, claims), OLD_MS)
    const left = () => countKeys(server.dataDir, `${STARTED_PREFIX}*`)
    const [, waits] = await watched(server, () => settled(() => left() === 0))
    return {
      done: `the removal of each minute, until ${inFigures(claims)} claims were gone`,
      lost: 0,
      twice: 0,
      torn: countKeys(server.dataDir, 'claims/*') + countKeys(server.dataDir, 'codes/*'),
      failed: 0,
      faults: [],
      waits,
      waitGoal: WAIT_GOAL_MS,
    }
  })
}
