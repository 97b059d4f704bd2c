/**
 * Claims as the staff see them.
 */
import type { AgentWorld } from './agent-world.ts'
import { CLAIMS } from './claim-key.ts'
import { findByCode, readAttempt, type AttemptRecord } from './attempt.ts'
import { readClaim } from './claim.ts'
import type { Decision } from './decision.ts'
import { openEmail } from './person.ts'
import { type Ending, readEnding } from './registration.ts'

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
  return view && view.attempt !== found.attempt && !view.decision ? { ...view, attempt: found.attempt, state: 'over' } : view
}

/** All claims, oldest first. */
export async function listClaims(world: AgentWorld): Promise<ClaimView[]> {
  const registrations = new Set<string>()
  for await (const key of world.store.list(CLAIMS)) registrations.add(key.split('/')[1] ?? '')
  const views = await Promise.all([...registrations].map((registration) => viewClaim(world, registration)))
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
