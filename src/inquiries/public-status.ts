/**
 * What the person who sent an inquiry sees of it at its private address. Nothing is decrypted: the status is in the keys of the
 * history, and the time of a change is not encrypted.
 */
import * as z from 'zod'
import { officeDay } from '../dates.ts'
import type { Ports } from '../ports.ts'
import { Problem } from '../problem.ts'
import { inquiryExists } from './inquiry-id.ts'
import { type InquiryState, readStatesInTurn, readTimeOfChange } from './history.ts'
import { readStatusCapability } from './status-address.ts'
import { PUBLIC_STATUSES, publicStatus } from './status.ts'

/** Where an inquiry stands. The times have no pattern, which would be most of the description of the tool of MCP. */
export const InquiryStatus = z
  .object({
    reference: z.string().describe('The reference of the inquiry.'),
    status: z.enum(PUBLIC_STATUSES).describe('Where the inquiry stands. Meets no deadline.'),
    receivedAt: z.string().meta({ format: 'date-time', description: 'When it was received, UTC.' }),
    updatedOn: z.string().meta({ format: 'date', description: 'Day of this status, in Florida.' }),
  })
  .describe('Where an inquiry stands.')
export type InquiryStatus = z.infer<typeof InquiryStatus>

/** The same for the person's page: of a call the page says that it was noted, and the day by which the person is called back. */
export type ShownStatus = InquiryStatus & { call?: Pick<InquiryState, 'callBack'> | undefined }

type StatusPorts = Pick<Ports, 'store' | 'keyedHash'>

/**
 * @param capability the secret part of its address
 * @returns undefined when it is not one of this service, or the inquiry is kept no longer
 */
export async function readPublicStatus(ports: StatusPorts, capability: string): Promise<ShownStatus | undefined> {
  const { store } = ports
  const id = await readStatusCapability(ports, capability)
  if (!id) return undefined
  const [exists, states] = await Promise.all([inquiryExists(store, id), readStatesInTurn(store, id)])
  if (!exists) return undefined
  const shown = states.map(publicStatus)
  const status = shown.at(-1) ?? 'received'
  // What the staff do without a new status for the person, such as a note, does not move the day.
  const since = states[shown.findLastIndex((earlier) => earlier !== status) + 1]
  const isFromStart = since === undefined || (since.seq === 1 && status === 'received')
  const updatedAt = isFromStart ? id.receivedAt : await readTimeOfChange(store, id, since.seq)
  if (updatedAt === undefined) return undefined
  const { isCall, callBack } = states.at(-1) ?? {}
  const isAnswered = (['answered', 'closed'] as const).some((done) => shown.includes(done))
  const call = isCall && !isAnswered ? { callBack } : undefined
  return { ...id, status, updatedOn: officeDay(new Date(updatedAt)), call }
}

/**
 * As `readPublicStatus`.
 * @throws Problem `not-found`, the same for an address that was never given out and for an inquiry that is gone
 */
export async function requirePublicStatus(ports: StatusPorts, capability: string): Promise<InquiryStatus> {
  const found = await readPublicStatus(ports, capability)
  if (!found) throw new Problem('not-found', { detail: 'No inquiry has this address, or it is kept no longer.' })
  const { call: _, ...status } = found
  return status
}
