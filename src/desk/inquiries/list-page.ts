/** `/desk/inquiries`: the list. A form sends a search in its body: it may be a name, and browsers and proxies store URLs. */
import { html } from 'hono/html'
import { PERSON_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { cursorOf, parseReference } from '../../inquiries/inquiry-id.ts'
import { findByReference, type InquiryPage, listIds, listOpen, readPage, type Row } from '../../inquiries/record.ts'
import { nearestDay, isCleared, type ListedInquiry, matchesState } from '../../inquiries/status.ts'
import { isFoundIn, isSearchable } from '../../inquiries/text-search.ts'
import { SECOND_MS } from '../../duration.ts'
import { linksBooking, openPassages, readReplyTemplates } from '../../firm/reply-template.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import { canSend } from '../../mail/message.ts'
import type { Service } from '../../service/service.ts'
import { alertBox, buttonForm, deskForm, disclosure, hiddenField, timeElement } from '../ui.ts'
import { type DeskAnswer, type Html, type InboxContext, type SignedIn, withInbox } from '../page.ts'
import type { TypedForm } from './change-forms.ts'
import * as filters from './filter.ts'
import * as table from './inquiry-table.ts'
import { telephoneLink } from './telephone-page.ts'
import { newsRegion } from '../news.ts'
import { staffNames } from '../../staff/staff-member.ts'
import words from '../words.json' with { type: 'json' }

export const inquiryListPage = withInbox((context) => {
  const { searchParams } = context.url
  return listPage(context, { parameters: searchParams, search: '', done: readDone(searchParams) })
})

export const searchInquiries = withInbox(async (context) => {
  const { service, form } = context
  const search = (form.get('search') ?? '').trim()
  // A filter alone is not personal, so the list has an address that can be bookmarked.
  if (search === '')
    return { redirect: table.INQUIRIES_PATH + filters.queryString(filters.readFilter(form, service).values) }
  const reference = parseReference(search)
  // A name can look like a reference, so the text counts as a reference only if an inquiry has it.
  if (reference && (await findByReference(service.store, reference)).length > 0)
    return { redirect: table.inquiryPath(reference) }
  return listPage(context, { parameters: form, search })
})

interface ListQuery {
  parameters: URLSearchParams
  search: string
  done?: Done | undefined
  refused?: Refused
}

export async function listPage(context: InboxContext, query: ListQuery): Promise<DeskAnswer> {
  const { service, member, inbox } = context
  const { parameters, search, done, refused } = query
  // A search covers all inquiries, unless a tab other than “All open” was chosen.
  const read = filters.readFilter(parameters, service, search ? filters.ALL : filters.DEFAULT_STATUS)
  const { values: filter } = read
  const isDated = filter.status === filters.DATED
  const isQueue = search === '' && !isDated && filters.showsOnlyOpen(filter)
  const isUnsearchable = search !== '' && !isSearchable(search)
  const before = isDated ? undefined : read.before
  const shown: filters.Shown = { filter, search, before, member }
  const keyOf = filters.queueKeyFunction(service)
  const listing = listOpen(service.store)
  const readRows = async (): Promise<InquiryPage> => {
    if (isUnsearchable) return { rows: [], next: undefined, lookedBackTo: undefined, unopened: 0 }
    const wanted = { ...read.listFilter, search: search || undefined }
    if (!filters.showsOnlyOpen(filter)) {
      const ids = await listIds(service.store, {}, service.clock.now())
      return readPage(service.store, inbox, wanted, { before, ids })
    }
    const open = (await listing).filter((one) => matchesState(one, read.listFilter))
    const nearestFirst = (one: ListedInquiry, other: ListedInquiry) =>
      (nearestDay(one.state) ?? '') < (nearestDay(other.state) ?? '') ? -1 : 1
    const inOrder = isDated ? open.sort(nearestFirst) : isQueue ? filters.inQueueOrder(open, keyOf, before) : open
    const ids = inOrder.map(({ id }) => id)
    const page = isDated ? { ids, rows: MAX_DATED } : isQueue ? { ids } : { ids, before }
    return readPage(service.store, inbox, wanted, page)
  }
  const [open, found, names, letters] = await Promise.all([
    listing,
    readRows(),
    staffNames(service),
    canSend(service, 'reply') ? letterActions(service) : [],
    context.audit(search ? 'inquiries.searched' : 'inquiries.listed', 'all'),
  ])
  const shownPage = search ? { ...found, rows: found.rows.filter((row) => isFoundInShown(row, search)) } : found
  const { rows } = shownPage
  const isTicked = (row: Row) => refused?.picked.has(cursorOf(row.id)) ?? parameters.get('select') === 'all'
  const options = { ...service, names, picks: { form: SEVERAL_FORM, isTicked } }
  const order = isDated ? 'nearest date' : isQueue ? 'most pressing' : 'newest'
  const caption = `${before ? 'More inquiries' : 'Inquiries'}${search && ` with “${search}”`}, ${order} first`
  const tableOf = (group: filters.Group) => {
    const isInGroup = (one: ListedInquiry) => filters.groupIn(keyOf(one)) === group
    const all = open.filter((one) => isInGroup(one) && matchesState(one, read.listFilter))
    const heading = html`${filters.GROUP_TITLES[group]} <span class="count">${all.length}</span>`
    return table.inquiryTable(heading, rows.filter(isInGroup), options)
  }
  const last = open.find(({ id }) => cursorOf(id) === shownPage.next)
  const next = isQueue && last ? keyOf(last) : shownPage.next
  const isGrouped = isQueue && filter.status === filters.DEFAULT_STATUS
  return {
    title: 'Inquiries',
    status: refused?.status ?? 200,
    content: html`${telephoneLink}
      ${newsRegion(service)}
      ${refused ? alertBox(refused.text) : ''}
      ${refused?.reasons ? html`<ul class="failed">${refused.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>` : ''}
      ${done && !refused ? html`<p class="outcome" role="status">${doneSentence(done)}</p>` : ''}
      ${done?.undo ? undoForm(member, done.undo) : ''}
      ${filters.statusTabs(shown, service, open)}
      ${filters.filterForm(shown, names)}
      ${
        rows.length > 0
          ? html`<div class="list${isGrouped ? ' grouped' : ''}">
              ${isGrouped ? filters.GROUPS.map(tableOf) : table.inquiryTable(caption, rows, options)}
              ${severalForm(shown, letters, rows.length <= MAX_SEVERAL)}
            </div>`
          : html`<p role="status">${isUnsearchable ? words.nothingToSearch : `No inquiry ${shownPage.next ? 'searched so far ' : ''}matches.`}</p>`
      }
      ${isUnsearchable ? '' : isDated && shownPage.next ? DATES_LEFT_OUT : search ? searchPager(shownPage, shown) : pager(next, shown)}
      ${!search && !isQueue && rows.length < MAX_SEVERAL ? lookedBack(shownPage) : ''}`,
  }
}

/** The list by date has no further pages. */
const MAX_DATED = 500
const DATES_LEFT_OUT = html`<p class="small">
  There are more inquiries with a date: the latest dates were left out. Choose an assignee to see fewer at once.
</p>`

/** Ignores matches in texts that the list hides. */
function isFoundInShown(row: Row, search: string): boolean {
  const shown = PERSON_FIELDS.map((name) => row.record?.request[name])
  return isCleared(row) || isFoundIn(shown, search)
}

function pager(next: string | undefined, { filter, before }: filters.Shown): Html {
  const path = (more: Record<string, string> = {}) => table.INQUIRIES_PATH + filters.queryString(filter, more)
  return html`<nav class="actions" aria-label="Pages">
    ${before ? html`<a class="button quiet" href="${path()}">First page</a>` : ''}
    ${next ? html`<a class="button quiet" rel="next" href="${path({ before: next })}">More</a>` : ''}
  </nav>`
}

/** Says how far back was searched, because a page may have few rows when most inquiries did not match. */
function lookedBack({ next, lookedBackTo }: InquiryPage, more: Html | string = ''): Html | string {
  const until = lookedBackTo?.split('/')[0]
  if (!next || !until) return ''
  return html`<p class="small">Searched back to ${timeElement(until)}; earlier inquiries were not searched yet. ${more}</p>`
}

/** A form keeps the searched text out of the address. */
function searchPager(page: InquiryPage, { filter, search, member }: filters.Shown): Html {
  const isFiltered = filter.assignee !== '' || ![filters.ALL, ''].includes(filter.status)
  const unopened = table.unopenedInWords(page.unopened)
  if (!page.next)
    return html`<p class="small">All inquiries${isFiltered ? ' that match the filter' : ''} were searched. ${unopened} ${words.notSearched}</p>`
  const fields = { ...filter, search, before: page.next }
  return html`${buttonForm(member, { action: table.INQUIRIES_PATH, fields }, 'Search further back')}
    ${lookedBack(page, html`${unopened} ${words.notSearched}`)}`
}

export const UNDO_MS = 10 * SECOND_MS
const SEVERAL_PATH = `${table.INQUIRIES_PATH}/several`
const SEVERAL_FORM = 'several'
/** The most inquiries that can be changed at once. A page has as many rows, but the list by date has more. */
export const MAX_SEVERAL = 50

export interface SeveralAction {
  name: string
  button: string
  /** The form on the page of an inquiry that does the same. A letter is filled in later, in the language of the person. */
  typed: TypedForm
  letter?: string
  /** The words after “were”. */
  done: string
}

const ACTIONS: readonly SeveralAction[] = [
  { name: 'spam', button: 'Mark as spam', typed: { what: 'spam', note: '' }, done: 'marked as spam' },
  { name: 'close', button: 'Close', typed: { what: 'save', status: 'closed', note: '' }, done: 'closed' },
]
/** The action of “Undo”, which has no button below the list. */
export const UNDONE = { name: 'undo', done: 'taken back: no letter was sent' }

/** One action for each letter that declines and has nothing to fill in. */
async function letterActions({ published }: Service): Promise<SeveralAction[]> {
  const letters = (await readReplyTemplates(published))[FIRST_LANGUAGE] ?? []
  return letters
    .filter((one) => one.status === 'declined' && !one.asks && !one.afterMark)
    .filter((one) => openPassages(one.text).length === 0 && !linksBooking(one))
    .map(({ id, title }) => ({
      name: `decline-${id}`,
      button: `Decline: ${title}`,
      typed: { what: 'reply', status: 'declined', note: '' },
      letter: id,
      done: `declined, each with the letter “${title}”`,
    }))
}

export const findAction = async (service: Service, wanted: string | null) =>
  [...ACTIONS, ...(await letterActions(service))].find(({ name }) => name === wanted)

export interface Done {
  action: Pick<SeveralAction, 'name' | 'done'>
  count: number
  /** The changes that can be taken back, each as the cursor of its inquiry, a slash, and the number of the change. */
  undo?: readonly string[] | undefined
}

/** Anyone can write these parameters, so only words of `ACTIONS` and `UNDONE` are shown. */
function readDone(parameters: URLSearchParams): Done | undefined {
  const action = [...ACTIONS, UNDONE].find(({ name }) => name === parameters.get('done'))
  const count = Number(parameters.get('count'))
  return action && Number.isInteger(count) && count > 0 && count <= MAX_SEVERAL ? { action, count } : undefined
}

function undoForm(member: SignedIn, undo: readonly string[]): Html {
  const fields = html`${undo.map((pick) => hiddenField([table.PICK_FIELD, pick]))}
    <button type="submit">Undo</button>`
  return html`<p>Nothing is sent for ${UNDO_MS / SECOND_MS} seconds. Until then you can take it back.</p>
    ${deskForm(member, { action: `${SEVERAL_PATH}/undo` }, fields)}`
}

/** Why some or all inquiries were not changed. Their boxes stay ticked, so that the member can correct the choice. */
export interface Refused {
  text: string
  reasons?: readonly Html[]
  /** Cursors of the inquiries that were ticked and not changed. */
  picked: ReadonlySet<string>
  status: number
}

/** Like `3 inquiries were closed.` */
export const doneSentence = ({ action: { done }, count }: Done): string =>
  count === 0
    ? `No inquiry was ${done.split(/[,:]/)[0]}.`
    : `${count === 1 ? 'One inquiry was' : `${count} inquiries were`} ${done}.`

/** @param fits whether all rows can be changed at once */
function severalForm(shown: filters.Shown, letters: readonly SeveralAction[], fits: boolean) {
  const { filter, search, before = '', member } = shown
  const buttonOf = ({ name, button }: SeveralAction) =>
    html`<button type="submit" name="what" value="${name}" class="quiet">${button}</button>`
  const all = table.INQUIRIES_PATH + filters.queryString(filter, { before, select: 'all' })
  // Enter in a checkbox presses the first button of a form. This button names no action, so it changes nothing.
  const content = html`<button type="submit" hidden></button>
    ${search === '' && fits ? html`<p><a href="${all}" data-select-all>Select all</a></p>` : ''}
    ${ACTIONS.map(buttonOf)} ${letters.length > 0 ? disclosure('Decline with a letter', html`<p class="do">${letters.map(buttonOf)}</p>`) : ''}`
  const fields = { ...filter, search, before }
  const attributes = html` id="${SEVERAL_FORM}" aria-label="Several at once"`
  return deskForm(member, { action: SEVERAL_PATH, fields, className: 'several', attributes }, content)
}
