/**
 * `/desk/inquiries.csv`: a month's inquiries for a spreadsheet, filtered as the list is.
 */
import { monthOf } from '../../dates.ts'
import { inquiryCsv } from '../../inquiries/csv.ts'
import { listOpenInquiries } from '../../inquiries/list.ts'
import { readInquiries } from '../../inquiries/reader.ts'
import { page } from '../../http/respond.ts'
import { recordAudit } from '../../staff/audit.ts'
import { readFilter, withLate } from './filter.ts'
import { withInbox } from '../with-inbox.ts'
import { staffNames } from '../../staff/staff-names.ts'

export const exportPage = withInbox(async ({ service, member, inbox, url }) => {
  const read = readFilter(url.searchParams, service)
  const filter = await withLate(read, () => listOpenInquiries(service), service)
  const month = filter.month ?? monthOf(service.clock.now().toISOString())
  await recordAudit(service, member.id, 'inquiries.exported', month)
  const [opened, names] = await Promise.all([
    readInquiries(service.store, inbox, { ...filter, month }),
    staffNames(service),
  ])
  return page(200, inquiryCsv(opened, names), {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="inquiries-${month}.csv"`,
  })
})
