/**
 * The filter of the list and the export, to and from query parameters.
 */
import { isMonth } from '../../dates.ts'
import { isCursor, type OpenInquiries } from '../../inquiries/list.ts'
import { FIRST_STATUS, isStatus, isStatusGroup } from '../../inquiries/status.ts'
import { LANGUAGES, OTHER_LANGUAGE } from '../../language.ts'
import { isStaffId } from '../../inquiries/history.ts'
import { topicsOf } from '../../firm/topics.ts'
import type { InquiryFilter } from '../../inquiries/reader.ts'
import type { Service } from '../../service/service.ts'
import { isLate } from './inquiry-table.ts'

/** Value of `status` for new inquiries that have waited longer than the firm promises. */
export const LATE = 'late'
/** Value of `status` for inquiries of any. */
export const ALL = 'all'
/** What the list shows when nothing is asked for. */
export const DEFAULT_STATUS = 'open'

/** Fields of the filter form; '' where nothing is filtered. */
export interface FilterValues {
  /** A status, a group of them, `LATE` or `ALL`. */
  status: string
  topic: string
  language: string
  spam: string
  month: string
  assignee: string
}

/**
 * Reads the filter from parameters. Invalid values are ignored.
 * @param status where none is given
 */
export function readFilter(
  parameters: URLSearchParams,
  { practiceAreas }: Pick<Service, 'practiceAreas'>,
  status = '',
): { values: FilterValues; filter: InquiryFilter; before: string | undefined } {
  const parameter = (name: string, isValid: (text: string) => boolean) => {
    const text = parameters.get(name) ?? ''
    return isValid(text) ? text : ''
  }
  const values: FilterValues = {
    status:
      parameter('status', (text) => [LATE, ALL].includes(text) || isStatusGroup(text) || isStatus(text)) || status,
    topic: parameter('topic', (text) => topicsOf(practiceAreas).includes(text)),
    language: parameter('language', (text) => [...LANGUAGES, OTHER_LANGUAGE].some((one) => one === text)),
    spam: parameter('spam', (text) => Object.hasOwn(SPAM, text)),
    month: parameter('month', isMonth),
    assignee: parameter('assignee', isStaffId),
  }
  const { topic, language, spam, month, assignee } = values
  return {
    values,
    filter: {
      status: statusIn(values),
      language: language || undefined,
      topic: topic || undefined,
      mayBeSpam: SPAM[spam],
      month: month || undefined,
      assignee: assignee || undefined,
    },
    before: parameter('before', isCursor) || undefined,
  }
}

/** What the store is asked for. */
export function statusIn({ status }: FilterValues): InquiryFilter['status'] {
  if (status === LATE) return FIRST_STATUS
  return isStatusGroup(status) || isStatus(status) ? status : undefined
}

/**
 * Adds to a filter for late inquiries until when they were received: what was received earlier is late too.
 * @param listOpen gives the open inquiries
 */
export async function withLate(
  { values, filter }: { values: FilterValues; filter: InquiryFilter },
  listOpen: () => Promise<OpenInquiries>,
  context: Pick<Service, 'clock' | 'firm' | 'practiceAreas'>,
): Promise<InquiryFilter> {
  if (values.status !== LATE) return filter
  const newest = (await listOpen()).inquiries.findLast((listed) => isLate(listed, context))
  return { ...filter, until: new Date(newest ? Date.parse(newest.id.receivedAt) + 1 : 0).toISOString() }
}

const SPAM: Readonly<Record<string, boolean>> = { only: true, without: false }

/** The query string of a filter, with a leading `?`, or ''. What the list shows anyway is left out. */
export function queryString(values: Partial<FilterValues>, more: Record<string, string> = {}): string {
  const entries = Object.entries({ ...values, ...more }).filter(
    ([name, text]) => text !== '' && !(name === 'status' && text === DEFAULT_STATUS),
  )
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}
