/** Labels and values of an inquiry, as the desk shows them. */
import { quotedName } from '../client-name.ts'
import { Day, dayInWords } from '../dates.ts'
import { languageInWords } from '../language.ts'
import type { InquiryRecord } from './inquiry.ts'
import * as fields from './inquiry-fields.ts'

const VIA = { form: 'contact form', api: 'API', mcp: 'MCP', telephone: 'telephone' }

const CONFIRMED_IN = { window: "the assistant's window", form: "a form of the assistant's program" }

export const CANNOT_OPEN = 'This inquiry cannot be opened: it was sealed to another key, or is damaged.'

export interface CardField extends Pick<fields.InquiryField, 'label' | 'link'> {
  value: string
}

/** Completes the label `Notice …`: `shown` on a form without a tick, `in force` for programs, which may not have shown it. */
export function noticeWas({ via, noticeTicked }: Pick<InquiryRecord, 'via' | 'noticeTicked'>) {
  if (via === 'telephone') return 'read out'
  if (via !== 'form') return 'in force'
  return noticeTicked ? 'ticked' : 'shown'
}

export const noticeInWords = ({ notice, noticeLanguage }: Pick<InquiryRecord, 'notice' | 'noticeLanguage'>): string =>
  `${Day.safeParse(notice).success ? dayInWords(notice) : notice}, in ${languageInWords(noticeLanguage)}`

function senderInWords({ via, sender, writtenBy, confirmedIn }: InquiryRecord, names: ReadonlyMap<string, string>) {
  const confirmed = confirmedIn === undefined ? '' : `, confirmed by the person in ${CONFIRMED_IN[confirmedIn]}`
  return writtenBy === undefined
    ? `${VIA[via]}, ${sender.replace('_', ' ')}${confirmed}`
    : `${VIA[via]}, written down by ${names.get(writtenBy) ?? writtenBy}`
}

/** @param received the time of arrival in words @param names staff names by id; without a name, the id is shown */
export function fieldsOf(
  inquiry: InquiryRecord,
  received: string,
  topic = inquiry.request.topic,
  names: ReadonlyMap<string, string> = new Map(),
): CardField[] {
  const request = { ...inquiry.request, topic }
  return withValues([
    { label: 'Reference', value: inquiry.reference },
    { label: 'Received', value: received },
    { label: 'Sent by', value: senderInWords(inquiry, names) },
    { label: 'Registration', value: inquiry.registration },
    { label: 'Calls itself', value: inquiry.clientName && quotedName(inquiry.clientName) },
    { label: 'Confirmed by', value: inquiry.vouchedBy && `${inquiry.vouchedBy}, not the address given here` },
    { label: 'Call back by', value: inquiry.callBack && dayInWords(inquiry.callBack) },
    ...fields.FACT_FIELDS.map((name) => cardField(name, request[name])),
    {
      label: `Notice ${noticeWas(inquiry)}`,
      value: inquiry.notice ? noticeInWords(inquiry) : inquiry.writtenBy && 'no',
    },
    { label: 'Spam?', value: inquiry.suspicions.join(', ') || undefined },
  ])
}

export const textsOf = ({ request }: InquiryRecord): CardField[] =>
  withValues(fields.TEXT_FIELDS.map((name) => cardField(name, request[name])))

function cardField(name: fields.FieldName, given: fields.FieldValues[fields.FieldName]) {
  const value = fields.inOneText(given)
  const { label, link, inWords } = fields.INQUIRY_FIELDS[name]
  return { label, link, value: value && inWords ? inWords(value) : value }
}

const withValues = (all: readonly (Omit<CardField, 'value'> & { value: string | undefined })[]): CardField[] =>
  all.flatMap(({ value, ...field }) => (value ? [{ ...field, value }] : []))
