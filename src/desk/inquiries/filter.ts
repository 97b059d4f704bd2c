/**
 * The filter of the list and the export, to and from query parameters.
 */
import { isMonth } from '../../dates.ts'
import { isCursor } from '../../inquiries/list.ts'
import { isStatus } from '../../inquiries/status.ts'
import { isStaffId } from '../../inquiries/history.ts'
import { topicsOf } from '../../firm/practice-area.ts'
import type { InquiryFilter } from '../../inquiries/reader.ts'
import type { Service } from '../../service/service.ts'

/** Fields of the filter form; '' where nothing is filtered. */
export interface FilterValues {
  status: string
  topic: string
  spam: string
  month: string
  assignee: string
}

/** Reads the filter from parameters. Invalid values are ignored. */
export function readFilter(
  parameters: URLSearchParams,
  { practiceAreas }: Pick<Service, 'practiceAreas'>,
): { values: FilterValues; filter: InquiryFilter; before: string | undefined } {
  const parameter = (name: string, isValid: (text: string) => boolean) => {
    const text = parameters.get(name) ?? ''
    return isValid(text) ? text : ''
  }
  const values: FilterValues = {
    status: parameter('status', isStatus),
    topic: parameter('topic', (text) => topicsOf(practiceAreas).includes(text)),
    spam: parameter('spam', (text) => Object.hasOwn(SPAM, text)),
    month: parameter('month', isMonth),
    assignee: parameter('assignee', isStaffId),
  }
  const { status, topic, spam, month, assignee } = values
  return {
    values,
    filter: {
      status: isStatus(status) ? status : undefined,
      topic: topic || undefined,
      mayBeSpam: SPAM[spam],
      month: month || undefined,
      assignee: assignee || undefined,
    },
    before: parameter('before', isCursor) || undefined,
  }
}

const SPAM: Readonly<Record<string, boolean>> = { only: true, without: false }

/** The query string of a filter, with a leading `?`, or ''. */
export function queryString(values: Partial<FilterValues>, more: Record<string, string> = {}): string {
  const entries = Object.entries({ ...values, ...more }).filter(([, text]) => text !== '')
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}
