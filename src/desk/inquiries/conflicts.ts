/** The check for conflicts on the page of an inquiry, where lawyers mark the result. The page for a call also shows what was found. */
import { html } from 'hono/html'
import * as conflicts from '../../conflicts/conflict-check.ts'
import { dayInWords, officeDay } from '../../dates.ts'
import { findingInWords } from '../../inquiries/change.ts'
import { inquiryKey, keyPath } from '../../inquiries/inquiry-id.ts'
import { type FullInquiry, readStates } from '../../inquiries/record.ts'
import { CLIENT_STATUS, isMaybeSpam, nextStatuses, type Status } from '../../inquiries/status.ts'
import type { Store } from '../../ports.ts'
import { nameOf, type StaffNames } from '../../staff/staff-member.ts'
import { clientsLink, knownListInWords, partyInWords } from '../clients/pages.ts'
import type { Html, SignedIn } from '../page.ts'
import * as ui from '../ui.ts'
import { type FormName, lawyersOnly, NEWEST_HIT, type RefusedForm } from './change-forms.ts'
import { changeForm, exactPath, unopenedInWords } from './inquiry-table.ts'
import words from '../words.json' with { type: 'json' }

type ConflictCheck = conflicts.ConflictCheck
type ConflictHit = conflicts.ConflictHit

export const READ_ANYWAY: FormName = 'read-anyway'
const DECLINED: Status = 'declined'

/** For possible spam that is not hidden, only asks whether it is spam. @param isShown whether a message that would be hidden is shown */
export function conflictSection(
  inquiry: FullInquiry,
  check: ConflictCheck,
  { names, member }: { names: StaffNames; member: SignedIn },
  { typed, isShown, lawyers }: { typed: RefusedForm | undefined; isShown: boolean; lawyers: readonly string[] },
): Html {
  if (asksIfSpam(inquiry, check)) return spamQuestion(inquiry, member)
  const marking = member.lawyer
    ? markForm(inquiry, check, member, typed)
    : html`<p class="small">${lawyersOnly(lawyers)}</p>
    ${typed?.note && ['conflict', 'hold'].includes(typed.what) ? ui.typedLines(typed.note, 'note') : ''}`
  const found = html`${whatWasFound(check, member)} ${marking}`
  return html`<div class="conflicts">
    ${markLine(check, names)}
    ${check.hiddenBecause && !isShown ? hiddenNotice(inquiry, member, check, typed) : ''}
    ${ui.disclosure(summaryOf(check, member), found, isFoundOpen(check, typed))}
    ${check.list?.count || check.mark || isFoundOpen(check, typed) ? '' : html`<p>${clientsLink(member, 'Your clients are not in this search.')}</p>`}
  </div>`
}

const asksIfSpam = (inquiry: FullInquiry, { hiddenBecause }: ConflictCheck) => isMaybeSpam(inquiry) && !hiddenBecause

const isAdverse = ({ relation }: ConflictHit) => relation === 'adverse'

/** Whether the disclosure with what was found is open when the page opens. */
const isFoundOpen = ({ hiddenBecause, hits }: ConflictCheck, typed: RefusedForm | undefined) =>
  hiddenBecause !== undefined || typed?.what === 'conflict' || hits.some(isAdverse)

/** A lawyer's checkbox for the first mark. @returns '' also if the list was not searched, a hit is adverse, or the message is hidden */
export function quickMark(inquiry: FullInquiry, check: ConflictCheck, member: SignedIn, typed?: RefusedForm) {
  const isPlain = !check.mark && conflicts.isListSearched(check) && !isFoundOpen(check, typed)
  if (!member.lawyer || !isPlain || asksIfSpam(inquiry, check)) return ''
  return html`<input type="hidden" name="${NEWEST_HIT}" value="${conflicts.newestHitAt(check)}">
    ${ui.tickField({ name: 'finding', value: 'none', isTicked: false }, MARKS['none'] ?? '')}`
}

function spamQuestion(inquiry: FullInquiry, member: SignedIn): Html {
  const button = (what: FormName, words: string) =>
    changeForm(inquiry, member, what, html`<button type="submit" class="quiet">${words}</button>`)
  return html`<div class="conflicts spam-question">
    <p><strong class="badge spam">spam?</strong> It may be spam: ${inquiry.record?.suspicions.join(', ')}.</p>
    ${button('spam', 'Mark as spam')} ${button('take', 'It is not: take it')}
  </div>`
}

