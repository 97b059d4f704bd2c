/**
 * `/desk/inquiries.csv`: a month's inquiries for a spreadsheet, filtered as the list is.
 */
import { monthOf } from '../practice/case-index.ts'
import { inquiryCsv } from '../server/inquiry-csv.ts'
import { readInquiries } from '../server/inquiry-reader.ts'
import { page } from '../server/respond.ts'
import { recordAudit } from './audit.ts'
import { readFilter } from './inquiry-filter.ts'
import { withInbox } from './locked.ts'

export const exportPage = withInbox(async (inbox, request, who, service) => {
  const { filter } = readFilter(new URL(request.url).searchParams, service)
  const month = filter.month ?? monthOf(service.clock.now().toISOString())
  await recordAudit(service, who.id, 'inquiries.exported', month)
  const { inquiries } = await readInquiries(service.store, inbox, { ...filter, month })
  return page(200, inquiryCsv(inquiries), { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="inquiries-${month}.csv"` })
})
