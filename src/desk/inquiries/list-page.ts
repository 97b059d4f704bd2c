/**
 * `/desk/inquiries`: all inquiries, newest first, fifty a page, with filters, a search and a field for a reference. A search
 * may be for a name, so it is sent in a form's body, not in an address, which browsers and proxies store.
 */
import { html } from 'hono/html'
import { listMonthsWithInquiries } from '../../inquiries/day-index.ts'
import { SEARCHED_IN_WORDS } from '../../inquiries/inquiry-fields.ts'
import { STATUSES, statusInWords } from '../../inquiries/status.ts'
import { monthInWords, officeTime } from '../../dates.ts'
import { topicInWords, topicsOf } from '../../firm/practice-area.ts'
import { parseReference } from '../../inquiries/reference.ts'
import { type InquiryPage, readPage } from '../../inquiries/reader.ts'
import { recordAudit } from '../../staff/audit.ts'
import { hiddenFields, selectField } from '../ui/form-fields.ts'
import type { DeskAnswer, Html, SignedIn } from '../page.ts'
import { queryString, readFilter, type FilterValues } from './filter.ts'
import { INQUIRIES_PATH, inquiryPath, inquiryTable } from './inquiry-table.ts'
import { NEWS_SCRIPT, newsRegion } from '../news.ts'
import { type InboxContext, withInbox } from '../with-inbox.ts'
import { LOOK_UP_PATH } from './look-up-page.ts'
import { type StaffNames, staffNames } from '../../staff/staff-names.ts'

export const inquiryListPage = withInbox(async (context) => {
  const { service, member, url } = context
  const referenceInput = url.searchParams.get('reference') ?? ''
  const reference = parseReference(referenceInput)
  if (reference) return { redirect: inquiryPath(reference) }
  const month = readFilter(url.searchParams, service).values.month || 'all'
  const [answer] = await Promise.all([
    renderList(context, { parameters: url.searchParams, referenceInput, search: '' }),
    recordAudit(service, member.id, 'inquiries.listed', month),
  ])
  return answer
})

/** The list, searched and filtered by the page's form. */
export const searchInquiries = withInbox(async (context) => {
  const { service, member, form } = context
  const { values } = readFilter(form, service)
  const search = (form.get('search') ?? '').trim()
  // Without a search text the filter is not personal, so the list has an address that can be bookmarked.
  if (search === '') return { redirect: INQUIRIES_PATH + queryString(values) }
  const [answer] = await Promise.all([
    renderList(context, { parameters: form, referenceInput: '', search }),
    recordAudit(service, member.id, 'inquiries.searched', values.month || 'all'),
  ])
  return answer
})

/** Input of the page. */
interface ListQuery {
  /** Filter and cursor. */
  parameters: URLSearchParams
  /** What was typed as a reference and is not one; '' for none. */
  referenceInput: string
  search: string
}

/** What the forms and links of the page repeat. */
interface Shown {
  filter: FilterValues
  search: string
  /** Cursor of the page. */
  before: string | undefined
  member: SignedIn
}

async function renderList({ service, member, inbox }: InboxContext, query: ListQuery): Promise<DeskAnswer> {
  const { parameters, referenceInput, search } = query
  const { values: filter, filter: wanted, before } = readFilter(parameters, service)
  const [page, months, names] = await Promise.all([
    readPage(service, inbox, { ...wanted, search: search || undefined }, { before }),
    listMonthsWithInquiries(service),
    staffNames(service),
  ])
  const shown: Shown = { filter, search, before, member }
  const topics = topicsOf(service.practiceAreas).map(
    (topic) => [topic, topicInWords(topic, service.practiceAreas)] as const,
  )
  const caption = `${before ? 'Older inquiries' : 'Inquiries'}${search && ` with “${search}”`}, newest first`
  return {
    title: 'Inquiries',
    status: referenceInput === '' ? 200 : 422,
    script: NEWS_SCRIPT,
    content: html`${newsRegion(service)}${findForm(referenceInput)}
      ${filterForm(shown, { topics, months, names })}
      ${page.rows.length > 0 ? inquiryTable(caption, page.rows, names, service) : html`<p role="status">No inquiry ${search && page.next ? 'searched so far ' : ''}matches.</p>`}
      ${search ? searchPager(page, shown) : pager(page, shown)}
      ${search ? '' : exportLinks(filter, months)}`,
  }
}

