/**
 * `/desk/inquiries`: all inquiries, newest first, fifty a page, with filters, a search and a field for a reference. What is
 * searched for may be a name: it is sent in a form and not in an address, which browsers and proxies would keep.
 */
import { html } from 'hono/html'
import { monthsWithInquiries } from '../../inquiries/day-index.ts'
import { STATUSES, statusInWords } from '../../inquiries/status.ts'
import { monthInWords, officeTime } from '../../dates.ts'
import { topicInWords, topicsOf } from '../../firm/practice-area.ts'
import { parseReference } from '../../inquiries/reference.ts'
import { type InquiryPage, readPage } from '../../inquiries/reader.ts'
import type { Service } from '../../service/service.ts'
import type { StaffInbox } from '../../ports.ts'
import { recordAudit } from '../../staff/audit.ts'
import { hiddenFields, selectField } from '../ui/form-fields.ts'
import type { DeskAnswer, Html, SignedIn } from '../page.ts'
import { queryOf, readFilter, type ShownFilter } from './filter.ts'
import { INQUIRIES_PATH, inquiryPath, inquiryTable } from './inquiry-table.ts'
import { withInbox } from '../with-inbox.ts'
import { LOOK_UP_PATH } from './look-up-page.ts'
import { type StaffNames, staffNames } from '../staff-names.ts'

export const inquiryListPage = withInbox(async (inbox, request, who, service) => {
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('reference') ?? ''
  const reference = parseReference(asked)
  if (reference) return { redirect: inquiryPath(reference) }
  await recordAudit(service, who.id, 'inquiries.listed', readFilter(searchParams, service).shown.month || 'all')
  return draw(inbox, who, service, { parameters: searchParams, asked, search: '' })
})

/** The same, searched and filtered by the page's form. */
export const searchInquiries = withInbox(async (inbox, _request, who, service, _params, form) => {
  const { shown } = readFilter(form, service)
  const wanted = (form.get('search') ?? '').trim()
  // Without a text it is a list, which has an address of its own.
  if (wanted === '') return { redirect: INQUIRIES_PATH + queryOf(shown) }
  await recordAudit(service, who.id, 'inquiries.searched', shown.month || 'all')
  return draw(inbox, who, service, { parameters: form, asked: '', search: wanted })
})

/** What is asked of the page: filter and cursor, what was typed as a reference, and the text to be searched for. */
interface Asked {
  parameters: URLSearchParams
  asked: string
  search: string
}

async function draw(
  inbox: StaffInbox,
  who: SignedIn,
  service: Service,
  { parameters, asked, search }: Asked,
): Promise<DeskAnswer> {
  const { shown, filter, before } = readFilter(parameters, service)
  const [page, months, names] = await Promise.all([
    readPage(service, inbox, { ...filter, search: search || undefined }, before),
    monthsWithInquiries(service),
    staffNames(service),
  ])
  const caption = `${before ? 'Older inquiries' : 'Inquiries'}${search && ` that hold “${search}”`}, newest first`
  return {
    title: 'Inquiries',
    status: asked === '' ? 200 : 422,
    content: html`${findForm(asked)}
      ${filterForm(shown, search, months, names, who, service)}
      ${page.rows.length > 0 ? inquiryTable(caption, page.rows, names, service) : html`<p role="status">Nothing ${search && page.next ? 'in what was searched so far' : 'that came in'} fits.</p>`}
      ${pager(page, shown, search, before, who)}
      ${search ? '' : exportLinks(shown, months)}`,
  }
}

function findForm(asked: string): Html {
  const wrong = asked !== ''
  return html`<form method="get" action="${INQUIRIES_PATH}" class="find" role="search">
    <div class="field">
      <label for="reference">Find by reference</label>
      ${wrong ? html`<p class="error" id="reference-error"><span class="visually-hidden">Error: </span>This is no reference. One looks like K7QM-2F9D; capitals and the hyphen do not matter.</p>` : ''}
      <input id="reference" name="reference" value="${asked}" autocomplete="off" spellcheck="false"${wrong ? html` aria-invalid="true" aria-describedby="reference-error" autofocus` : ''}>
    </div>
    <button type="submit">Find</button>
    <p><a href="${LOOK_UP_PATH}">Look up a name</a></p>
  </form>`
}

function filterForm(
  shown: ShownFilter,
  search: string,
  months: readonly string[],
  names: StaffNames,
  who: SignedIn,
  { practiceAreas }: Pick<Service, 'practiceAreas'>,
): Html {
  return html`<form method="post" action="${INQUIRIES_PATH}" class="filter">
    ${hiddenFields(who)}
    <div class="field wide">
      <label for="search">Text in name, e-mail, other side or message</label>
      <input id="search" name="search" value="${search}" autocomplete="off">
    </div>
    ${selectField('status', 'Status', shown.status, [['', 'any'], ...STATUSES.map((status) => [status, statusInWords(status)] as const)])}
    ${selectField('topic', 'Topic', shown.topic, [['', 'any'], ...topicsOf(practiceAreas).map((topic) => [topic, topicInWords(topic, practiceAreas)] as const)])}
    ${selectField('spam', 'Spam?', shown.spam, [
      ['', 'all'],
      ['without', 'without what may be spam'],
      ['only', 'only what may be spam'],
    ])}
    ${selectField('month', 'Month', shown.month, [['', 'any'], ...months.map((month) => [month, monthInWords(month)] as const)])}
    ${selectField('assignee', 'Assigned to', shown.assignee, [['', 'anybody'], ...names])}
    <p class="do"><button type="submit">Show</button> <a href="${INQUIRIES_PATH}">Show all</a></p>
  </form>`
}

function pager(
  { rows, next, lookedBackTo }: InquiryPage,
  shown: ShownFilter,
  search: string,
  before: string | undefined,
  who: SignedIn,
): Html {
  if (search) return searchPager({ rows, next, lookedBackTo }, shown, search, who)
  const until = lookedBackTo?.split('/')[0]
  const short = next !== undefined && rows.length === 0
  return html`<nav class="actions" aria-label="Pages">
    ${before ? html`<a class="button quiet" href="${INQUIRIES_PATH}${queryOf(shown)}">Newest</a>` : ''}
    ${next ? html`<a class="button" rel="next" href="${INQUIRIES_PATH}${queryOf(shown, { before: next })}">${short ? 'Look further back' : 'Older'}</a>` : ''}
  </nav>
  ${next && until ? html`<p class="small">Looked back to ${officeTime(until)}. There are older inquiries.</p>` : ''}`
}

/** A search is continued by a form: its text stands in no address. */
function searchPager({ next, lookedBackTo }: InquiryPage, shown: ShownFilter, search: string, who: SignedIn): Html {
  const until = lookedBackTo?.split('/')[0]
  if (!next || !until)
    return html`<p class="small">All inquiries${Object.values(shown).some(Boolean) ? ' that pass the filter' : ''} were searched.</p>`
  return html`<form method="post" action="${INQUIRIES_PATH}">${hiddenFields(who, { ...shown, search, before: next })}<button type="submit">Search further back</button></form>
    <p class="small">Searched back to ${officeTime(until)}. Earlier inquiries were not searched yet.</p>`
}

function exportLinks(shown: ShownFilter, months: readonly string[]): Html {
  const month = shown.month || months[0]
  return month
    ? html`<p class="on-screen"><a href="${INQUIRIES_PATH}.csv${queryOf(shown, { month })}">Download ${monthInWords(month)} as CSV, filtered as above</a></p>`
    : html``
}
