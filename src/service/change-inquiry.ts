/**
 * Changes an inquiry and records it in the audit trail, in one step, and a refused change not at all.
 */
import { applyChange, type ChangeOutcome, type Editor, type InquiryChange } from '../inquiries/change.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import { auditEntry } from '../staff/audit.ts'
import type { Service } from './service.ts'

/**
 * Applies a change, with an entry of the audit trail for each field that it changes.
 * @throws StoreUnavailable when it could not be stored
 */
export const changeInquiry = (
  service: Pick<Service, 'store' | 'clock' | 'inbox'>,
  id: InquiryId,
  change: InquiryChange,
  editor: Omit<Editor, 'traces'>,
): Promise<ChangeOutcome> =>
  applyChange(service, id, change, {
    ...editor,
    traces: ({ at, changed }) =>
      changed.map((field) => auditEntry({ at, by: editor.by, action: `inquiry.${field}`, subject: id.reference })),
  })
