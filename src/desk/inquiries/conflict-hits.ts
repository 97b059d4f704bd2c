/** What a check for conflicts found, and where it searched. */
import { html } from 'hono/html'
import { type ConflictCheck, type ConflictHit, MENTIONED } from '../../conflicts/conflict-check.ts'
import { inquiryKey } from '../../inquiries/inquiry-id.ts'
import type { KnownParty } from '../../conflicts/known-parties.ts'
import { printable } from '../../letters.ts'
import { dayInWords, officeDay } from '../../dates.ts'
import { knownListInWords, NOT_CHECKED, partyInWords } from '../clients/pages.ts'
import type { Html } from '../page.ts'
import { deskTable, disclosure, timeElement } from '../ui.ts'
import { exactPath } from './inquiry-table.ts'

/** More than this are counted. */
const MOST_ROWS = 50

/** How many inquiries and entries of the list were hit: the person and the other party of one may be two rows. */
export const countPlaces = (hits: readonly ConflictHit[]): number =>
  new Set(hits.map(({ place }) => ('party' in place ? place.party : inquiryKey(place.id)))).size

export const whatWasFound = (check: ConflictCheck): Html => html`${hitTables(check)} ${searchSummary(check)}`

/** What may be adverse is shown; the rest, such as what the same person wrote before, is closed and counted. */
function hitTables({ hits, list, isListOpened }: ConflictCheck): Html {
  const onList = list?.count && isListOpened ? ` and the list of ${dayInWords(officeDay(new Date(list.at)))}` : ''
  const noMatch = (side: string) => html`<p>No match${side} among the inquiries here${onList}.</p>`
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

function placeOf({ place }: ConflictHit): Html {
  if ('party' in place) return html`The firm’s list`
  const state = place.namesOnly ? 'names only' : place.state.status
  return html`<a href="${exactPath(place.id)}">${place.id.reference}</a>, ${state}`
}

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
function searchSummary({ searched, notSearched, list, isListOpened }: ConflictCheck): Html {
  const quoted = (texts: readonly string[]) =>
    texts.map((text, index) => html`${index > 0 ? ', ' : ''}“<bdi>${printable(text)}</bdi>”`)
  const bare = html`<strong>Not searched: ${quoted(notSearched)}. That is not a clear name.</strong> Look it up. `
  return html`<p>${notSearched.length > 0 ? bare : ''}${knownListInWords(list, isListOpened)} <strong>${NOT_CHECKED}</strong></p>
    <p class="small">Searched: ${quoted(searched)} in all other inquiries.</p>`
}
