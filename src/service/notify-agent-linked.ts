/** The mail to a person to whom an agent was linked, after a claim was confirmed. Its link ends the agent's access. */
import { createEndLink } from '../agents/claims/confirmation.ts'
import { openParties } from '../agents/person.ts'
import type { Decision } from '../agents/registration.ts'
import { DAY_MS } from '../duration.ts'
import type { Language } from '../language.ts'
import { postAndSend } from '../mail/tries.ts'
import type { Service } from './service.ts'

/** Must be shorter than the time for which sent messages are remembered (3 days). Otherwise, opening the link again would send a second mail. */
const NOTIFY_WITHIN_MS = DAY_MS

/**
 * Call it after every decision; it does nothing unless the claim was confirmed. It can be repeated: if a process ended between decision and
 * mail, the next click sends the mail.
 * @param language of the person; if undefined, the mail is in every language
 */
export async function notifyAgentLinked(
  service: Service,
  registration: string,
  decision: Decision,
  language?: Language,
): Promise<void> {
  const isFresh = service.clock.now().getTime() - Date.parse(decision.at) < NOTIFY_WITHIN_MS
  if (!service.mailer || decision.outcome !== 'confirmed' || !isFresh) return
  const parties = await openParties(service, decision)
  // Without the key that sealed the address, there is no recipient.
  if (!parties) return
  await postAndSend(service, {
    at: decision.at,
    about: { claim: registration },
    message: {
      kind: 'linked',
      to: parties.email,
      clientName: parties.clientName,
      registration,
      end: await createEndLink(service, registration),
      byStaff: decision.by === 'staff',
      language,
    },
  })
}
