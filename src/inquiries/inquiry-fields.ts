/**
 * What is known of an inquiry, field by field, as the staff read it on a terminal and at the desk.
 */
import type { InquiryRecord } from './inquiry.ts'
import { languageInWords } from '../language.ts'

const VIA = { form: 'contact form', api: 'API', mcp: 'MCP' }

/** Said of an inquiry that the key at hand does not open. */
export const CANNOT_OPEN = 'This inquiry cannot be opened: it was sealed to another key.'

export interface InquiryField {
  label: string
  value: string
  /** What can be done with the value. */
  kind?: 'mail' | 'telephone'
}

/** Whether the person saw the notice: our own form shows it. Whether a program showed it to anybody, nobody here can know. */
export const noticeWasShown = ({ via }: Pick<InquiryRecord, 'via'>): boolean => via === 'form'

/**
 * The fields that have a value, all but the message.
 * @param received when it was received, in words
 * @param topic its topic in words, where they are known
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
