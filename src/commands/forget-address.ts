/**
 * `npm run claims -- forget`: forgets an e-mail address. The same use case as the page of the desk.
 */
import type { AgentPorts } from '../agents/agent-ports.ts'
import { CONSEQUENCES, NOT_FORGOTTEN, tracesInWords } from '../agents/claims/forget-text.ts'
import { countsInWords, countTraces, endedBy, findTraces, forgetTraces } from '../agents/claims/forget.ts'
import { mailboxOf } from '../email-address.ts'
import { removeMessages } from '../mail/outbox.ts'
import { SettingsError } from '../settings.ts'
import { BY_COMMAND, recordAudit } from '../staff/audit.ts'

/**
 * Prints how much is kept of an address, and removes it when that is confirmed.
 * @param isConfirmed false: nothing is removed
 * @throws SettingsError when the text is no e-mail address; StoreUnavailable
 */
export async function forgetAddress(ports: AgentPorts, text: string, isConfirmed: boolean): Promise<void> {
  const email = mailboxOf(text.trim())
  if (email === undefined) throw new SettingsError('forget takes an e-mail address like ana@example.com')
  const traces = await findTraces(ports, email)
  const counts = countTraces(traces)
  console.log(['Kept of this address:', ...tracesInWords(counts).map((line) => `  - ${line}`)].join('\n'))
  if (counts.remembered + counts.requests === 0) return console.log('There is nothing to forget.')
  if (!isConfirmed) return console.log(`${CONSEQUENCES}\nNothing was removed. To remove it, add --yes.`)
  const ended = endedBy(traces)
  await recordAudit(ports, BY_COMMAND, 'address.forgotten', countsInWords(counts))
  for (const registration of ended) await recordAudit(ports, BY_COMMAND, 'registration.revoked', registration)
  await forgetTraces(ports, traces)
  await removeMessages(ports.store, [], ended)
  console.log(`Removed. ${NOT_FORGOTTEN}`)
}
