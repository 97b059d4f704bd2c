/**
 * Erases an inquiry, and forgets an e-mail address, together with their queued messages. Here because `src/inquiries` and
 * `src/agents` do not import `src/mail`.
 */
import type { AgentPorts } from '../agents/agent-ports.ts'
import { type AddressTraces, countsInWords, countTraces, endedBy, forgetTraces } from '../agents/claims/forget.ts'
import { removeMessages } from '../mail/outbox.ts'
import { recordAudit } from '../staff/audit.ts'
import { eraseInquiry, finishErasures } from '../inquiries/erasure.ts'
import { releaseTimes } from '../inquiries/taken-times.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { Ports } from '../ports.ts'

type ErasePorts = Pick<Ports, 'store' | 'clock'>

/** Erases an inquiry, its history, its messages in the outbox and the time that its person chose. Returns false when there is no such inquiry, or a legal hold stops it. */
export async function eraseWithMail(ports: ErasePorts, id: InquiryId, by: string): Promise<boolean> {
  if (!(await eraseInquiry(ports, id, by))) return false
  // After the inquiry: a message without its inquiry is not sent, so none is sent in between.
  await removeMessages(ports.store, [id])
  await releaseTimes(ports)
  return true
}

/** Repeats recent erasures: finishes interrupted ones and removes inquiries stored again. Called by housekeeping. */
export async function finishErasuresWithMail(ports: ErasePorts): Promise<void> {
  await removeMessages(ports.store, await finishErasures(ports))
}

/**
 * Removes what was found of an address, after it is recorded. Repeat it after a failure.
 * @param member id of the member of the staff who does it
 */
export async function forgetWithMail(ports: AgentPorts, traces: AddressTraces, member: string): Promise<void> {
  const ended = endedBy(traces)
  await recordAudit(ports, member, 'address.forgotten', countsInWords(countTraces(traces)))
  for (const registration of ended) await recordAudit(ports, member, 'registration.revoked', registration)
  await forgetTraces(ports, traces, member)
  await removeMessages(ports.store, [], ended)
}