function markLine({ mark }: ConflictCheck, names: StaffNames): Html | string {
  if (!mark?.finding) return ''
  const { finding, by, at, checkedElsewhere, texts } = mark
  return html`<p>
    <strong class="${finding === 'conflict' ? 'late' : 'clear'}">${findingInWords(finding)}</strong>, marked by
    ${nameOf(by, names)}, ${ui.timeElement(at)}${checkedElsewhere ? ', also in our system.' : ''}
    ${texts.map((text) => html` ${ui.asTyped(text)}`)}
  </p>`
}

function summaryOf({ hits, mark, list, isListOpened, notSearched, unopened }: ConflictCheck, member: SignedIn) {
  const adverse = countDistinct(hits.filter(isAdverse))
  const others = countDistinct(hits) - adverse
  const words =
    adverse > 0
      ? `${adverse} may be on the other side.`
      : others > 0
        ? `No match on the other side; the same name ${others === 1 ? 'once' : `${others} times`} elsewhere.`
        : 'No match in this search.'
  const isPartial = notSearched.length > 0 || unopened > 0 || (list && !isListOpened)
  const act = member.lawyer ? `Add a note and mark it${mark ? ' again' : ''}` : 'Show'
  return html`<span>
    ${words}${isPartial ? html` <strong>Not all was searched.</strong>` : ''}
    ${mark ? '' : html`<span class="soft">It does not cover everything.</span>`} <b>${act}</b>
  </span>`
}

function hiddenNotice(
  inquiry: FullInquiry,
  member: SignedIn,
  { mark, hiddenBecause = 'adverse' }: ConflictCheck,
  typed: RefusedForm | undefined,
): Html {
  const next = mark ? '' : 'A lawyer must check and mark it before anyone reads or replies.'
  const refused = typed?.what === READ_ANYWAY ? typed : undefined
  const reason = { rows: 1, error: refused?.errors?.note }
  const form = html`${ui.textField(`${READ_ANYWAY}-note`, 'Reason for reading it (kept in the history)', refused?.note ?? '', reason)}
    <button type="submit" class="quiet">Read it and record the reason</button>`
  const content = html`<p>
      <strong>
        If the firm acts for the other side, do not read this: it may disqualify you and the firm (rule 4-1.18(c)).
        Let a lawyer decide who reads it.
      </strong>
    </p>
    ${changeForm(inquiry, member, READ_ANYWAY, form)}`
  return html`<div class="notice">
    <p><strong>Hidden: ${words.hiddenBecause[hiddenBecause]}.</strong> ${next}</p>
    ${ui.disclosure('Read it all the same', content, refused !== undefined)}
  </div>`
}

/** Labels of the choices, by value. A value is a finding, or a finding and a status, like `conflict declined`. */
const MARKS: Readonly<Record<string, string>> = {
  none: 'No conflict',
  [`none ${CLIENT_STATUS}`]: `No conflict, and ${CLIENT_STATUS}`,
  conflict: 'Conflict',
  [`conflict ${DECLINED}`]: `Conflict, and ${DECLINED}`,
}

function markChoices({ state }: FullInquiry): Html {
  const choices = Object.entries(MARKS).filter(([value]) => {
    const [finding, status] = value.split(' ')
    const allowed = nextStatuses(state.status, finding === 'conflict' ? 'conflict' : 'none')
    return !status || allowed.some((next) => next === status)
  })
  const choiceOf = ([value, text]: readonly [string, string]) =>
    html`<label><input type="radio" name="finding" value="${value}" required> ${text}</label>`
  return html`<fieldset class="answers"><legend>Mark</legend>${choices.map(choiceOf)}</fieldset>`
}

function markForm(inquiry: FullInquiry, check: ConflictCheck, member: SignedIn, typed: RefusedForm | undefined): Html {
  const refused = typed?.what === 'conflict' ? typed : undefined
  const label = 'What the check found (optional note, always shown here)'
  const note = ui.textField('conflict-note', label, refused?.note ?? '', { rows: 1, error: refused?.errors?.note })
  const content = html`<input type="hidden" name="${NEWEST_HIT}" value="${conflicts.newestHitAt(check)}">
    ${markChoices(inquiry)}
    ${note}
    ${ui.tickField({ name: 'elsewhere', isTicked: refused?.checkedElsewhere ?? false }, 'Our own system was checked too')}
    <button type="submit" class="quiet">Mark</button>`
  return changeForm(inquiry, member, 'conflict', content)
}

const MAX_ROWS = 50

/** Counts each inquiry and each listed party once. The person and the other party of one inquiry may be two hits. */
const countDistinct = (hits: readonly ConflictHit[]): number =>
  new Set(hits.map(({ place }) => ('party' in place ? place.party : inquiryKey(place.id)))).size

