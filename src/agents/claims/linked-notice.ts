/**
 * What a person is written when an agent was linked to them.
 */
import type { AgentPorts } from '../agent-ports.ts'
import type { Decision } from '../decision.ts'
import { openParties } from '../person.ts'
import { createEndLink } from './end-link.ts'

/**
 * @param decision that confirmed the claim
 * @returns the data of the mail, without its language; undefined when the key that sealed the address was dropped
 */
export async function linkedNotice(
  ports: Pick<AgentPorts, 'keys' | 'clock'>,
  registration: string,
  decision: Decision,
) {
  const parties = await openParties(ports, decision)
  if (!parties) return undefined
  return {
    kind: 'linked',
    to: parties.email,
    clientName: parties.clientName,
    registration,
    end: await createEndLink(ports, registration),
    byStaff: decision.by === 'staff',
  } as const
}
