/**
 * Lists of claims for the staff.
 */
import type { AgentPorts } from '../agent-ports.ts'
import { CLAIMS_PREFIX, claimantPrefix, CONFIRMED_PREFIX } from '../claim-keys.ts'
import { currentAttempt, findAttemptByCode, readAttempt, type AttemptRecord } from './attempt.ts'
import { readClaim } from './claim.ts'
import { CLAIM_WINDOW_SECONDS } from './claim-token.ts'
import { type Decision, hasDecision } from '../decision.ts'
import { openEmail, parsePerson } from '../person.ts'
import { type RegistrationRevocation, isoFromSeconds, readRegistrationRevocation, nowSeconds } from '../registration.ts'

/** Most claims that a list reads. */
const MAX_OPENED = 100
/** Most claims read per address, separately for started and confirmed ones. */
const MAX_OPENED_PER_ADDRESS = 20

/** A claim with the attempt that was decided, or else the latest one. */
export interface ClaimView {
  registration: string
  attempt: string
  type: AttemptRecord['type']
  startedAt: string
  expiresAt: string
  email: string
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

/** A list of claims, oldest first. */
export interface ClaimList {
  claims: ClaimView[]
  /** Number of further claims, which were not read; counted by their keys. */
  more: number
}

/**
 * Waiting and confirmed claims of an address, oldest first.
 * @param email as entered
 */
export async function findClaimsByEmail(ports: AgentPorts, email: string): Promise<ClaimView[]> {
  const person = await parsePerson(ports, email).catch(() => undefined)
  if (!person) return []
  const [claimantKeys, confirmedKeys] = await Promise.all([
    Array.fromAsync(ports.store.list(claimantPrefix(person.mac))),
    Array.fromAsync(ports.store.list(CONFIRMED_PREFIX)),
  ])
  // Confirmed claims are listed separately, so that a flood of claims for the address cannot hide them.
  const ownConfirmedKeys = confirmedKeys.filter((key) => key.endsWith(`/${person.mac}`))
  const registrations = [
    ...claimantKeys.map(registrationAt(3)).slice(-MAX_OPENED_PER_ADDRESS),
    ...ownConfirmedKeys.map(registrationAt(2)).slice(-MAX_OPENED_PER_ADDRESS),
  ]
  return (await readClaimViews(ports, registrations)).filter(
    ({ state }) => state === 'waiting' || state === 'confirmed',
  )
}

/**
 * Claims that wait for a decision. Found by their keys; only the newest are read.
 * @param maxOpened most claims to read
 */
export async function listWaitingClaims(ports: AgentPorts, maxOpened = MAX_OPENED): Promise<ClaimList> {
  const since = isoFromSeconds(nowSeconds(ports) - CLAIM_WINDOW_SECONDS)
  const found: { registration: string; attempt: string }[] = []
  for await (const [registration, keys] of keysByClaim(ports)) {
    const current = hasDecision(registration, keys) ? undefined : currentAttempt(registration, keys)
    // Ids of attempts begin with their start time.
    if (current && !current.isExhausted && current.id >= since) found.push({ registration, attempt: current.id })
  }
  const newest = found.sort((one, other) => (one.attempt > other.attempt ? -1 : 1)).slice(0, maxOpened)
  const views = await readClaimViews(
    ports,
    newest.map(({ registration }) => registration),
  )
  return { claims: views.filter(({ state }) => state === 'waiting'), more: found.length - newest.length }
}

/** Confirmed claims that were not revoked. Found by their keys; only the newest are read. */
export async function listConfirmedClaims(ports: AgentPorts): Promise<ClaimList> {
  const keys = await Array.fromAsync(ports.store.list(CONFIRMED_PREFIX))
  const newest = keys.slice(-MAX_OPENED)
  const views = await readClaimViews(ports, newest.map(registrationAt(2)))
  return { claims: views.filter(({ state }) => state === 'confirmed'), more: keys.length - newest.length }
}

/** All claims, oldest first. Slow: reads every claim. */
export async function listAllClaims(ports: AgentPorts): Promise<ClaimView[]> {
  const registrations: string[] = []
  for await (const [registration] of keysByClaim(ports)) registrations.push(registration)
  return readClaimViews(ports, registrations)
}

/** Groups the keys by claim. Relies on the order of `list`. */
async function* keysByClaim({
  store,
}: Pick<AgentPorts, 'store'>): AsyncGenerator<[registration: string, keys: string[]]> {
  let [registration, keys]: [string, string[]] = ['', []]
  for await (const key of store.list(CLAIMS_PREFIX)) {
    const nextRegistration = registrationAt(1)(key)
    if (nextRegistration !== registration && keys.length > 0) yield [registration, keys]
    if (nextRegistration !== registration) [registration, keys] = [nextRegistration, []]
    keys.push(key)
  }
  if (keys.length > 0) yield [registration, keys]
}

/** Reads the registration from a key, at a position between slashes. */
const registrationAt = (part: number) => (key: string) => key.split('/')[part] ?? ''

async function readClaimViews(ports: AgentPorts, registrations: readonly string[]): Promise<ClaimView[]> {
  const views = await Promise.all([...new Set(registrations)].map((registration) => readClaimView(ports, registration)))
  return views.filter((view) => view !== undefined).sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
}

async function readClaimView(ports: AgentPorts, registration: string): Promise<ClaimView | undefined> {
  const { current, decision, isRevoked } = await readClaim(ports, registration)
  const attempt = decision?.attempt ?? current?.id
  const record = attempt === undefined ? undefined : await readAttempt(ports, registration, attempt)
  if (attempt === undefined || !record) return undefined
  const revocation = isRevoked ? await readRegistrationRevocation(ports, registration) : undefined
  const isOver = current?.isExhausted || Date.parse(record.expiresAt) <= ports.clock.now().getTime()
  return {
    registration,
    attempt,
    type: record.type,
    startedAt: record.startedAt,
    expiresAt: record.expiresAt,
    email: (await openEmail(ports, record)) ?? 'not readable: its sealing key was dropped',
    state: isRevoked ? 'revoked' : (decision?.outcome ?? (isOver ? 'over' : 'waiting')),
    ...(decision && { decision }),
    ...(revocation && { revocation }),
  }
}
