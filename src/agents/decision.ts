/**
 * The decision on a claim. It is created at most once per registration, and later ones have no effect. So a confirmation that
 * races a denial, two members of the staff, and repeated clicks all end in one state.
 */
import type { AgentPorts } from './agent-ports.ts'
import { keyOf, readFact } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'

export type Decision = FactValue<'decision'>

const decisionKey = (registration: string) => keyOf(FACTS.decision, { registration })

/** True when the keys of the claim include a decision. */
export const hasDecision = (registration: string, keys: readonly string[]): boolean =>
  keys.includes(decisionKey(registration))

/** @returns undefined while there is none */
export async function readDecision(
  { store }: Pick<AgentPorts, 'store'>,
  registration: string,
): Promise<Decision | undefined> {
  return readFact(store, FACTS.decision, decisionKey(registration))
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
