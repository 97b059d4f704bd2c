/**
 * `/desk/inquiries`: the open inquiries, newest first, fifty a page, with tabs, a search and what can be done with several.
 * A search may be for a name, so it is sent in a form's body, not in an address, which browsers and proxies store.
 */
import { html } from 'hono/html'
import { PERSON_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { cursorOf, parseReference } from '../../inquiries/inquiry-id.ts'
import { findByReference, type InquiryPage, listInquiries, readPage, type Row } from '../../inquiries/record.ts'
import { dueOf, isCleared, type ListedInquiry, matchesState } from '../../inquiries/status.ts'
import { officeTime } from '../../dates.ts'
import { isFoundIn } from '../../inquiries/text-search.ts'
import { recordAudit } from '../../staff/audit.ts'
import { hiddenFields } from '../ui.ts'
import { type DeskAnswer, type Html, type InboxContext, withInbox } from '../page.ts'
import * as filters from './filter.ts'
import * as table from './inquiry-table.ts'
import { type Group, GROUP_TITLES, GROUPS, groupsFor, inTurn, queuePlace } from './queue.ts'
import { telephoneLink } from './telephone-form.ts'
import { newsRegion } from '../news.ts'
import { type Done, doneSentence, readDone, refusal, type Refused, SEVERAL_FORM, severalForm } from './several.ts'
import { staffNames } from '../../staff/staff-member.ts'

const NOT_SEARCHED = 'Messages, notes and replies are searched only where a lawyer marked “No conflict”.'

export const inquiryListPage = withInbox((context) => {
  const { searchParams } = context.url
  return listPage(context, { parameters: searchParams, search: '', done: readDone(searchParams) })
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

export interface ListQuery {
  parameters: URLSearchParams
  search: string
  done?: Done | undefined
  /** Why nothing was done, or not with all of them. What was ticked is shown again. */
  refused?: Refused
}

export async function listPage({ service, member, inbox }: InboxContext, query: ListQuery): Promise<DeskAnswer> {
  const { parameters, search, done, refused } = query
  // A text is searched everywhere, unless a tab is open.
  const read = filters.readFilter(parameters, service, search ? filters.ALL : filters.DEFAULT_STATUS)
  const { values: filter } = read
  const isDated = filter.status === filters.DATED
  const isQueue = search === '' && [filters.DEFAULT_STATUS, filters.LATE].includes(filter.status)
  const before = isDated ? undefined : read.before
  const shown: filters.Shown = { filter, search, before, member }
  const groupOf = groupsFor(service)
  const listing = listInquiries(service.store, {}, service.clock.now())
  const reading = listing.then((all) => {
    const wanted = { ...read.filter, search: search || undefined }
    if (isDated) return readPage(service.store, inbox, wanted, { listed: byDate(all), rows: MAX_DATED })
    if (isQueue) return readPage(service.store, inbox, wanted, { listed: inTurn(all, groupOf, before) })
    return readPage(service.store, inbox, wanted, { before, listed: all })
  })
  const [listed, found, names] = await Promise.all([
    listing,
    reading,
    staffNames(service),
    recordAudit(service, member.id, search ? 'inquiries.searched' : 'inquiries.listed', 'all'),
  ])
  const shownPage = search ? { ...found, rows: found.rows.filter((row) => isFoundOpenly(row, search)) } : found
  const { rows } = shownPage
  const isTicked = (row: Row) => refused?.picked.has(cursorOf(row.id)) ?? parameters.get('select') === 'all'
  const options = { ...service, names, picks: { form: SEVERAL_FORM, isTicked } }
  const order = isDated ? 'nearest date' : filter.status === filters.LATE ? 'longest' : 'newest'
  const caption = `${before ? 'More inquiries' : 'Inquiries'}${search && ` with “${search}”`}, ${order} first`
  const tableOf = (group: Group) => {
    const all = listed.filter((one) => groupOf(one) === group && matchesState(one, read.filter))
    const inGroup = rows.filter((row) => groupOf(row) === group)
    return inGroup.length > 0
      ? table.inquiryTable(html`${GROUP_TITLES[group]} <span class="count">${all.length}</span>`, inGroup, options)
      : ''
  }
  const last = listed.find(({ id }) => cursorOf(id) === shownPage.next)
  const next = isQueue && last ? queuePlace(last, groupOf) : shownPage.next
  const isGrouped = isQueue && filter.status === filters.DEFAULT_STATUS
  return {
    title: 'Inquiries',
    status: refused?.status ?? 200,
    content: html`${telephoneLink}
      ${newsRegion(service)}
      ${refused ? refusal(refused) : ''}
      ${done ? html`<p class="outcome" role="status">${doneSentence(done)}</p>` : ''}
      ${filters.statusTabs(shown, service, listed)}
      ${filters.filterForm(shown, names)}
      ${
        rows.length > 0
          ? html`<div class="list${isGrouped ? ' grouped' : ''}">
              ${isGrouped ? GROUPS.map(tableOf) : table.inquiryTable(caption, rows, options)}
              ${severalForm(shown)}
            </div>`
          : html`<p role="status">No inquiry ${search && shownPage.next ? 'searched so far ' : ''}matches.</p>`
      }
      ${isDated && shownPage.next ? DATES_LEFT_OUT : search ? searchPager(shownPage, shown) : pager(next, shown)}`,
  }
}

/** Rows of the list by date, which has no further pages. */
const MAX_DATED = 500
const DATES_LEFT_OUT = html`<p class="small">
  There are more inquiries with a date: the latest dates were left out. Choose an assignee to see fewer at once.
</p>`

const byDate = (listed: readonly ListedInquiry[]): ListedInquiry[] =>
  [...listed].sort(({ state: one }, { state: other }) => ((dueOf(one) ?? '') < (dueOf(other) ?? '') ? -1 : 1))

/** Whether a search may give a row: hidden texts are not searched. */
const isFoundOpenly = (row: Row, search: string): boolean =>
  isCleared(row) ||
  isFoundIn(
    PERSON_FIELDS.map((name) => row.record?.request[name]),
    search,
  )

function pager(next: string | undefined, { filter, before }: filters.Shown): Html {
  const path = (place: Record<string, string> = {}) => table.INQUIRIES_PATH + filters.queryString(filter, place)
  return html`<nav class="actions" aria-label="Pages">
    ${before ? html`<a class="button quiet" href="${path()}">First page</a>` : ''}
    ${next ? html`<a class="button quiet" rel="next" href="${path({ before: next })}">More</a>` : ''}
  </nav>`
}

/** Continues a search by a form, which keeps its text out of the address. */
function searchPager({ next, lookedBackTo }: InquiryPage, { filter, search, member }: filters.Shown): Html {
  const until = lookedBackTo?.split('/')[0]
  const isFiltered = Object.values({ ...filter, status: filter.status === filters.ALL ? '' : filter.status }).some(
    Boolean,
  )
  if (!next || !until)
    return html`<p class="small">All inquiries${isFiltered ? ' that match the filter' : ''} were searched. ${NOT_SEARCHED}</p>`
  return html`<form method="post" action="${table.INQUIRIES_PATH}">
      ${hiddenFields(member, { ...filter, search, before: next })}
      <button type="submit" class="quiet">Search further back</button>
    </form>
    <p class="small">Searched back to ${officeTime(until)}; earlier inquiries were not searched yet. ${NOT_SEARCHED}</p>`
}
