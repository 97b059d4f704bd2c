/** A member of the staff changes an inquiry, without the pages of the desk. */
import { expect } from 'vitest'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import { readInquiry, stateOf } from '../../src/inquiries/sealed-inquiry.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { changeInquiry } from '../../src/service/change-inquiry.ts'
import { type TestDesk, VALID_INQUIRY } from '../test-desk.ts'

export const BY = 'C1ERK001'

const startsAt = '2026-12-01T15:00:00.000Z'
export const APPOINTMENT = { startsAt, minutes: 30, kind: 'office', member: 'LAWYER01', sealed: 'x' } as const

type Changed = Pick<TestDesk, 'service'>

/** @param seen how many changes the member saw; all by default */
export async function tryChange({ service }: Changed, id: InquiryId, change: InquiryChange, seen?: number) {
  const { changes = [] } = (await readInquiry(service.store, id)) ?? {}
  const editor = { seen: seen ?? changes.length, by: BY }
  return changeInquiry(service, { id, record: { request: VALID_INQUIRY } }, change, editor)
}

export async function presentState({ service }: Changed, id: InquiryId) {
  const inquiry = await readInquiry(service.store, id)
  return inquiry && stateOf(inquiry)
}

export async function makeChanges(desk: Changed, id: InquiryId, ...changes: InquiryChange[]): Promise<void> {
  for (const change of changes) expect(await tryChange(desk, id, change)).toBe('done')
}
