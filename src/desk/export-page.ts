/**
 * `/desk/inquiries.csv`: a month's inquiries for a spreadsheet, filtered as the list is.
 */
import { monthOf } from '../practice/day.ts'
import { inquiryCsv } from '../server/inquiry-csv.ts'
import { readInquiries } from '../server/inquiry-reader.ts'
import { page } from '../server/respond.ts'
import { recordAudit } from './audit.ts'
import { readFilter } from './inquiry-filter.ts'
import { withInbox } from './locked.ts'
import { namesFor, type Surroundings } from './surroundings.ts'

/** @param around what other parts of the desk tell */
export const exportPage = (around: Surroundings) =>
  withInbox(async (inbox, request, who, service) => {
    const { filter } = readFilter(new URL(request.url).searchParams, service)
    const month = filter.month ?? monthOf(service.clock.now().toISOString())
    await recordAudit(service, who.id, 'inquiries.exported', month)
    const [opened, names] = await Promise.all([
      readInquiries(service.store, inbox, { ...filter, month }),
      namesFor(around, service, who),
    ])
    return page(200, inquiryCsv(opened, names), {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="inquiries-${month}.csv"`,
    })
  })
