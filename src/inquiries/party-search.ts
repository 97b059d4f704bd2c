/**
 * Who wrote about, as or against a party: every field that names one, in all inquiries.
 */
import type { Clock, Inbox, StaffInbox, Store } from '../ports.ts'
import { type FieldName, PERSON_FIELDS } from './inquiry-fields.ts'
import type { InquiryId } from './inquiry-id.ts'
import { matchParty, type PartyMatch } from './party-match.ts'
import { PERSON_SEARCH_LIMITS, readPage } from './reader.ts'

export interface PartyHit {
  id: InquiryId
  /** Which of the searched texts. */
  searched: string
  /** The field of the inquiry that names the party, and what it says. */
  field: FieldName
  text: string
  match: PartyMatch
}

export interface PartySearch {
  /** Newest first. */
  hits: PartyHit[]
  /** Only what was received at this time or later was searched, ISO 8601; undefined when all was. */
  searchedBackTo: string | undefined
}

/**
 * Searches the inquiries for parties.
 * @param staffInbox decrypts with the private key
 * @param searched names, e-mail addresses and telephone numbers
 * @throws StoreUnavailable
 */
export async function searchParties(
  ports: { store: Pick<Store, 'list' | 'read'>; clock: Clock; inbox: Inbox },
  staffInbox: StaffInbox,
  searched: readonly string[],
): Promise<PartySearch> {
  const { opened } = PERSON_SEARCH_LIMITS
  const limits = { rows: opened, opened }
  const { rows, next, lookedBackTo } = await readPage(ports, staffInbox, {}, limits)
  const hits = rows.flatMap(({ id, record }) =>
    PERSON_FIELDS.flatMap((field) => {
      const text = record?.request[field]
      return text === undefined ? [] : searched.flatMap((one) => hitOf(one, { id, field, text }))
    }),
  )
  return { hits, searchedBackTo: next && lookedBackTo?.split('/')[0] }
}

function hitOf(searched: string, found: Pick<PartyHit, 'id' | 'field' | 'text'>): PartyHit[] {
  const match = matchParty(searched, found.text)
  return match ? [{ ...found, searched, match }] : []
}
