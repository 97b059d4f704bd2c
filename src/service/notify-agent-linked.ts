/**
 * Tells a person that an agent was linked to them, once their claim was confirmed.
 */
import type { Decision } from '../agents/decision.ts'
import { openEmail } from '../agents/person.ts'
import { storeAgentLinked } from '../mail/claim-mail.ts'
import { sendAfterResponse } from '../mail/outbox-runner.ts'
import type { Language } from '../language.ts'
import type { Service } from './service.ts'
import { DAY_MS } from '../duration.ts'

/** Shorter than that a message was sent is remembered: later, whoever opens the link again would cause another mail. */
const NOTIFY_WITHIN_MS = DAY_MS

/**
 * Call it after every decision; it does nothing where there is nothing to tell. Called again it tells nothing new, so a
 * process that ended between decision and mail is made good by the next click.
 * @param language the person's, where it is known; else they are told in every language
 */
export async function notifyAgentLinked(
  service: Service,
  registration: string,
  decision: Decision,
  language?: Language,
): Promise<void> {
  const isFresh = service.clock.now().getTime() - Date.parse(decision.at) < NOTIFY_WITHIN_MS
  if (!service.mailer || decision.outcome !== 'confirmed' || !isFresh) return
  const email = await openEmail(service, decision)
  if (email)
    sendAfterResponse(service, [
      await storeAgentLinked(service, {
        email,
        registration,
        at: decision.at,
        byStaff: decision.by === 'staff',
        language,
      }),
    ])
}
