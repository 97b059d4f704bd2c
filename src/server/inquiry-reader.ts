/**
 * Reading what came in: for the staff, who hold the private key.
 */
import { INQUIRIES, type InquiryRecord, type SealedInquiry } from '../practice/inquiry.ts'
import type { Store } from '../world.ts'

export interface InquiryFilter {
  topic?: string | undefined
  /** First day, ISO 8601 (UTC). */
  since?: string | undefined
  /** Last day, ISO 8601 (UTC). */
  until?: string | undefined
  /** Text that name, e-mail, other party or message holds, in any case. */
  search?: string | undefined
  /** True: only what may be spam; false: only what is not. */
  suspicious?: boolean | undefined
}

/** Number of inquiries that could not be opened, beside those that could. */
export interface OpenedInquiries {
  inquiries: InquiryRecord[]
  unreadable: number
}

/**
 * Opens the inquiries that pass the filter, oldest first.
 * @param open opens one with the private key; yields undefined for one that was sealed to another key
 */
export async function readInquiries(
  store: Pick<Store, 'list' | 'read'>,
  open: (fact: SealedInquiry) => Promise<InquiryRecord | undefined>,
  filter: InquiryFilter = {},
): Promise<OpenedInquiries> {
  const found: OpenedInquiries = { inquiries: [], unreadable: 0 }
  for await (const key of store.list(INQUIRIES)) {
    const day = key.split('/')[2]?.slice(0, 10) ?? ''
    if ((filter.since && day < filter.since) || (filter.until && day > filter.until)) continue
    const fact = (await store.read(key)) as SealedInquiry | undefined
    if (!fact) continue // removed since it was listed
    const record = await open(fact)
    if (!record) found.unreadable += 1
    else if (passes(record, filter)) found.inquiries.push(record)
  }
  return found
}

function passes({ request, suspicions }: InquiryRecord, { topic, search, suspicious }: InquiryFilter): boolean {
  if (topic !== undefined && request.topic !== topic) return false
  if (suspicious !== undefined && suspicions.length > 0 !== suspicious) return false
  if (search === undefined) return true
  const text = [request.name, request.email, request.otherParty, request.message].join('\n').normalize('NFC').toLowerCase()
  return text.includes(search.normalize('NFC').toLowerCase())
}
