/**
 * The link with which a person ends what they confirmed: it stands in the mail that says that an agent was linked.
 */
import * as z from 'zod'
import { DAY_MS } from '../../duration.ts'
import { unsealAs } from '../../unseal.ts'
import type { AgentPorts } from '../agent-ports.ts'

const PURPOSE = 'claim-end'
/** As long as an assertion lasts that was issued at the confirmation. */
const LIFETIME_MS = 30 * DAY_MS

/** `until` is in milliseconds since 1970. */
const EndLink = z.object({ sub: z.string(), until: z.number() })

/** @returns the secret of the link that ends a registration */
export const createEndLink = ({ keys, clock }: Pick<AgentPorts, 'keys' | 'clock'>, registration: string) =>
  keys.seal(PURPOSE, { sub: registration, until: clock.now().getTime() + LIFETIME_MS } satisfies z.infer<
    typeof EndLink
  >)

/** @returns the id of the registration; undefined when the text is not such a secret, or is too old */
export async function readEndLink(
  { keys, clock }: Pick<AgentPorts, 'keys' | 'clock'>,
  text: string,
): Promise<string | undefined> {
  const link = await unsealAs(EndLink, keys, PURPOSE, text)
  return link && link.until > clock.now().getTime() ? link.sub : undefined
}
