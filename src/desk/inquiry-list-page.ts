/**
 * `/desk/inquiries`: all inquiries, newest first, fifty a page, with filters and a field for a reference.
 */
import { html } from 'hono/html'
import { monthsWithInquiries } from '../practice/case-index.ts'
import { STATUSES, statusInWords } from '../practice/case-status.ts'
import { monthInWords, officeTime } from '../practice/office-time.ts'
import { topicInWords, topicsOf } from '../practice/practice-area.ts'
import { parseReference } from '../practice/reference.ts'
import { type InquiryPage, readPage } from '../server/inquiry-reader.ts'
import type { Service } from '../server/service.ts'
import { PATHS } from '../site.ts'
import { recordAudit } from './audit.ts'
import { selectField } from './desk-form.ts'
import type { Html } from './desk-page.ts'
import { queryOf, readFilter, type ShownFilter } from './inquiry-filter.ts'
import { INQUIRIES_PATH, inquiryPath, inquiryTable } from './inquiry-table.ts'
import { type ReadingPage, withInbox } from './locked.ts'

import { namesFor, type StaffNames, type Surroundings } from './surroundings.ts'

/** @param around what other parts of the desk tell */
export const inquiryListPage = (around: Surroundings) => {
  const list: ReadingPage = async (inbox, request, who, service) => {
    const { searchParams } = new URL(request.url)
    const asked = searchParams.get('reference') ?? ''
    const reference = parseReference(asked)
    if (reference) return { redirect: inquiryPath(reference) }
    const { shown, filter, before } = readFilter(searchParams, service)
    await recordAudit(service, who.id, 'inquiries.listed', shown.month || 'all')
    const [page, months, names] = await Promise.all([readPage(service, inbox, filter, before), monthsWithInquiries(service), namesFor(around, service, who)])
    return {
      title: 'Inquiries',
      status: asked === '' ? 200 : 422,
      content: html`${findForm(asked)}
        ${filterForm(shown, months, names, service)}
        ${page.rows.length > 0 ? inquiryTable(before ? 'Older inquiries, newest first' : 'Inquiries, newest first', page.rows, names, service) : html`<p>Nothing came in that fits.</p>`}
        ${pager(page, shown, before)}
        ${exportLinks(shown, months)}`,
    }
  }
  return withInbox(list)
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
    <p class="small">By name: <a href="${PATHS.desk}/look-up">look-up</a>.</p>
  </form>`
}

function filterForm(shown: ShownFilter, months: readonly string[], names: StaffNames, { practiceAreas }: Pick<Service, 'practiceAreas'>): Html {
  return html`<form method="get" action="${INQUIRIES_PATH}" class="filter">
    ${selectField('status', 'Status', shown.status, [['', 'any'], ...STATUSES.map((status) => [status, statusInWords(status)] as const)])}
    ${selectField('topic', 'Topic', shown.topic, [['', 'any'], ...topicsOf(practiceAreas).map((topic) => [topic, topicInWords(topic, practiceAreas)] as const)])}
    ${selectField('spam', 'Spam?', shown.spam, [['', 'all'], ['without', 'without what may be spam'], ['only', 'only what may be spam']])}
    ${selectField('month', 'Month', shown.month, [['', 'any'], ...months.map((month) => [month, monthInWords(month)] as const)])}
    ${selectField('assignee', 'Assigned to', shown.assignee, [['', 'anybody'], ...names])}
    <button type="submit">Show</button>
    <a href="${INQUIRIES_PATH}">Show all</a>
  </form>`
}

function pager({ rows, next, lookedBackTo }: InquiryPage, shown: ShownFilter, before: string | undefined): Html {
  const until = lookedBackTo?.split('/')[0]
  const short = next !== undefined && rows.length === 0
  return html`<nav class="actions" aria-label="Pages">
    ${before ? html`<a class="button quiet" href="${INQUIRIES_PATH}${queryOf(shown)}">Newest</a>` : ''}
    ${next ? html`<a class="button" rel="next" href="${INQUIRIES_PATH}${queryOf(shown, { before: next })}">${short ? 'Look further back' : 'Older'}</a>` : ''}
  </nav>
  ${next && until ? html`<p class="small">Looked back to ${officeTime(until)}. There are older inquiries.</p>` : ''}`
}

function exportLinks(shown: ShownFilter, months: readonly string[]): Html {
  const month = shown.month || months[0]
  return month ? html`<p><a href="${INQUIRIES_PATH}.csv${queryOf(shown, { month })}">Download ${monthInWords(month)} as CSV</a>, as filtered above.</p>` : html``
}
