/**
 * Polling while many claims are open: it should stay flat.
 */
import { join } from 'node:path'
import { createAttempt } from '../../src/agents/claims/attempt.ts'
import { CLAIM_GRANT } from '../../src/agents/agent-schemas.ts'
import { grantToken } from '../../src/agents/grant.ts'
import { issueClaimToken } from '../../src/agents/claims/claim-token.ts'
import { createRegistration } from '../../src/agents/registration.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { openDesk } from '../test-desk.ts'
import type { Cell, Measured } from './measured.ts'
import { median, milliseconds, ratio } from './statistics.ts'

const COUNTS = [1_000, 10_000, 100_000, 1_000_000]
const POLLS = 2_000
const BATCH_SIZE = 5_000

/** Polls of random claims, as the store fills up. */
export async function polling(): Promise<Measured> {
  const folder = temporaryFolder()
  const store = openSqliteStore(join(folder, 'claims.db'))
  try {
    const { service } = await openDesk()
    const ports = { ...service, store, log: () => undefined }
    const tokens: string[] = []
    const rows: Cell[][] = []
    let open = 0
    let first = Number.NaN
    for (const count of COUNTS) {
      while (open < count) {
        const size = Math.min(BATCH_SIZE, count - open)
        // The facts of a claim, without the keyed hashes and seals that a million of them would wait for.
        await Promise.all(Array.from({ length: size }, (_, number) => fakeClaim(store, open + number)))
        open += size
      }
      const registration = createRegistration('service_auth')
      const { claim_token, expiresAt } = await issueClaimToken(ports, registration, { person: 'x' })
      await createAttempt(ports, { registration, person: { email: 'ana@example.com', mac: 'x' }, expiresAt })
      tokens.push(claim_token)
      const times: number[] = []
      for (let poll = 0; poll < POLLS; poll++) {
        const start = performance.now()
        await grantToken(
          ports,
          { grant_type: CLAIM_GRANT, claim_token: tokens[poll % tokens.length] ?? '' },
          { isTooSoon: () => false },
        ).catch(() => undefined)
        times.push(performance.now() - start)
      }
      const time = median(times)
      first = Number.isNaN(first) ? time : first
      rows.push([
        count.toLocaleString('en-US'),
        milliseconds(time),
        milliseconds(times.sort((a, b) => a - b)[Math.floor(POLLS * 0.99)] ?? 0),
        { measured: ratio(time, first), goal: 'flat' },
      ])
    }
    return {
      title: `Poll of a pending claim, median of ${POLLS}`,
      head: ['open claims', 'p50', 'p99', 'to the first'],
      rows,
    }
  } finally {
    await store.close()
    removeFolder(folder)
  }
}

async function fakeClaim(store: ReturnType<typeof openSqliteStore>, number: number): Promise<void> {
  const registration = `reg_${number.toString(36).padStart(22, '0')}`
  await Promise.all([
    store.create(`claims/${registration}/attempts/2026-11-21T15:04:05.000Z-${number}`, { padding: 'x'.repeat(300) }),
    store.create(`codes/${number.toString(36)}`, { registration }),
  ])
}
