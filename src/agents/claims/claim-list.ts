/**
 * Lists of claims for the staff.
 */
import type { AgentPorts } from '../agent-ports.ts'
import {
  claimantPrefix,
  CONFIRMED_PREFIX,
  keysByClaim,
  registrationAt,
  STARTED_PREFIX,
  startedKey,
} from '../claim-keys.ts'
import { mapInBatches } from '../../store/batches.ts'
import { takeFirst } from '../../store/key-lists.ts'
import { completeStartedIndex } from './started-index.ts'
import { findAttemptByCode, readAttempt, type AttemptRecord } from './attempt.ts'
import { readClaim } from './claim.ts'
import { CLAIM_WINDOW_SECONDS } from './claim-token.ts'
import type { Decision } from '../decision.ts'
import { openParties, parsePerson } from '../person.ts'
import { type RegistrationRevocation, isoFromSeconds, readRegistrationRevocation, nowSeconds } from '../registration.ts'

/** Most claims that a page reads. */
const MAX_OPENED = 100
/** Most keys of further claims that a page counts. */
export const MAX_COUNTED = 1000
/** Most claims read per address, separately for started and confirmed ones. */
const MAX_OPENED_PER_ADDRESS = 20

const NEWEST = { descending: true } as const

/** A claim with the attempt that was decided, or else the latest one. */
export interface ClaimView {
  registration: string
  attempt: string
  type: AttemptRecord['type']
  startedAt: string
  expiresAt: string
  email: string
  /** What the agent calls itself. */
  clientName: string | undefined
  state: 'waiting' | 'confirmed' | 'denied' | 'over' | 'revoked'
  decision?: Decision
  revocation?: RegistrationRevocation
}

/**
 * Finds a claim.
 * @param text the code of an attempt, or the id of a registration
 */
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

/** One page of claims, oldest first. */
export interface ClaimList {
  claims: ClaimView[]
  /** Number of further, older claims, which were not read: counted by their keys, and up to `MAX_COUNTED` only. */
  more: number
  /** For `before`: continues with the older ones; undefined when there are none. */
  next: string | undefined
}

/** Which page of a list. */
interface PageOptions {
  /** Most claims to read. */
  maxOpened?: number
  /** `next` of the page before. */
  before?: string | undefined
}

/**
 * Waiting and confirmed claims of an address, oldest first.
 * @param email as entered
 */
export async function findClaimsByEmail(ports: AgentPorts, email: string): Promise<ClaimView[]> {
  const person = await parsePerson(ports, email).catch(() => undefined)
  if (!person) return []
  // Confirmed claims are listed separately, so that a flood of claims for the address cannot hide them.
  const [claimantKeys, confirmedKeys] = await Promise.all([
    takeFirst(ports.store.list(claimantPrefix(person.mac), NEWEST), MAX_OPENED_PER_ADDRESS),
    takeFirst(keysOfPerson(ports.store.list(CONFIRMED_PREFIX, NEWEST), person.mac), MAX_OPENED_PER_ADDRESS),
  ])
  const registrations = [...claimantKeys.map(registrationAt(3)), ...confirmedKeys.map(registrationAt(2))]
  return (await readClaimViews(ports, registrations)).filter(
    ({ state }) => state === 'waiting' || state === 'confirmed',
  )
}

/**
 * @param confirmedKeys of the index of confirmed claims
 * @param person keyed hash of their address
 */
export async function* keysOfPerson(confirmedKeys: AsyncIterable<string>, person: string): AsyncGenerator<string> {
  for await (const key of confirmedKeys) if (key.endsWith(`/${person}`)) yield key
}

/** A page of the claims that wait for a decision. Found by their keys, newest first; only those of the page are read. */
export async function listWaitingClaims(ports: AgentPorts, options: PageOptions = {}): Promise<ClaimList> {
  const since = startedKey(isoFromSeconds(nowSeconds(ports) - CLAIM_WINDOW_SECONDS), '')
  const read = () => readPage(ports, { prefix: STARTED_PREFIX, since, state: 'waiting' }, options)
  const [page, wasComplete] = await Promise.all([read(), completeStartedIndex(ports)])
  return wasComplete ? page : read()
}

/** A page of the confirmed claims that were not revoked. Found by their keys, newest first; only those of the page are read. */
export async function listConfirmedClaims(ports: AgentPorts, options: PageOptions = {}): Promise<ClaimList> {
  return readPage(ports, { prefix: CONFIRMED_PREFIX, since: CONFIRMED_PREFIX, state: 'confirmed' }, options)
}

/** An index of claims: keys of a prefix, a time and a registration; those from `since` on; and the state that is looked for. */
interface ClaimIndex {
  prefix: string
  since: string
  state: ClaimView['state']
}

async function readPage(
  ports: AgentPorts,
  { prefix, since, state }: ClaimIndex,
  { maxOpened = MAX_OPENED, before }: PageOptions,
): Promise<ClaimList> {
  const list = ports.store.list(prefix, { ...NEWEST, before: before === undefined ? undefined : prefix + before })
  const keys = (await takeFirst(list, maxOpened + MAX_COUNTED)).filter((key) => key >= since)
  const opened = keys.slice(0, maxOpened)
  const views = await readClaimViews(ports, opened.map(registrationAt(2)))
  const more = keys.length - opened.length
  return {
    claims: views.filter((view) => view.state === state),
    more,
    next: more > 0 ? opened.at(-1)?.slice(prefix.length) : undefined,
  }
}

/** All claims, oldest first. Slow: reads every claim. */
export async function listAllClaims(ports: AgentPorts): Promise<ClaimView[]> {
  const registrations: string[] = []
  for await (const [registration] of keysByClaim(ports.store)) registrations.push(registration)
  return readClaimViews(ports, registrations)
}

async function readClaimViews(ports: AgentPorts, registrations: readonly string[]): Promise<ClaimView[]> {
  const views = await mapInBatches([...new Set(registrations)], (registration) => readClaimView(ports, registration))
  return views.filter((view) => view !== undefined).sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
}

async function readClaimView(ports: AgentPorts, registration: string): Promise<ClaimView | undefined> {
  const { current, decision, isRevoked } = await readClaim(ports, registration)
  const attempt = decision?.attempt ?? current?.id
  const record = attempt === undefined ? undefined : await readAttempt(ports, registration, attempt)
  if (attempt === undefined || !record) return undefined
  const revocation = isRevoked ? await readRegistrationRevocation(ports, registration) : undefined
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
    ...(decision && { decision }),
    ...(revocation && { revocation }),
  }
}
