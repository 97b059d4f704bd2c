/**
 * Forgets an e-mail address together with its queued messages, and records it. Here because `src/agents` imports neither `src/mail`
 * nor `src/staff`.
 */
import type { AgentPorts } from '../agents/agent-ports.ts'
import { type AddressTraces, countsInWords, countTraces, endedBy, forgetTraces } from '../agents/claims/forget.ts'
import { removeMessages } from '../mail/outbox.ts'
import { BY_COMMAND, recordAudit } from '../staff/audit.ts'

/**
 * Removes what was found of an address, after it is recorded. Repeat it after a failure.
 * @param member id of the member of the staff who does it; undefined for a command
 * @throws StoreUnavailable
 */
export async function forgetWithMail(ports: AgentPorts, traces: AddressTraces, member?: string): Promise<void> {
  const [by, ended] = [member ?? BY_COMMAND, endedBy(traces)]
  await recordAudit(ports, by, 'address.forgotten', countsInWords(countTraces(traces)))
  for (const registration of ended) await recordAudit(ports, by, 'registration.revoked', registration)
  await forgetTraces(ports, traces, member)
  await removeMessages(ports.store, [], ended)
}
