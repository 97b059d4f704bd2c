/**
 * Changes an inquiry and records it in the audit trail, in one step, and a refused change not at all.
 */
import { applyChange, type ChangeOutcome, type Editor, type InquiryChange } from '../inquiries/change.ts'
import type { ChangedField, Finding } from '../inquiries/history.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import { type Action, auditEntry } from '../staff/audit.ts'
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
    traces: ({ at, changed, finding }) =>
      changed.map((field) =>
        auditEntry({ at, by: editor.by, action: actionOf(field, finding), subject: id.reference }),
      ),
  })

/** The entry of a check for conflicts says what it found. */
const actionOf = (field: ChangedField, finding: Finding | undefined): Action =>
  finding === 'none' && field === 'conflict' ? 'inquiry.no-conflict' : `inquiry.${field}`
