/** The mail to a person to whom an agent was linked, with a link that ends the agent's access. */
import * as z from 'zod'
import { DAY_MS } from '../../duration.ts'
import { unsealAs } from '../../unseal.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { openParties } from '../person.ts'
import type { Decision } from '../registration.ts'

const PURPOSE = 'claim-end'
/** An assertion that was issued at the confirmation is valid as long. */
const LIFETIME_MS = 30 * DAY_MS

/** `until` is in milliseconds since 1970. */
const EndLink = z.object({ sub: z.string(), until: z.number() })
type EndLink = z.infer<typeof EndLink>

/**
 * @param decision the confirmation
 * @returns the data of the mail, without its language; undefined when the key that sealed the address was dropped
 */
export async function linkedNotice(ports: AgentPorts, registration: string, decision: Decision) {
  const parties = await openParties(ports, decision)
  if (!parties) return undefined
  const link: EndLink = { sub: registration, until: ports.clock.now().getTime() + LIFETIME_MS }
  return {
    kind: 'linked',
    to: parties.email,
    clientName: parties.clientName,
    registration,
    end: await ports.keys.seal(PURPOSE, link),
    byStaff: decision.by === 'staff',
  } as const
}

/** @returns the id of the registration; undefined when the text is not the secret of such a link, or the link is too old */
export async function readEndLink({ keys, clock }: AgentPorts, text: string) {
  const link = await unsealAs(EndLink, keys, PURPOSE, text)
  return link && link.until > clock.now().getTime() ? link.sub : undefined
}
