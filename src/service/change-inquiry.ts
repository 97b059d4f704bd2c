/**
 * Changes an inquiry, records it in the audit trail and writes to the member it was assigned to, in one step; a refused change leaves nothing.
 */
import { applyChange, type ChangeOutcome, type Editor, type InquiryChange } from '../inquiries/change.ts'
import type { ChangedField, Finding } from '../inquiries/history.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import { type Action, auditEntry } from '../staff/audit.ts'
import type { Service } from './service.ts'
import { noticeOfAssignment } from './staff-mail.ts'

/**
 * Applies a change, with an entry of the audit trail for each field that it changes.
 * @param editor with `also`, an action that the change completes and that has an entry too
 * @throws StoreUnavailable when it could not be stored
 */
export const changeInquiry = (
  service: Pick<Service, 'store' | 'clock' | 'inbox' | 'keys' | 'mailer' | 'webhook'>,
  id: InquiryId,
  change: InquiryChange,
  { also, ...editor }: Omit<Editor, 'traces'> & { also?: Action },
): Promise<ChangeOutcome> =>
  applyChange(service, id, change, {
    together: noticeOfAssignment(service, id, change.assignee, editor.by),
    ...editor,
    traces: ({ at, changed, finding }) =>
      [...(also ? [also] : []), ...changed.map((field) => actionOf(field, finding))].map((action) =>
        auditEntry({ at, by: editor.by, action, subject: id.reference }),
      ),
  })

/** The entry of a check for conflicts says what it found. */
const actionOf = (field: ChangedField, finding: Finding | undefined): Action =>
  finding === 'none' && field === 'conflict' ? 'inquiry.no-conflict' : `inquiry.${field}`
