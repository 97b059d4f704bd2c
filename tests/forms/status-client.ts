/** An inquiry that is sent and changed, and its private address as programs and browsers ask for it. */
import type { InquiryChange } from '../../src/inquiries/change.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { agent, type Json } from '../test-agent.ts'
import { BASE, VALID_INQUIRY } from '../test-desk.ts'

export const SECURE = { 'cache-control': 'no-store', 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' }

export type Sent = InquiryId & { path: string }

export async function send(more: Json = {}, headers: Record<string, string> = {}): Promise<Sent> {
  const { body } = await agent.post('inquiries', '/api/v1/inquiries', { ...VALID_INQUIRY, ...more }, { headers })
  const path = String(body.status_url).replace(BASE, '')
  return { reference: String(body.reference), receivedAt: String(body.receivedAt), path }
}
export const ask = (path: string) => agent.get('status', path, { Accept: 'application/json' })
export const show = (path: string) => agent.get('status', path, { Accept: 'text/html,*/*;q=0.8' })
export const textOf = async (path: string) => String((await show(path)).body.text)

export const change = (id: InquiryId, ...changes: InquiryChange[]) => makeChanges(agent, id, ...changes)
