/**
 * The decision on a claim. It is created at most once per registration, and later ones have no effect. So a confirmation that
 * races a denial, two members of the staff, and repeated clicks all end in one state.
 */
import type { AgentPorts } from './agent-ports.ts'
import { claimPrefix } from './claim-keys.ts'

export interface Decision {
  outcome: 'confirmed' | 'denied'
  /** ISO 8601. */
  at: string
  /** By the link in the mail, on the page with the code (to deny only), or by a member of the staff. */
  by: 'link' | 'page' | 'staff'
  /** How the staff verified the person's identity. */
  how?: string
  /** Id of the member of the staff; absent when a command decided. */
  member?: string
  attempt: string
  /** Keyed hash of the person's e-mail address, for comparison. */
  person: string
  /** The address itself, sealed. */
  sealedEmail: string
}

const decisionKey = (registration: string) => `${claimPrefix(registration)}decision`

/** True when the keys of the claim include a decision. */
export const hasDecision = (registration: string, keys: readonly string[]): boolean =>
  keys.includes(decisionKey(registration))

/** @returns undefined while there is none */
export async function readDecision(
  { store }: Pick<AgentPorts, 'store'>,
  registration: string,
): Promise<Decision | undefined> {
  return (await store.read(decisionKey(registration))) as Decision | undefined
}

/**
 * Stores the decision, unless there is one.
 * @returns the decision in force, which may be an earlier one
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
