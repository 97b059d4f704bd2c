/**
 * `/desk/inquiries`: the open inquiries, newest first, fifty a page, with tabs, filters, a search and what can be done with several; and
 * `/desk/inquiries.csv`: those of a month for a spreadsheet, filtered as the list is, without the messages that it folds. A search may be for a name, so it is sent in a form's body, not in an address, which browsers and proxies store.
 */
import { html } from 'hono/html'
import { type Folds, foldsOf } from '../../inquiries/folds.ts'
import { page } from '../../http/respond.ts'
import { inquiryCsv } from '../../inquiries/csv.ts'
import { PERSON_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { dueOf, findByReference, type ListedInquiry, listInquiries } from '../../inquiries/list.ts'
import { monthInWords, monthOf, officeTime } from '../../dates.ts'
import { topicInWords, topicsOf } from '../../firm/topics.ts'
import { parseReference } from '../../inquiries/reference.ts'
import { readParties } from '../../inquiries/party-search.ts'
import { SPAM_STATUS } from '../../inquiries/status.ts'
import { type InquiryPage, type OpenedInquiries, readInquiries, readPage, type Row } from '../../inquiries/reader.ts'
import { isFoundIn } from '../../inquiries/text-search.ts'
import { recordAudit } from '../../staff/audit.ts'
import { hiddenFields, alertBox } from '../ui.ts'
import { type DeskAnswer, type Html, type InboxContext, withInbox } from '../page.ts'
import * as filters from './filter.ts'
import * as table from './inquiry-table.ts'
import { telephoneLink } from './telephone-form.ts'
import { newsRegion } from '../news.ts'
import { readDone, SEVERAL_FORM, severalForm } from './several.ts'
import type { Service } from '../../service/service.ts'
import { readStaff, staffNames } from '../../staff/staff-member.ts'

const NOT_SEARCHED = 'Messages, notes and replies that are folded are left out.'

type TableOptions = Service & Required<Pick<table.RowOptions, 'names' | 'folds' | 'picks'>>

export const inquiryListPage = withInbox((context) => {
  const { searchParams } = context.url
  return listPage(context, { parameters: searchParams, search: '', said: readDone(searchParams) })
})

/** The list, searched and filtered by the page's form. */
export const searchInquiries = withInbox(async (context) => {
  const { service, form } = context
  const search = (form.get('search') ?? '').trim()
  // Without a search text the filter is not personal, so the list has an address that can be bookmarked.
  if (search === '')
    return { redirect: table.INQUIRIES_PATH + filters.queryString(filters.readFilter(form, service).values) }
  const reference = parseReference(search)
  // Some names are as long as a reference, so it is one only if there is such an inquiry.
  if (reference && (await findByReference(service.store, reference)).length > 0)
    return { redirect: table.inquiryPath(reference) }
  return listPage(context, { parameters: form, search })
})

/** Input of the page. */
export interface ListQuery {
  /** Filter and cursor. */
  parameters: URLSearchParams
  search: string
  /** What was done before, a sentence. */
  said?: string | undefined
  /** Why nothing was done. What was ticked and chosen is shown again. */
  refused?: { text: string; picked: readonly string[]; assignee: string }
}

/** Shows the list, and records that it was shown. */
export async function listPage({ service, member, inbox }: InboxContext, query: ListQuery): Promise<DeskAnswer> {
  const { parameters, search, said, refused } = query
  // A text is searched everywhere, unless a tab is open.
  const read = filters.readFilter(parameters, service, search ? filters.ALL : filters.DEFAULT_STATUS)
  const { values: filter } = read
  const isDated = filter.status === filters.DATED
  const before = isDated ? undefined : read.before
  const shown: filters.Shown = { filter, search, before, member }
  const listing = listInquiries(service.store, {}, service.clock.now())
  const reading = listing.then((all) => {
    const wanted = { ...read.filter, search: search || undefined }
    if (isDated) return readPage(service.store, inbox, wanted, { listed: byDate(all), rows: MAX_DATED })
    return readPage(service.store, inbox, wanted, { before, listed: all })
  })
  const rowsRead = reading.then(({ rows }) => rows)
  const [listed, found, folds, { names, current }] = await Promise.all([
    listing,
    reading,
    foldsOf(service, inbox, rowsRead, readParties(service, inbox, listing)),
    readStaff(service),
    recordAudit(service, member.id, search ? 'inquiries.searched' : 'inquiries.listed', filter.month || 'all'),
  ])
  const months = [...new Set(listed.map(({ id }) => monthOf(id.receivedAt)))]
  const shownPage = search ? { ...found, rows: found.rows.filter((row) => isFoundOpenly(row, search, folds)) } : found
  const topics = topicsOf(service.practiceAreas).map(
    (topic) => [topic, topicInWords(topic, service.practiceAreas)] as const,
  )
  const caption = `${before ? 'Older inquiries' : 'Inquiries'}${search && ` with “${search}”`}, ${isDated ? 'nearest date' : 'newest'} first`
  const picks = picksOf(parameters.get('select') ?? '', refused?.picked)
  return {
    title: 'Inquiries',
    status: refused ? 422 : 200,
    content: html`${telephoneLink}${newsRegion(service)}${refused ? alertBox(refused.text) : ''}${said ? html`<p role="status" class="outcome">${said}</p>` : ''}
      ${filters.statusTabs(shown, service, listed)}
      ${filters.filterForm(shown, { topics, months, names })}
      ${shownPage.rows.length > 0 ? html`<div class="list">${tableOf(caption, shownPage.rows, shown, { ...service, folds, names, picks })}${severalForm(shown, current, refused?.assignee)}</div>` : html`<p role="status">No inquiry ${search && shownPage.next ? 'searched so far ' : ''}matches.</p>`}
      ${isDated && shownPage.next ? DATES_LEFT_OUT : search ? searchPager(shownPage, shown) : pager(shownPage, shown)}
      ${search ? '' : exportLinks(filter, months)}`,
  }
}

/** Rows of the list by date, which has no further pages. */
const MAX_DATED = 500
const DATES_LEFT_OUT = html`<p class="small">There are more inquiries with a date: the latest dates were left out. Choose a month or an assignee to see fewer at once.</p>`

const byDate = (listed: readonly ListedInquiry[]): ListedInquiry[] =>
  [...listed].sort(({ state: one }, { state: other }) => ((dueOf(one) ?? '') < (dueOf(other) ?? '') ? -1 : 1))

/** Whether a search may give a row: what is folded is not searched. */
const isFoundOpenly = ({ id, record }: Row, search: string, folds: Folds): boolean =>
  folds(id) === undefined ||
  isFoundIn(
    PERSON_FIELDS.map((name) => record?.request[name]),
    search,
  )

/**
 * @param select `all`: those of the list; `spam`: those that are folded away
 * @param picked what was ticked before a refusal
 */
const picksOf = (select: string, picked: readonly string[] | undefined): NonNullable<table.RowOptions['picks']> => ({
  form: SEVERAL_FORM,
  isTicked: (row) => picked?.includes(table.pickOf(row)) ?? select === (table.isFoldedSpam(row) ? 'spam' : 'all'),
})

/** The table. Spam is folded away, unless it was asked for. */
function tableOf(
  caption: string,
  rows: readonly Row[],
  { filter, before, search }: filters.Shown,
  options: TableOptions,
): Html {
  if (filter.spam !== '' || filter.status === SPAM_STATUS) return table.inquiryTable(caption, rows, options)
  const spam = rows.filter(table.isFoldedSpam)
  const { isTicked } = options.picks
  const isOpen = spam.length === rows.length || spam.some(isTicked)
  const address = table.INQUIRIES_PATH + filters.queryString(filter, { before: before ?? '', select: 'spam' })
  const more = search === '' ? html`<p><a href="${address}">Select these</a></p>` : undefined
  return table.foldedTable(caption, rows, { ...options, isOpen, more })
}

function pager({ rows, next, lookedBackTo }: InquiryPage, { filter, before }: filters.Shown): Html {
  const until = lookedBackTo?.split('/')[0]
  const isEmpty = next !== undefined && rows.length === 0
  return html`<nav class="actions" aria-label="Pages">
    ${before ? html`<a class="button quiet" href="${table.INQUIRIES_PATH}${filters.queryString(filter)}">Newest</a>` : ''}
    ${next ? html`<a class="button quiet" rel="next" href="${table.INQUIRIES_PATH}${filters.queryString(filter, { before: next })}">${isEmpty ? 'Look further back' : 'Older'}</a>` : ''}
  </nav>
  ${next && until ? html`<p class="small">Looked back to ${officeTime(until)}. There are older inquiries.</p>` : ''}`
}

/** Continues a search by a form, which keeps its text out of the address. */
function searchPager({ next, lookedBackTo }: InquiryPage, { filter, search, member }: filters.Shown): Html {
  const until = lookedBackTo?.split('/')[0]
  const isFiltered = Object.values({ ...filter, status: filter.status === filters.ALL ? '' : filter.status }).some(
    Boolean,
  )
  if (!next || !until)
    return html`<p class="small">All inquiries${isFiltered ? ' that match the filter' : ''} were searched. ${NOT_SEARCHED}</p>`
  return html`<form method="post" action="${table.INQUIRIES_PATH}">${hiddenFields(member, { ...filter, search, before: next })}<button type="submit" class="quiet">Search further back</button></form>
    <p class="small">Searched back to ${officeTime(until)}. Earlier inquiries were not searched yet. ${NOT_SEARCHED}</p>`
}

function exportLinks(filter: filters.FilterValues, months: readonly string[]): Html {
  const month = filter.month || months[0]
  const query = new URLSearchParams(Object.entries({ ...filter, month: month ?? '' }).filter(([, text]) => text !== ''))
  return month
    ? html`<p class="on-screen"><a href="${table.INQUIRIES_PATH}.csv?${query}">Download ${monthInWords(month)} as CSV, filtered as above</a></p>`
    : html``
}

export const exportPage = withInbox(async (context) => {
  const { service, member, inbox, url } = context
  const { filter } = filters.readFilter(url.searchParams, service)
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
    return fold
      ? { ...inquiry, record: { ...record, request: { ...record.request, message: table.FOLDS[fold] } } }
      : inquiry
  })
  return { ...opened, inquiries }
}
