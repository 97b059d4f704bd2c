/** The section "Conflicts" of an inquiry: who else has written about, as or against its parties, and what the check found. */
import { html } from 'hono/html'
import { type ConflictCheck, type ConflictHit, MENTIONED, newestHit } from '../../inquiries/conflict-check.ts'
import { findingInWords } from '../../inquiries/history.ts'
import type { KnownParty } from '../../inquiries/known-party.ts'
import { printable } from '../../inquiries/printable.ts'
import type { FullInquiry } from '../../inquiries/reader.ts'
import { CLIENT_STATUS, nextStatuses, type Status, statusInWords } from '../../inquiries/status.ts'
import { dayInWords, officeDay, officeTime } from '../../dates.ts'
import type { StaffNames } from '../../staff/staff-member.ts'
import { knownListInWords, NOT_CHECKED, partyInWords } from '../clients/pages.ts'
import type { Html, SignedIn } from '../page.ts'
import { textField, describedByAlert, disclosure, timeElement, deskTable } from '../ui.ts'
import { type FormName, lawyersOnly, NEWEST_HIT } from './change-forms.ts'
import { changeForm, inquiryPath } from './inquiry-table.ts'

/** Value of the field `what` of the form that shows the message. */
export const READ_ANYWAY: FormName = 'read-anyway'
/** What follows from a conflict. */
const DECLINED: Status = 'declined'
/** More than this are counted. */
const MOST_ROWS = 50

/** What was typed beside the buttons, if the form was refused, and the wrong field. */
type TypedMark = { what: FormName; note: string; checkedElsewhere?: boolean; wrong?: string | undefined } | undefined

/**
 * The section. It stands above the message.
 * @param lawyers names of those who may mark
 * @param isRead whether the message is shown although it would be folded
 */
export function conflictSection(
  inquiry: FullInquiry,
  check: ConflictCheck,
  { names, member }: { names: StaffNames; member: SignedIn },
  { typed, isRead, lawyers }: { typed: TypedMark; isRead: boolean; lawyers: readonly string[] },
): Html {
  const { mark, isFolded } = check
  const isConflict = mark?.finding === 'conflict'
  return html`<section class="conflicts" aria-labelledby="conflicts">
    <h2 id="conflicts">Conflicts</h2>
    ${mark?.finding ? html`<p><strong class="badge${isConflict ? ' late' : ''}">${findingInWords(mark.finding)}</strong> Marked by ${names.get(mark.by) ?? mark.by}, ${timeElement(mark.at)}${mark.checkedElsewhere ? ', also in our system' : ''}.${mark.texts.map((text) => html` <bdi>${printable(text)}</bdi>`)}</p>` : ''}
    ${whatWasFound(check)}
    ${isFolded && !isRead ? foldedNotice(inquiry, member, check, typed) : ''}
    ${markForm(inquiry, check, member, { typed, lawyers })}
  </section>`
}

/** The hits, and what was searched. */
export const whatWasFound = (check: ConflictCheck): Html => html`${hitTables(check)} ${searchSummary(check)}`

/** What may be adverse is shown; the rest, such as what the same person wrote before, is folded and counted. */
function hitTables({ hits, searchedBackTo, list, isListOpened }: ConflictCheck): Html {
  const inquiries = searchedBackTo === undefined ? 'here' : `since ${officeTime(searchedBackTo)}`
  const onList = list?.count && isListOpened ? ` and the list of ${dayInWords(officeDay(new Date(list.at)))}` : ''
  const noMatch = (side: string) => html`<p>No match${side} among the inquiries ${inquiries}${onList}.</p>`
  if (hits.length === 0) return noMatch('')
  const [adverse, others] = [true, false].map((isAdverse) =>
    hits.filter(({ relation }) => (relation === 'adverse') === isAdverse),
  ) as [ConflictHit[], ConflictHit[]]
  const count = others.length === 1 ? '1 other with the same name' : `${others.length} others with the same name`
  return html`${adverse.length > 0 ? hitTable('Somebody may be on the other side', adverse) : noMatch(' on the other side')}
    ${others.length > 0 ? disclosure(count, hitTable('Found elsewhere', others)) : ''}`
}

