/**
 * Claims as the staff see them.
 */
import type { AgentWorld } from '../agent-ports.ts'
import { CLAIMS, claimantsOf, CONFIRMED } from '../claim-keys.ts'
import { currentAttempt, findByCode, readAttempt, type AttemptRecord } from './attempt.ts'
import { readClaim } from './claim.ts'
import { WINDOW_SECONDS } from './claim-token.ts'
import { type Decision, isDecided } from '../decision.ts'
import { openEmail, personOf } from '../person.ts'
import { type Ending, isoTime, readEnding, secondsNow } from '../registration.ts'

/** Claims that a list opens. */
const MOST_OPENED = 100
/** Claims of one address that are opened, of those asked for and of those confirmed. */
const MOST_OF_ONE = 20

/** One claim: its latest attempt, and what became of it. */
export interface ClaimView {
  registration: string
  attempt: string
  type: AttemptRecord['type']
  startedAt: string
  expiresAt: string
  email: string
  state: 'waiting' | 'confirmed' | 'denied' | 'over' | 'revoked'
  decision?: Decision
  /** When it was revoked, and by whom. */
  ending?: Ending
}

/**
 * Finds a claim by what somebody quotes.
 * @param text the code of an attempt, or the id of a registration
 */
export async function findClaim(world: AgentWorld, text: string): Promise<ClaimView | undefined> {
  if (text.startsWith('reg_')) return viewClaim(world, text)
  const found = await findByCode(world, text)
  if (!found) return undefined
  const view = await viewClaim(world, found.registration)
  // A code that a later one has replaced must not confirm what the later one asks.
  return view && view.attempt !== found.attempt && !view.decision
    ? { ...view, attempt: found.attempt, state: 'over' }
    : view
}

/** A list of claims, oldest first. */
export interface ClaimList {
  claims: ClaimView[]
  /** How many more there may be, by their keys; they were not opened. */
  more: number
}

/**
 * Claims that name an address and that wait or were confirmed, oldest first.
 * @param email as somebody gives it
 */
export async function claimsNaming(world: AgentWorld, email: string): Promise<ClaimView[]> {
  const person = await personOf(world, email).catch(() => undefined)
  if (!person) return []
  const [asked, confirmed] = await Promise.all([
    Array.fromAsync(world.store.list(claimantsOf(person.mac))),
    Array.fromAsync(world.store.list(CONFIRMED)),
  ])
  // Whoever floods us with claims for an address must not hide the one that was confirmed.
  const theirs = confirmed.filter((key) => key.endsWith(`/${person.mac}`))
  const registrations = [
    ...asked.map(registrationAt(3)).slice(-MOST_OF_ONE),
    ...theirs.map(registrationAt(2)).slice(-MOST_OF_ONE),
  ]
  return (await viewAll(world, registrations)).filter(({ state }) => state === 'waiting' || state === 'confirmed')
}

/**
 * Claims that wait, told by their keys; only the newest are opened.
 * @param most so many are opened
 */
export async function waitingClaims(world: AgentWorld, most = MOST_OPENED): Promise<ClaimList> {
  const since = isoTime(secondsNow(world) - WINDOW_SECONDS)
  const found: { registration: string; attempt: string }[] = []
  for await (const [registration, keys] of keysByClaim(world)) {
    const current = isDecided(registration, keys) ? undefined : currentAttempt(registration, keys)
    // Ids of attempts begin with their time.
    if (current && !current.spent && current.id >= since) found.push({ registration, attempt: current.id })
  }
  const newest = found.sort((one, other) => (one.attempt > other.attempt ? -1 : 1)).slice(0, most)
  const views = await viewAll(
    world,
    newest.map(({ registration }) => registration),
  )
  return { claims: views.filter(({ state }) => state === 'waiting'), more: found.length - newest.length }
}

/** Claims that were confirmed and not taken back, told by their keys; only the newest are opened. */
export async function confirmedClaims(world: AgentWorld): Promise<ClaimList> {
  const keys = await Array.fromAsync(world.store.list(CONFIRMED))
  const newest = keys.slice(-MOST_OPENED)
  const views = await viewAll(world, newest.map(registrationAt(2)))
  return { claims: views.filter(({ state }) => state === 'confirmed'), more: keys.length - newest.length }
}

/** All claims, oldest first. It opens each of them: for whoever has the time. */
export async function listClaims(world: AgentWorld): Promise<ClaimView[]> {
  const registrations: string[] = []
  for await (const [registration] of keysByClaim(world)) registrations.push(registration)
  return viewAll(world, registrations)
}

/** The keys of each claim; those of one stand together. */
async function* keysByClaim({
  store,
}: Pick<AgentWorld, 'store'>): AsyncGenerator<[registration: string, keys: string[]]> {
  let [registration, keys]: [string, string[]] = ['', []]
  for await (const key of store.list(CLAIMS)) {
    const next = registrationAt(1)(key)
    if (next !== registration && keys.length > 0) yield [registration, keys]
    if (next !== registration) [registration, keys] = [next, []]
    keys.push(key)
  }
  if (keys.length > 0) yield [registration, keys]
}

/** The registration in a key. */
const registrationAt = (part: number) => (key: string) => key.split('/')[part] ?? ''

async function viewAll(world: AgentWorld, registrations: readonly string[]): Promise<ClaimView[]> {
  const views = await Promise.all([...new Set(registrations)].map((registration) => viewClaim(world, registration)))
  return views.filter((view) => view !== undefined).sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
}

async function viewClaim(world: AgentWorld, registration: string): Promise<ClaimView | undefined> {
  const { current, decision, ended } = await readClaim(world, registration)
  const attempt = decision?.attempt ?? current?.id
  const record = attempt === undefined ? undefined : await readAttempt(world, registration, attempt)
  if (attempt === undefined || !record) return undefined
  const ending = ended ? await readEnding(world, registration) : undefined
  const over = current?.spent || Date.parse(record.expiresAt) <= world.clock.now().getTime()
  return {
    registration,
    attempt,
    type: record.type,
    startedAt: record.startedAt,
    expiresAt: record.expiresAt,
    email: (await openEmail(world, record)) ?? 'sealed with a key that was dropped',
    state: ended ? 'revoked' : (decision?.outcome ?? (over ? 'over' : 'waiting')),
    ...(decision && { decision }),
    ...(ending && { ending }),
  }
}
