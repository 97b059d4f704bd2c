/**
 * The filter of the list and the export, read from an address and written into one.
 */
import { isMonth } from '../../dates.ts'
import { isCursor } from '../../inquiries/list.ts'
import { isStatus } from '../../inquiries/status.ts'
import { isStaffId } from '../../inquiries/history.ts'
import { topicsOf } from '../../firm/practice-area.ts'
import type { InquiryFilter } from '../../inquiries/reader.ts'
import type { Service } from '../../service/service.ts'

/** Stands for each field of the filter as the form has it; empty for what is not asked for. */
export interface ShownFilter {
  status: string
  topic: string
  spam: string
  month: string
  assignee: string
}

/** What an address asks for; what it has no right word for is left out. */
export function readFilter(
  parameters: URLSearchParams,
  { practiceAreas }: Pick<Service, 'practiceAreas'>,
): { shown: ShownFilter; filter: InquiryFilter; before: string | undefined } {
  const one = (name: string, isRight: (text: string) => boolean) => {
    const text = parameters.get(name) ?? ''
    return isRight(text) ? text : ''
  }
  const shown: ShownFilter = {
    status: one('status', isStatus),
    topic: one('topic', (text) => topicsOf(practiceAreas).includes(text)),
    spam: one('spam', (text) => Object.hasOwn(SPAM, text)),
    month: one('month', isMonth),
    assignee: one('assignee', isStaffId),
  }
  const { status, topic, spam, month, assignee } = shown
  return {
    shown,
    filter: {
      status: isStatus(status) ? status : undefined,
      topic: topic || undefined,
      suspicious: SPAM[spam],
      month: month || undefined,
      assignee: assignee || undefined,
    },
    before: one('before', isCursor) || undefined,
  }
}

const SPAM: Readonly<Record<string, boolean>> = { only: true, without: false }

/** The query of an address that asks for the same. */
export function queryOf(shown: Partial<ShownFilter>, more: Record<string, string> = {}): string {
  const asked = Object.entries({ ...shown, ...more }).filter(([, text]) => text !== '')
  return asked.length > 0 ? `?${new URLSearchParams(asked)}` : ''
}
