/**
 * `/desk/inquiries.csv`: a month's inquiries for a spreadsheet, filtered as the list is, without the messages that it folds.
 */
import { monthOf } from '../../dates.ts'
import { inquiryCsv } from '../../inquiries/csv.ts'
import { listInquiries } from '../../inquiries/list.ts'
import { foldsOf } from '../../inquiries/folds.ts'
import { type OpenedInquiries, readInquiries } from '../../inquiries/reader.ts'
import { page } from '../../http/respond.ts'
import { recordAudit } from '../../staff/audit.ts'
import { LATE, readFilter, withLate } from './filter.ts'
import { type InboxContext, withInbox } from '../page.ts'
import { FOLDS } from './inquiry-table.ts'
import { staffNames } from '../../staff/staff-member.ts'

export const exportPage = withInbox(async (context) => {
  const { service, member, inbox, url } = context
  const read = readFilter(url.searchParams, service)
  const listed = read.values.status === LATE ? await listInquiries(service.store) : []
  const filter = withLate(read, listed, service)
  const month = filter.month ?? monthOf(service.clock.now().toISOString())
  await recordAudit(service, member.id, 'inquiries.exported', month)
  const [opened, names] = await Promise.all([
    readInquiries(service.store, inbox, { ...filter, month }).then((all) => foldMessages(context, all)),
    staffNames(service),
  ])
  return page(200, inquiryCsv(opened, names), {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="inquiries-${month}.csv"`,
  })
})

async function foldMessages({ service, inbox }: InboxContext, opened: OpenedInquiries): Promise<OpenedInquiries> {
  const rows = opened.inquiries.map((inquiry) => ({ id: inquiry.record, ...inquiry }))
  const folds = await foldsOf(service, inbox, rows)
  const inquiries = opened.inquiries.map((inquiry) => {
    const fold = folds(inquiry.record)
    const { record } = inquiry
    return fold ? { ...inquiry, record: { ...record, request: { ...record.request, message: FOLDS[fold] } } } : inquiry
  })
  return { ...opened, inquiries }
}
