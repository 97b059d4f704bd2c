/**
 * What became of a claim. There is one decision per registration, created once, so whoever decides second meets the first:
 * confirm against deny, two members of the staff, and twenty clicks all end in one state.
 */
import type { AgentPorts } from './agent-ports.ts'
import { claimPrefix } from './claim-keys.ts'

export interface Decision {
  outcome: 'confirmed' | 'denied'
  /** ISO 8601. */
  at: string
  /** By the link in the mail, on the page with the code (to deny only), or by a member of the staff. */
  by: 'link' | 'page' | 'staff'
  /** How the staff made sure who it was. */
  how?: string
  /** Id of the member of the staff; none for a command. */
  member?: string
  attempt: string
  /** Keyed hash of the person's e-mail address, to compare it. */
  person: string
  /** The address itself, sealed. */
  sealedEmail: string
}

const decisionKey = (registration: string) => `${claimPrefix(registration)}decision`

/** Whether there is one, read off the keys of the claim. */
export const hasDecision = (registration: string, keys: readonly string[]): boolean =>
  keys.includes(decisionKey(registration))

/** @returns the decision, or undefined while there is none */
export async function readDecision(
  { store }: Pick<AgentPorts, 'store'>,
  registration: string,
): Promise<Decision | undefined> {
  return (await store.read(decisionKey(registration))) as Decision | undefined
}

/**
 * Decides, unless somebody did.
 * @returns the decision in force, which may be another's
 */
export async function createDecision(
  ports: Pick<AgentPorts, 'store' | 'log'>,
  registration: string,
  decision: Decision,
): Promise<Decision> {
  const created = await ports.store.create(decisionKey(registration), decision)
  if (created) ports.log(`claim.${decision.outcome}`, { registration, attempt: decision.attempt, by: decision.by })
  return created ? decision : ((await readDecision(ports, registration)) ?? decision)
}
