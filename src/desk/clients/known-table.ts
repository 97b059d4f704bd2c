/**
 * The firm's list of clients and opponents where inquiries are: what was found on it, in words and as a table.
 */
import { html } from 'hono/html'
import { officeTime } from '../../dates.ts'
import { findKnownParties, type KnownParty } from '../../inquiries/known-party.ts'
import { type KnownList, openKnownList } from '../../inquiries/known-party-list.ts'
import { printable } from '../../inquiries/printable.ts'
import type { Html, InboxContext } from '../page.ts'
import { deskTable } from '../ui.ts'

/** Said wherever parties were searched. */
export const NOT_ALL = 'This is a part of a conflict check, not all of it.'

/** An entry in one line: name, role, matter. */
export const partyInWords = ({ name, role, matter }: KnownParty): Html =>
  html`<bdi>${printable(name)}</bdi>, ${role}${matter === undefined ? '' : html`, <bdi>${printable(matter)}</bdi>`}`

/**
 * Whether the list was searched, as a sentence.
 * @param list undefined when there is none
 * @param isOpened false when it is encrypted to another key
 */
export function knownListInWords(list: KnownList | undefined, isOpened: boolean): Html {
  if (!list || list.count === 0) return html`No list of the firm’s clients and opponents was brought in.`
  if (!isOpened)
    return html`<strong>The firm’s list of clients and opponents was not searched: it is encrypted to another key.</strong>`
  return html`The firm’s list of clients and opponents was searched: ${list.count} ${list.count === 1 ? 'entry' : 'entries'}, brought in ${officeTime(list.at)}.`
}

/**
 * What the list says of a party: a table if it is there, and what was searched.
 * @param searched a name, an e-mail address, or a telephone number
 * @throws StoreUnavailable
 */
export async function knownPartySection(
  { service, inbox }: Pick<InboxContext, 'service' | 'inbox'>,
  searched: string,
): Promise<Html> {
  const { list, parties } = await openKnownList(service.store, inbox)
  // The same entry may be found by its name and by its address.
  const found = [...new Map(findKnownParties(parties ?? [], [searched]).map((hit) => [hit.party, hit])).values()]
  const table = deskTable(
    `On the firm’s list: “${searched}”`,
    [
      { name: 'Name', kind: 'long' },
      { name: 'Role', kind: 'line' },
      { name: 'E-mail' },
      { name: 'Telephone' },
      { name: 'Matter' },
    ],
    found.map(({ party: { name, role, email = '', telephone = '', matter = '' }, match }) => [
      html`<bdi>${printable(name)}</bdi>${match === 'similar' ? ' (similar)' : ''}`,
      role,
      ...[email, telephone, matter].map((text) => (text === '' ? '' : html`<bdi>${printable(text)}</bdi>`)),
    ]),
  )
  return html`${found.length > 0 ? table : ''}
    <p class="small">${knownListInWords(list, parties !== undefined)}${parties?.length && found.length === 0 ? ' This party is not on it.' : ''}</p>`
}
