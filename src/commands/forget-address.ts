/**
 * `npm run claims -- forget`: forgets an e-mail address. The same use case as the page of the desk.
 */
import type { AgentPorts } from '../agents/agent-ports.ts'
import { CONSEQUENCES, countTraces, findTraces, NOT_FORGOTTEN, tracesInWords } from '../agents/claims/forget.ts'
import { mailboxOf } from '../email-address.ts'
import { forgetWithMail } from '../service/forget-traces.ts'
import { SettingsError } from '../settings.ts'

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
  await forgetWithMail(ports, traces)
  console.log(`Removed. ${NOT_FORGOTTEN}`)
}
