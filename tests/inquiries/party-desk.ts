/**
 * Desks with the inquiries of many people, and what a look-up of parties does there.
 */
import { DAY_MS } from '../../src/duration.ts'
import { INQUIRIES_PREFIX } from '../../src/inquiries/inquiry-id.ts'
import type { InquiryRequest } from '../../src/inquiries/inquiry-request.ts'
import { joinEntries, partyEntry } from '../../src/inquiries/party-columns.ts'
import { partyMatcher } from '../../src/inquiries/party-matcher.ts'
import { type PartyHit, searchParties } from '../../src/inquiries/party-search.ts'
import { readInquiries } from '../../src/inquiries/reader.ts'
import type { Status } from '../../src/inquiries/status.ts'
import { prefixOf } from '../../src/store/fact.ts'
import { FACTS } from '../../src/store/facts.ts'
import { VALID_INQUIRY, openDesk, STAFF_INBOX, type TestDesk } from '../test-desk.ts'
import { SAMPLE_RECORD, referenceOf, writeInquiry } from './many-inquiries.ts'
import { numbersFrom, partyRequest } from './many-parties.ts'

export const PARTIES_PREFIX = prefixOf(FACTS.parties)

export const partyKeys = ({ store }: Pick<TestDesk, 'store'>) =>
  [...store.facts.keys()].filter((key) => key.startsWith(PARTIES_PREFIX)).sort()

/** Stores an inquiry as if it had come at the desk's present time, or so many days before. */
export async function put(
  { service, status = 'declined' }: TestDesk & { status?: Status },
  request: Partial<InquiryRequest>,
  number: number,
  daysAgo = 0,
) {
  const receivedAt = new Date(service.clock.now().getTime() - daysAgo * DAY_MS + number).toISOString()
  const id = { reference: referenceOf(number), receivedAt }
  const record = { ...SAMPLE_RECORD, ...id, request: { ...VALID_INQUIRY, ...request } }
  await writeInquiry(service.store, id, status, { sealed: await service.inbox.seal(record) })
  return id
}

/** A desk with inquiries of many people over so many days, all but the last ones settled. */
export async function openFullDesk(count: number, days: number, add?: (desk: TestDesk) => Promise<unknown>) {
  const desk = await openDesk()
  const random = numbersFrom(count)
  for (let number = 0; number < count; number++)
    await put(desk, partyRequest(random), number, days - (number * days) / count)
  await add?.(desk)
  return desk
}

export const search = ({ service }: TestDesk, searched: string | string[], before?: string) =>
  searchParties(service, STAFF_INBOX, [searched].flat(), before)

/** Where a text was found: references, newest first. */
export const foundIn = async (desk: TestDesk, searched: string) =>
  (await search(desk, searched)).hits.map(({ id }) => id.reference)

/** What reading every inquiry finds, newest first. */
export async function readEach({ service }: TestDesk, searched: string[]): Promise<PartyHit[]> {
  const { inquiries } = await readInquiries(service.store, STAFF_INBOX)
  return inquiries.reverse().flatMap(({ record: { request, receivedAt, reference } }) =>
    partyMatcher(searched)(joinEntries([partyEntry('', request)])).map(({ row: _, ...found }) => ({
      id: { receivedAt, reference },
      ...found,
      text: request[found.field] ?? '',
    })),
  )
}

export const sorted = (hits: PartyHit[]) =>
  hits
    .map(({ id, searched, field, text, match }) => [id.receivedAt, id.reference, searched, field, text, match].join())
    .sort()

/** Counts how many inquiries are opened meanwhile. */
export async function countOpened(desk: TestDesk, act: () => Promise<unknown>): Promise<number> {
  let count = 0
  const { read } = desk.store
  desk.service.store = {
    ...desk.store,
    read: (key) => ((count += Number(key.startsWith(INQUIRIES_PREFIX))), read(key)),
  }
  await act()
  desk.service.store = desk.store
  return count
}

/** Everything sealed in the store, opened. */
export async function openAll({ store }: Pick<TestDesk, 'store'>): Promise<string> {
  const texts = [...store.facts.values()].flatMap((text) => [...text.matchAll(/"sealed":"([^"]+)"/g)])
  return JSON.stringify(await Promise.all(texts.map(([, sealed = '']) => STAFF_INBOX.open({ sealed }))))
}
