/** A member of the staff changes an inquiry, without the pages of the desk. */
import { expect } from 'vitest'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import { readState } from '../../src/inquiries/history.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { changeInquiry } from '../../src/service/change-inquiry.ts'
import { type TestDesk, VALID_INQUIRY } from '../test-desk.ts'

export const BY = 'C1ERK001'

type Changed = Pick<TestDesk, 'service'>

/** @param seen how many changes the member saw; all by default */
export async function tryChange({ service }: Changed, id: InquiryId, change: InquiryChange, seen?: number) {
  const { seq } = await readState(service.store, id)
  return changeInquiry(service, { id, record: { request: VALID_INQUIRY } }, change, { seen: seen ?? seq, by: BY })
}

export async function makeChanges(desk: Changed, id: InquiryId, ...changes: InquiryChange[]): Promise<void> {
  for (const change of changes) expect(await tryChange(desk, id, change)).toBe('done')
}
