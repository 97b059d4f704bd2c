/** `/desk/look-up`: finds names in stored inquiries. They are sent in a form's body, not in an address, which proxies store. */
import { html } from 'hono/html'
import { monthOf, officeTime } from '../../dates.ts'
import { PERSON_FIELDS_IN_WORDS } from '../../inquiries/inquiry-fields.ts'
import { inquiryKey } from '../../inquiries/inquiry-id.ts'
import { openRows, type Row } from '../../inquiries/record.ts'
import type { PartyMatch } from '../../conflicts/party-match.ts'
import { MAX_FOUND, type Party, type PartySearch, readParties, searchParties } from '../../conflicts/party-search.ts'
import { printable } from '../../inquiries/printable.ts'
import type { StaffInbox } from '../../ports.ts'
import type { Service } from '../../service/service.ts'
import { PATHS } from '../../site.ts'
import { recordAudit } from '../../staff/audit.ts'
import { knownPartySection, NOT_CHECKED } from '../clients/pages.ts'
import { deskTable, hiddenFields, timeElement } from '../ui.ts'
import { type DeskPage, type Html, type SignedIn, withInbox } from '../page.ts'
import { inquiryPath, inquiryTable } from './inquiry-table.ts'
import { staffNames } from '../../staff/staff-member.ts'

export const LOOK_UP_PATH = `${PATHS.desk}/look-up`
const TITLE = 'Look-up'
/** Shorter texts match nearly every inquiry. */
const MIN_CHARACTERS = 2
/** Longer than any field that names a party. */
const MAX_CHARACTERS = 300

/** The tables of what was found, the surest first. */
const CAPTIONS: Readonly<Record<PartyMatch, (text: string) => string>> = {
  same: (text) => `Inquiries from or about “${text}”`,
  similar: (text) => `Names similar to “${text}”`,
}

export const showLookUp: DeskPage = async ({ member }) => ({ title: TITLE, content: lookUpForm(member) })

export const lookUp = withInbox(async ({ service, member, inbox, form }) => {
  const text = (form.get('text') ?? '').trim()
  const { length } = [...text]
  const limit =
    length < MIN_CHARACTERS ? `least ${MIN_CHARACTERS}` : length > MAX_CHARACTERS ? `most ${MAX_CHARACTERS}` : undefined
  if (limit) return { title: TITLE, status: 422, content: lookUpForm(member, text, `Write at ${limit} characters.`) }
  const parties = readParties(service, inbox)
  const searching = parties.then((stored) => searchParties(stored, [text]))
  const [stored, search, found, names, known] = await Promise.all([
    parties,
    searching,
    searching.then((search) => openFound(service, inbox, search)),
    staffNames(service),
    knownPartySection({ service, inbox }, text),
    recordAudit(service, member.id, 'inquiries.searched', monthOf(service.clock.now().toISOString())),
  ])
  return {
    title: TITLE,
    content: html`${lookUpForm(member, text)}
      ${search.hits.length === 0 ? html`<p role="status">No match among the inquiries that were searched.</p>` : ''}
      ${Object.entries(CAPTIONS).map(([match, caption]) => {
        const rows = found.get(match as PartyMatch)
        return rows ? inquiryTable(caption(text), rows, { ...service, names }) : ''
      })}
      ${namesTable(search)}
      ${known}
      ${searchSummary(search, stored)}`,
  }
})

/** What was found, in rows by the surest match of each inquiry. */
async function openFound({ store }: Pick<Service, 'store'>, inbox: StaffInbox, { hits }: PartySearch) {
  const hitsOf = Map.groupBy(
    hits.filter(({ namesOnly }) => !namesOnly),
    ({ id }) => inquiryKey(id),
  )
  const firsts = [...hitsOf.values()].flatMap(([first]) => (first ? [{ id: first.id, state: first.state }] : []))
  const surest = ({ id }: Row) =>
    hitsOf.get(inquiryKey(id))?.some(({ match }) => match === 'same') ? 'same' : 'similar'
  return Map.groupBy(await openRows(store, inbox, firsts), surest)
}

/** What was found among the names of erased inquiries. */
function namesTable({ hits }: PartySearch): Html | string {
  const kept = hits.filter(({ namesOnly }) => namesOnly)
  if (kept.length === 0) return ''
  return deskTable(
    'Names kept from erased inquiries',
    { Inquiry: 'line', Found: 'long', Received: 'line' },
    kept.map(({ id, text, match }) => [
      html`<a href="${inquiryPath(id.reference)}">${id.reference}</a>`,
      html`<bdi>${printable(text)}</bdi>${match === 'similar' ? ' (similar)' : ''}`,
      timeElement(id.receivedAt),
    ]),
  )
}

function lookUpForm(member: SignedIn, text = '', error?: string): Html {
  return html`<form method="post" action="${LOOK_UP_PATH}" role="search">
    ${hiddenFields(member)}
    <div class="field">
      <label for="text">A name or a part of one, an e-mail address or a telephone number</label>
      <p class="hint" id="text-hint">
        Searches ${PERSON_FIELDS_IN_WORDS}. The order of words, capitals, accents, punctuation and endings like “Inc.” do not
        matter. Similar names are listed separately.
      </p>
      ${error ? html`<p class="error" id="text-error"><span class="visually-hidden">Error: </span>${error}</p>` : ''}
      <input
        id="text" name="text" value="${text}" autocomplete="off" required
        aria-describedby="text-hint${error ? ' text-error' : ''}"${error ? html` aria-invalid="true" autofocus` : ''}>
    </div>
    <button type="submit">Look up</button>
  </form>`
}

/** What was searched, and that it is only a part of a conflict check. */
function searchSummary({ hasMore }: PartySearch, parties: readonly Party[]): Html {
  const oldest = parties.at(-1)
  return html`<p><strong>${NOT_CHECKED}</strong></p>
    ${hasMore ? html`<p><strong>The newest ${MAX_FOUND} are shown, and there are more.</strong> Write more of the name.</p>` : ''}
    <p class="small">
      Searched: all inquiries here${oldest ? `, received since ${officeTime(oldest.id.receivedAt)}` : ''}. From erased
      inquiries, only kept names are included.
    </p>`
}
