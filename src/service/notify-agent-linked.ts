/** A mail tells the person that an agent was linked. Its link ends the agent's access. */
import { createRevocationLink } from '../agents/claims/confirmation.ts'
import { openParties } from '../agents/person.ts'
import type { DecidedClaim } from '../agents/claims/claim-record.ts'
import { DAY_MS } from '../duration.ts'
import type { Language } from '../language.ts'
import { postAndSend } from '../mail/tries.ts'
import type { Service } from './service.ts'

/** Must be shorter than `MESSAGE_MS`, for which sent mails are remembered. Otherwise, opening the link again could send a second mail. */
const NOTIFY_WITHIN_MS = DAY_MS

/** Call it after every decision. It sends the mail once. If a process ended before it sent the mail, the next click sends it. */
export async function notifyAgentLinked(
  service: Service,
  registration: string,
  { attempt, decision }: DecidedClaim,
  language?: Language,
): Promise<void> {
  const isFresh = service.clock.now().getTime() - Date.parse(decision.at) < NOTIFY_WITHIN_MS
  if (!service.mailer || decision.outcome !== 'confirmed' || !isFresh) return
  const parties = await openParties(service, attempt)
  // The address cannot be opened if its key was dropped.
  if (!parties) return
  await postAndSend(service, {
    at: decision.at,
    about: { claim: registration },
    message: {
      kind: 'linked',
      to: parties.email,
      clientName: parties.clientName,
      registration,
      end: await createRevocationLink(service, registration),
      byStaff: decision.by === 'staff',
      language,
    },
  })
}
