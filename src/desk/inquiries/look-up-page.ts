/** `/desk/look-up`: finds a party in inquiries, kept names and the firm's list. A form sends the text in its body: proxies log URLs. */
import { html } from 'hono/html'
import { visibleText } from '../../letters.ts'
import { monthAt } from '../../dates.ts'
import { PERSON_FIELDS_IN_WORDS } from '../../inquiries/inquiry-fields.ts'
import {
  countUnopened,
  MAX_FOUND,
  type Party,
  type PartySearch,
  readParties,
  searchParties,
} from '../../conflicts/party-search.ts'
import { openRows } from '../../inquiries/record.ts'
import { PATHS } from '../../site.ts'
import { knownPartySection } from '../clients/pages.ts'
import { asTyped, deskForm, deskTable, hiddenWords, lineField, timeElement } from '../ui.ts'
import { type DeskPage, type Html, type SignedIn, withInbox } from '../page.ts'
import { inquiryPath, inquiryTable, unopenedInWords } from './inquiry-table.ts'
import { staffNames } from '../../staff/staff-member.ts'
import words from '../words.json' with { type: 'json' }

export const LOOK_UP_PATH = `${PATHS.desk}/look-up`
const TITLE = 'Look-up'
/** Shorter texts match nearly every inquiry. */
const MIN_CHARACTERS = 2
/** Longer than any field that names a party. */
const MAX_CHARACTERS = 300

export const showLookUp: DeskPage = async ({ member }) => ({ title: TITLE, content: lookUpForm(member) })

export const lookUp = withInbox(async (context) => {
  const { service, member, inbox, form, audit } = context
  const text = visibleText(form.get('text') ?? '')
  const { length } = [...text]
  const limit =
    length < MIN_CHARACTERS ? `least ${MIN_CHARACTERS}` : length > MAX_CHARACTERS ? `most ${MAX_CHARACTERS}` : undefined
  if (limit) return { title: TITLE, status: 422, content: lookUpForm(member, text, `Write at ${limit} characters.`) }
  const [parties, names, known] = await Promise.all([
    readParties(service, inbox),
    staffNames(service),
    knownPartySection(context, text),
    audit('inquiries.searched', monthAt(service.clock.now())),
  ])
  const search = await searchParties(parties, text)
  // The surest matches come first.
  const captions = { same: `Inquiries from or about “${text}”`, similar: `Names similar to “${text}”` }
  const tables = Object.entries(captions).map(async ([match, caption]) => {
    const found = search.found.filter((one) => one.match === match && !one.namesOnly)
    const ids = found.map(({ id }) => id)
    return inquiryTable(caption, await openRows(service.store, inbox, ids), { ...service, names })
  })
  return {
    title: TITLE,
    content: html`${lookUpForm(member, text)}
      ${search.found.length === 0 ? html`<p role="status">No match among the inquiries that were searched.</p>` : ''}
      ${await Promise.all(tables)}
      ${namesTable(search)}
      ${known}
      ${searchSummary(search, parties)}`,
  }
})

function namesTable({ found }: PartySearch) {
  const kept = found.filter(({ namesOnly }) => namesOnly)
  const rows = kept.map(({ id, text, match }) => [
    html`<a href="${inquiryPath(id.reference)}">${id.reference}</a>`,
    html`${asTyped(text)}${match === 'similar' ? ' (similar)' : ''}`,
    timeElement(id.receivedAt),
  ])
  return deskTable('Names kept from erased inquiries', { Inquiry: 'line', Found: 'long', Received: 'line' }, rows)
}

function lookUpForm(member: SignedIn, text = '', error?: string): Html {
  const field = lineField('text', 'A name or a part of one, an e-mail address or a telephone number', text, {
    hint: `Searches ${PERSON_FIELDS_IN_WORDS}. The order of words, capitals, accents, punctuation and endings like “Inc.” do not matter. Similar names are listed separately.`,
    error: error && html`${hiddenWords('Error: ')}${error}`,
    attributes: html` autocomplete="off" required`,
  })
  const content = html`${field}
    <button type="submit">Look up</button>`
  return deskForm(member, { action: LOOK_UP_PATH, attributes: html` role="search"` }, content)
}

function searchSummary({ hasMore }: PartySearch, parties: readonly Party[]): Html {
  const oldest = parties.at(-1)
  return html`<p>${unopenedInWords(countUnopened(parties))} <strong>${words.notChecked}</strong></p>
    ${hasMore ? html`<p><strong>The newest ${MAX_FOUND} are shown, and there are more.</strong> Write more of the name.</p>` : ''}
    <p class="small">
      Searched: all inquiries here${oldest ? html`, received since ${timeElement(oldest.id.receivedAt)}` : ''}; from erased
      inquiries, only kept names.
    </p>`
}