function findForm(referenceInput: string): Html {
  const isInvalid = referenceInput !== ''
  return html`<form method="get" action="${INQUIRIES_PATH}" class="find" role="search">
    <div class="field">
      <label for="reference">Find by reference</label>
      ${isInvalid ? html`<p class="error" id="reference-error"><span class="visually-hidden">Error: </span>This is not a reference. A reference looks like K7QM-2F9D; capitals and the hyphen do not matter.</p>` : ''}
      <input id="reference" name="reference" value="${referenceInput}" autocomplete="off" spellcheck="false"${isInvalid ? html` aria-invalid="true" aria-describedby="reference-error" autofocus` : ''}>
    </div>
    <button type="submit">Find</button>
    <p><a href="${LOOK_UP_PATH}">Look up a name</a></p>
  </form>`
}

/** Options of the filter: topics with their labels, months, and the names of the staff by id. */
interface Choices {
  topics: readonly (readonly [string, string])[]
  months: readonly string[]
  names: StaffNames
}

function filterForm({ filter, search, member }: Shown, { topics, months, names }: Choices): Html {
  const select = (name: keyof FilterValues, label: string, options: readonly (readonly [string, string])[]) =>
    selectField({ name, label, value: filter[name], options })
  return html`<form method="post" action="${INQUIRIES_PATH}" class="filter">
    ${hiddenFields(member)}
    <div class="field wide">
      <label for="search">Text in ${SEARCHED_IN_WORDS}</label>
      <input id="search" name="search" value="${search}" autocomplete="off">
    </div>
    ${select('status', 'Status', [['', 'any'], ...STATUSES.map((status) => [status, statusInWords(status)] as const)])}
    ${select('topic', 'Topic', [['', 'any'], ...topics])}
    ${select('spam', 'Spam?', [
      ['', 'all'],
      ['without', 'not marked as possible spam'],
      ['only', 'only possible spam'],
    ])}
    ${select('month', 'Month', [['', 'any'], ...months.map((month) => [month, monthInWords(month)] as const)])}
    ${select('assignee', 'Assigned to', [['', 'anyone'], ...names])}
    <p class="do"><button type="submit">Show</button> <a href="${INQUIRIES_PATH}">Show all</a></p>
  </form>`
}

function pager({ rows, next, lookedBackTo }: InquiryPage, { filter, before }: Shown): Html {
  const until = lookedBackTo?.split('/')[0]
  const isEmpty = next !== undefined && rows.length === 0
  return html`<nav class="actions" aria-label="Pages">
    ${before ? html`<a class="button quiet" href="${INQUIRIES_PATH}${queryString(filter)}">Newest</a>` : ''}
    ${next ? html`<a class="button" rel="next" href="${INQUIRIES_PATH}${queryString(filter, { before: next })}">${isEmpty ? 'Look further back' : 'Older'}</a>` : ''}
  </nav>
  ${next && until ? html`<p class="small">Looked back to ${officeTime(until)}. There are older inquiries.</p>` : ''}`
}

/** Continues a search by a form, which keeps its text out of the address. */
function searchPager({ next, lookedBackTo }: InquiryPage, { filter, search, member }: Shown): Html {
  const until = lookedBackTo?.split('/')[0]
  if (!next || !until)
    return html`<p class="small">All inquiries${Object.values(filter).some(Boolean) ? ' that match the filter' : ''} were searched.</p>`
  return html`<form method="post" action="${INQUIRIES_PATH}">${hiddenFields(member, { ...filter, search, before: next })}<button type="submit">Search further back</button></form>
    <p class="small">Searched back to ${officeTime(until)}. Earlier inquiries were not searched yet.</p>`
}

function exportLinks(filter: FilterValues, months: readonly string[]): Html {
  const month = filter.month || months[0]
  return month
    ? html`<p class="on-screen"><a href="${INQUIRIES_PATH}.csv${queryString(filter, { month })}">Download ${monthInWords(month)} as CSV, filtered as above</a></p>`
    : html``
}
