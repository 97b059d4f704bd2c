import { DAY_MS } from '../../duration.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { mapInBatches } from '../../store/batches.ts'
import { prefixOf, UNREADABLE, UnreadableRecord, listKeys } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import { findAttemptByCode, readAttempt, type AttemptRecord } from './attempt.ts'
import { readClaim } from './claim.ts'
import { CLAIM_WINDOW_SECONDS } from './claim-token.ts'
import { openParties, parsePerson } from '../person.ts'
import {
  type Decision,
  isoFromSeconds,
  nowSeconds,
  readRegistrationRevocation,
  type RegistrationRevocation,
} from '../registration.ts'

export const KEPT_DAYS = {
  decided: RECORDS.decision.removedAfterMs / DAY_MS,
  undecided: RECORDS.started.removedAfterMs / DAY_MS,
} as const
const MAX_OPENED = 100
/** Started and confirmed claims are counted separately. */
const MAX_OPENED_PER_ADDRESS = 20

/** Time, registration and keyed hash of the address follow. */
const STARTED_PREFIX = prefixOf(RECORDS.started)
const CONFIRMED_PREFIX = prefixOf(RECORDS.confirmed)
const registrationIn = (key: string) => key.split('/')[2] ?? ''

/** Describes the attempt that was decided, or else the latest one. */
export interface ClaimView extends Pick<AttemptRecord, 'type' | 'startedAt' | 'expiresAt'> {
  registration: string
  attempt: string
  email: string
  clientName: string | undefined
  state: 'waiting' | 'confirmed' | 'denied' | 'over' | 'revoked'
  decision: Decision | undefined
  revocation: RegistrationRevocation | undefined
}

/** @param text the code of an attempt, or the id of a registration */
export async function findClaim(ports: AgentPorts, text: string): Promise<ClaimView | undefined> {
  if (text.startsWith('reg_')) return readClaimView(ports, text)
  const found = await findAttemptByCode(ports, text)
  if (!found) return undefined
  const view = await readClaimView(ports, found.registration)
  // The code of a replaced attempt must not confirm the later attempt.
  return view && view.attempt !== found.attempt && !view.decision
    ? { ...view, attempt: found.attempt, state: 'over' }
    : view
}

export interface ClaimList {
  /** Oldest first. */
  claims: ClaimView[]
  /** The number of older claims, which were not read. */
  more: number
}

/** Finds waiting and confirmed claims, oldest first. */
export async function findClaimsByEmail(ports: AgentPorts, email: string): Promise<ClaimView[]> {
  const person = await parsePerson(ports, email).catch(() => undefined)
  if (!person) return []
  const { started, confirmed } = await indexKeysOf(ports, person.mac)
  // The limit applies to each list, so that a flood of started claims cannot hide the confirmed ones.
  const keys = [started, confirmed].flatMap((all) => all.slice(-MAX_OPENED_PER_ADDRESS))
  return (await readClaimViews(ports, keys.map(registrationIn))).filter(
    ({ state }) => state === 'waiting' || state === 'confirmed',
  )
}

/** @param person keyed hash of the e-mail address */
export async function indexKeysOf({ store }: AgentPorts, person: string) {
  const [started, confirmed] = await Promise.all(
    [STARTED_PREFIX, CONFIRMED_PREFIX].map(async (prefix) =>
      (await listKeys(store, prefix)).filter((key) => key.endsWith(`/${person}`)),
    ),
  )
  return { started: started ?? [], confirmed: confirmed ?? [] }
}

export function listWaitingClaims(ports: AgentPorts, maxOpened?: number): Promise<ClaimList> {
  const since = isoFromSeconds(nowSeconds(ports) - CLAIM_WINDOW_SECONDS)
  return readNewest(ports, { prefix: STARTED_PREFIX, since, state: 'waiting' }, maxOpened)
}

export const listConfirmedClaims = (ports: AgentPorts): Promise<ClaimList> =>
  readNewest(ports, { prefix: CONFIRMED_PREFIX, since: '', state: 'confirmed' })

async function readNewest(
  ports: AgentPorts,
  { prefix, since, state }: { prefix: string; since: string; state: ClaimView['state'] },
  maxOpened = MAX_OPENED,
): Promise<ClaimList> {
  const keys = (await listKeys(ports.store, prefix)).filter((key) => key >= prefix + since)
  const opened = keys.slice(-maxOpened)
  const views = await readClaimViews(ports, opened.map(registrationIn), state)
  return { claims: views.filter((view) => view.state === state), more: keys.length - opened.length }
}

/** @param unreadable the state to show for a damaged claim */
async function readClaimViews(
  ports: AgentPorts,
  registrations: readonly string[],
  unreadable: ClaimView['state'] = 'over',
): Promise<ClaimView[]> {
  const views = await mapInBatches([...new Set(registrations)], (registration) =>
    readClaimView(ports, registration).catch((error: unknown): ClaimView => {
      if (!(error instanceof UnreadableRecord)) throw error
      const unknown = { attempt: '', startedAt: '', expiresAt: '', clientName: undefined }
      const none = { decision: undefined, revocation: undefined }
      return { registration, type: 'anonymous', email: UNREADABLE, state: unreadable, ...unknown, ...none }
    }),
  )
  return views.filter((view) => view !== undefined).sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
}

async function readClaimView(ports: AgentPorts, registration: string): Promise<ClaimView | undefined> {
  const { current, decision, isRevoked } = await readClaim(ports, registration)
  const attempt = decision?.attempt ?? current?.id
  if (attempt === undefined) return undefined
  const [record, revocation] = await Promise.all([
    decision ?? readAttempt(ports, registration, attempt),
    isRevoked ? readRegistrationRevocation(ports, registration) : undefined,
  ])
  if (!record) return undefined
  const parties = await openParties(ports, record)
  const isOver = current?.isExhausted || Date.parse(record.expiresAt) <= ports.clock.now().getTime()
  return {
    registration,
    attempt,
    type: record.type,
    startedAt: record.startedAt,
    expiresAt: record.expiresAt,
    email: parties?.email ?? 'not readable: its sealing key was dropped',
    clientName: parties?.clientName,
    state: isRevoked ? 'revoked' : (decision?.outcome ?? (isOver ? 'over' : 'waiting')),
    decision,
    revocation,
  }
}
