/** Notifies a person by e-mail that an agent was linked to them, after a claim was confirmed. */
import { linkedNotice } from '../agents/claims/linked-notice.ts'
import type { Decision } from '../agents/registration.ts'
import { postAndSend } from '../mail/tries.ts'
import type { Language } from '../language.ts'
import type { Service } from './service.ts'
import { DAY_MS } from '../duration.ts'

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
  const notice = await linkedNotice(service, registration, decision)
  if (notice)
    await postAndSend(service, { at: decision.at, about: { claim: registration }, message: { ...notice, language } })
}
