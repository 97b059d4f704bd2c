/**
 * The fields of an inquiry as the staff read them, on a terminal and at the desk.
 */
import type { InquiryRecord } from './inquiry.ts'
import { languageInWords } from '../language.ts'

const VIA = { form: 'contact form', api: 'API', mcp: 'MCP' }

/** Shown for an inquiry that the present key cannot decrypt. */
export const CANNOT_OPEN = 'This inquiry cannot be opened: it was sealed to another key.'

export interface InquiryField {
  label: string
  value: string
  /** How to link the value. */
  kind?: 'mail' | 'telephone'
}

/** Whether the person saw the notice: our form shows it. Whether an agent showed it is not known. */
export const noticeWasShown = ({ via }: Pick<InquiryRecord, 'via'>): boolean => via === 'form'

/**
 * The fields that have a value, without the message.
 * @param received time of receipt as displayed
 * @param topic topic as displayed
 */
export function fieldsOf(inquiry: InquiryRecord, received: string, topic = inquiry.request.topic): InquiryField[] {
  const { request } = inquiry
  const fields: (Omit<InquiryField, 'value'> & { value: string | undefined })[] = [
    { label: 'Reference', value: inquiry.reference },
    { label: 'Received', value: received },
    { label: 'Sent by', value: `${VIA[inquiry.via]}, ${inquiry.sender.replace('_', ' ')}` },
    { label: 'Registration', value: inquiry.registration },
    { label: 'Name', value: request.name },
    { label: 'E-mail', value: request.email, kind: 'mail' },
    { label: 'Telephone', value: request.phone, kind: 'telephone' },
    { label: 'Topic', value: topic },
    { label: 'Other side', value: request.otherParty },
    { label: 'Language', value: request.language && languageInWords(request.language) },
    { label: noticeWasShown(inquiry) ? 'Notice shown' : 'Notice in force', value: inquiry.notice },
    { label: 'Spam?', value: inquiry.suspicions.join(', ') || undefined },
  ]
  return fields.flatMap(({ value, ...field }) => (value === undefined ? [] : [{ ...field, value }]))
}