function hitTable(caption: string, hits: readonly ConflictHit[]): Html {
  const shown = hits.slice(0, MOST_ROWS)
  return html`${deskTable(
    caption,
    { Where: 'line', 'What it may mean': 'long', Found: 'long', Since: 'line' },
    shown.map((hit) => [placeOf(hit), meaningOf(hit), textsOf(hit), timeElement(hit.at)]),
  )}
    ${hits.length > shown.length ? html`<p>And ${hits.length - shown.length} more: look the parties up.</p>` : ''}`
}

const placeOf = ({ place }: ConflictHit): Html =>
  'party' in place
    ? html`The firm’s list`
    : html`<a href="${inquiryPath(place.id.reference)}?received=${encodeURIComponent(place.id.receivedAt)}">${place.id.reference}</a>, ${place.namesOnly ? 'names only' : statusInWords(place.state.status)}`

function meaningOf(hit: ConflictHit): Html {
  const { relation, place } = hit
  const isAdverse = relation === 'adverse'
  const known = 'party' in place ? html` On the list: ${partyInWords(place.party)}.` : ''
  const limit = relation === 'same-opponent' ? ' It may limit you (rule 4-1.7(a)(2)).' : ''
  return html`${isAdverse ? html`<strong class="badge late">may be adverse</strong> ` : ''}${sentenceOf(hit)}${limit}${known}`
}

/** What a party on the list is to the firm, with the rule of the Florida Bar. */
const MEANINGS: Readonly<Record<KnownParty['role'], string>> = {
  client: 'a client',
  'former client': 'a former client (rule 4-1.9)',
  'prospective client': 'a prospective or declined client (rule 4-1.18)',
  opponent: 'an opponent of a client',
  related: 'related to a client or to an opponent',
  other: 'on the list',
}

function sentenceOf({ relation, side: { here, there }, place }: ConflictHit): string {
  const one =
    here === MENTIONED ? 'A party in an answer' : here === 'person' ? 'The person here' : 'The other party here'
  if ('party' in place) return `${one} is ${MEANINGS[place.party.role]}.`
  if (relation === 'same-opponent') return 'Both are against the same party.'
  if (relation === 'same-person') return 'The same person wrote there.'
  return there === 'person' ? `${one} is the person who wrote there.` : `${one} is the other party there.`
}

function textsOf({ match, texts }: ConflictHit): Html {
  const found = [...new Map(texts.map((text) => [`${text.here}\n${text.there}`, text])).values()]
  const inWords = ({ here, there }: ConflictHit['texts'][number]) =>
    here === there
      ? html`“<bdi>${printable(there)}</bdi>”`
      : html`“<bdi>${printable(there)}</bdi>” for “<bdi>${printable(here)}</bdi>”`
  return html`${match === 'same' ? 'Same' : 'Similar'}: ${found.map((text, index) => html`${index > 0 ? ', ' : ''}${inWords(text)}`)}`
}

/** What was searched, where, and what was not. */
function searchSummary({ searched, notSearched, searchedBackTo, list, isListOpened }: ConflictCheck): Html {
  const quoted = (texts: readonly string[]) =>
    texts.map((text, index) => html`${index > 0 ? ', ' : ''}“<bdi>${printable(text)}</bdi>”`)
  const bare = html`<strong>Not searched: ${quoted(notSearched)}. That is no clear name.</strong> Look it up. `
  const inquiries =
    searchedBackTo === undefined
      ? 'in all other inquiries'
      : html`in the inquiries since ${officeTime(searchedBackTo)}: <strong>earlier ones were not searched</strong>, look the parties up`
  return html`<p>${notSearched.length > 0 ? bare : ''}${knownListInWords(list, isListOpened)} <strong>${NOT_CHECKED}</strong></p>
    <p class="small">Searched: ${quoted(searched)} ${inquiries}.</p>`
}