/** @returns the check with the states of the inquiries that its tables show */
export async function withStates(store: Pick<Store, 'list' | 'get'>, check: ConflictCheck): Promise<ConflictCheck> {
  const others = check.hits.filter((hit) => !isAdverse(hit)).slice(0, MAX_ROWS)
  const idsOf = ({ place }: ConflictHit) => ('id' in place && !place.namesOnly && !place.state ? [place.id] : [])
  const states = await readStates(store, others.flatMap(idsOf))
  const hits = check.hits.map((hit) => {
    const [id] = idsOf(hit)
    return id ? { ...hit, place: { id, state: states.get(keyPath(id)) } } : hit
  })
  return { ...check, hits }
}

export const whatWasFound = (check: ConflictCheck, member: SignedIn): Html =>
  html`${hitTables(check)} ${searchSummary(check, member)}`

/** Hits that may be adverse are shown at once. The others are in a disclosure, whose summary counts them. */
function hitTables({ hits, list, isListOpened }: ConflictCheck): Html {
  const onList = list?.count && isListOpened ? ` and the list of ${dayInWords(officeDay(new Date(list.at)))}` : ''
  const noMatch = (side: string) => html`<p>No match${side} among the inquiries here${onList}.</p>`
  if (hits.length === 0) return noMatch('')
  const adverse = hits.filter(isAdverse)
  const others = hits.filter((hit) => !isAdverse(hit))
  const count = others.length === 1 ? '1 other with the same name' : `${others.length} others with the same name`
  return html`${adverse.length > 0 ? hitTable('Somebody may be on the other side', adverse) : noMatch(' on the other side')}
    ${others.length > 0 ? ui.disclosure(count, hitTable('Found elsewhere', others)) : ''}`
}

function hitTable(caption: string, hits: readonly ConflictHit[]): Html {
  const shown = hits.slice(0, MAX_ROWS)
  const columns = { Where: 'line', 'What it may mean': 'long', Found: 'long', Since: 'line' }
  const rows = shown.map((hit) => [placeOf(hit), meaningOf(hit), textsOf(hit), ui.timeElement(hit.at)])
  return html`${ui.deskTable(caption, columns, rows)}
    ${hits.length > shown.length ? html`<p>And ${hits.length - shown.length} more: look the parties up.</p>` : ''}`
}

function placeOf({ place }: ConflictHit): Html {
  if ('party' in place) return html`The firm’s list`
  const state = place.namesOnly ? 'names only' : (place.state?.status ?? 'erased')
  return html`<a href="${exactPath(place.id)}">${place.id.reference}</a>, ${state}`
}

function meaningOf(hit: ConflictHit): Html {
  const { relation, place } = hit
  const known = 'party' in place ? html` On the list: ${partyInWords(place.party)}.` : ''
  const limit = relation === 'same-opponent' ? ' It may limit you (rule 4-1.7(a)(2)).' : ''
  return html`${isAdverse(hit) ? html`<strong class="badge late">may be adverse</strong> ` : ''}${sentenceOf(hit)}${limit}${known}`
}

function sentenceOf({ relation, side: { here, there }, place }: ConflictHit): string {
  const one =
    here === conflicts.MENTIONED
      ? 'A party in an answer'
      : here === 'person'
        ? 'The person here'
        : 'The other party here'
  if ('party' in place) return `${one} is ${words.parties[place.party.role]}.`
  if (relation === 'same-opponent') return 'Both are against the same party.'
  if (relation === 'same-person') return 'The same person wrote there.'
  return there === 'person' ? `${one} is the person who wrote there.` : `${one} is the other party there.`
}

function textsOf({ match, texts }: ConflictHit): Html {
  const found = [...new Map(texts.map((text) => [`${text.here}\n${text.there}`, text])).values()]
  const inWords = ({ here, there }: ConflictHit['texts'][number]) =>
    here === there ? quoted(there) : html`${quoted(there)} for ${quoted(here)}`
  return html`${match === 'same' ? 'Same' : 'Similar'}: ${ui.withCommasBetween(found.map(inWords))}`
}

const quoted = (text: string) => html`“${ui.asTyped(text)}”`

function searchSummary({ searched, notSearched, unopened, list, isListOpened }: ConflictCheck, member: SignedIn): Html {
  const allQuoted = (texts: readonly string[]) => ui.withCommasBetween(texts.map(quoted))
  const unclear = html`<strong>Not searched: ${allQuoted(notSearched)}. That is not a clear name.</strong> Look it up. `
  return html`<p>${notSearched.length > 0 ? unclear : ''}${unopenedInWords(unopened)} ${knownListInWords(member, list, isListOpened)} <strong>${words.notChecked}</strong></p>
    <p class="small">Searched: ${allQuoted(searched)} in all other inquiries.</p>`
}