function foldedNotice(
  inquiry: FullInquiry,
  member: SignedIn,
  { mark, searchedBackTo, reason = 'adverse' }: ConflictCheck,
  typed: TypedMark,
): Html {
  const why = {
    unlisted: 'because your clients are not in this search. A lawyer checks the names, and marks what was found',
    represented:
      'because this person says that a lawyer represents them. A lawyer of the firm decides who reads it (rule 4-4.2), and marks what was found',
    adverse: `because somebody may be on the other side, here${searchedBackTo === undefined ? '' : ' or in inquiries not yet searched'}`,
  }[reason]
  return html`<div class="notice">
    <p><strong>The message is not shown, ${why}.</strong> ${mark ? 'Notes and replies are hidden too.' : 'Notes and replies are hidden too, and no reply can be written, until the check is marked.'}</p>
    ${disclosure(
      'Read it all the same',
      html`<p><strong>If the firm acts for the other side, do not read this: it may disqualify you and the firm (rule 4-1.18(c)). Let a lawyer decide who reads it.</strong></p>
      ${changeForm(inquiry, member, READ_ANYWAY, html`${textField({ id: 'read-reason', name: 'note', label: 'Reason for reading it (kept in the history)', value: typed?.what === READ_ANYWAY ? typed.note : '', rows: 1, mark: markOf(typed, READ_ANYWAY) })}<button type="submit" class="quiet">Read it and record the reason</button>`)}`,
      typed?.what === READ_ANYWAY,
    )}
  </div>`
}

const markOf = (typed: TypedMark, what: string) =>
  typed?.what === what && typed.wrong === 'note' ? describedByAlert : html``

/** What a button says, and what it sends: the finding, and perhaps the status that follows at once. */
const MARKS: Readonly<Record<string, string>> = {
  none: 'No conflict',
  [`none ${CLIENT_STATUS}`]: `No conflict, and ${statusInWords(CLIENT_STATUS)}`,
  conflict: 'Conflict',
  [`conflict ${DECLINED}`]: `Conflict, and ${statusInWords(DECLINED)}`,
}

/** The mark and the status that follows from it are one click, made by a lawyer. */
function markForm(
  inquiry: FullInquiry,
  check: ConflictCheck,
  member: SignedIn,
  { typed, lawyers }: { typed: TypedMark; lawyers: readonly string[] },
): Html {
  if (!member.lawyer)
    return html`<p class="small">${lawyersOnly(lawyers)}</p>${typed?.note && ['conflict', 'hold'].includes(typed.what) ? html`<pre class="note">${`\n${printable(typed.note)}`}</pre>` : ''}`
  const buttons = Object.entries(MARKS).filter(([value]) => {
    const [finding, status] = value.split(' ')
    const allowed = nextStatuses(inquiry.state.status, finding === 'conflict' ? 'conflict' : 'none')
    return status === undefined || allowed.some((next) => next === status)
  })
  return changeForm(
    inquiry,
    member,
    'conflict',
    html`<input type="hidden" name="${NEWEST_HIT}" value="${newestHit(check)}">${textField({ id: 'conflict-note', name: 'note', label: 'What the check found (optional note, always shown here)', value: typed?.what === 'conflict' ? typed.note : '', rows: 1, mark: markOf(typed, 'conflict') })}
      <p class="tick"><label><input type="checkbox" name="elsewhere" value="yes"${typed?.checkedElsewhere ? html` checked` : ''}> Our own system was checked too</label></p>
      <div class="actions">${buttons.map(([value, text]) => html`<button type="submit" name="finding" value="${value}" class="quiet">${text}</button>`)}</div>`,
  )
}
