/**
 * Lists of inquiries with their states, made from keys only.
 *
 * There is no index. At the size that the store is built for (see `src/store/README.md`), all keys are listed in two round trips: first the
 * names of all months and the keys of the latest months, then the keys of the other months.
 */
import type { Store } from '../ports.ts'
import { dayAt, monthOf } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { listMonth } from '../store/key-lists.ts'
import { INITIAL_STATE, type InquiryState, listStates } from './history.ts'
import { INQUIRIES_PREFIX, parseInquiryKey, type InquiryId } from './inquiry-id.ts'
import { awaitsAnswer, isOpen, type Status, type StatusGroup, statusesOf } from './status.ts'

export interface ListedInquiry {
  id: InquiryId
  state: InquiryState
  /** It is gone, and only its names are kept, see `kept-names.ts`. */
  namesOnly?: boolean
}

/** Filters that need keys only. */
export interface ListFilter {
  status?: Status | StatusGroup | undefined
  /** Staff id. */
  assignee?: string | undefined
  /** Only inquiries with a court date, a deadline, or a day to call back. */
  dated?: boolean | undefined
  is?: ((one: ListedInquiry) => boolean) | undefined
  month?: string | undefined
}

/** A closed inquiry is kept for 180 days by default, which are in up to seven months. */
const MONTHS_GUESSED = 7

export type InquiryLister = Pick<Store, 'list' | 'folders' | 'read'>

/** The cursor of an inquiry. Cursors sort by time of arrival. */
export const cursorOf = ({ receivedAt, reference }: InquiryId): string => `${receivedAt}/${reference}`

export const isCursor = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\/[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(text)

/** The inquiry at a cursor; undefined when the text is not a cursor. */
export function parseCursor(text: string): InquiryId | undefined {
  return isCursor(text) ? parseInquiryKey(text) : undefined
}

export const listMonthsWithInquiries = async (store: Pick<Store, 'folders'>): Promise<string[]> =>
  (await store.folders(INQUIRIES_PREFIX)).reverse()

/**
 * Lists all inquiries with their states, newest first. On SQLite, other requests run between two pages of keys.
 * @param now given when a page waits for the list: then the latest months are listed in the first round trip
 */
export async function listInquiries(store: InquiryLister, { month }: Pick<ListFilter, 'month'> = {}, now?: Date) {
  const guessed = now && month === undefined ? latestMonths(now) : []
  const months = month === undefined ? listMonthsWithInquiries(store) : Promise.resolve([month])
  const listAll = (some: readonly string[]) =>
    Promise.all(
      some.map(async (one) => {
        const [keys, states] = await Promise.all([listMonth(store, INQUIRIES_PREFIX, one), listStates(store, one)])
        const stateOf = (key: string) => states.get(key.slice(INQUIRIES_PREFIX.length)) ?? INITIAL_STATE
        return { month: one, listed: keys.reverse().map((key) => ({ id: parseInquiryKey(key), state: stateOf(key) })) }
      }),
    )
  const others = months.then((all) => listAll(all.filter((one) => !guessed.includes(one))))
  const listed = (await Promise.all([listAll(guessed), others])).flat()
  return listed.sort((one, other) => (one.month < other.month ? 1 : -1)).flatMap((one) => one.listed)
}

/** The latest months until a time, latest first. They have most of the inquiries. */
const latestMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS_GUESSED }, (_, back) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString()),
  )

export const listOpenInquiries = async (store: InquiryLister): Promise<ListedInquiry[]> =>
  (await listInquiries(store)).filter(({ state }) => isOpen(state.status)).reverse()

/** Finds inquiries by reference; rarely more than one. */
export async function findByReference(store: Pick<Store, 'list' | 'folders'>, reference: string): Promise<InquiryId[]> {
  const months = await listMonthsWithInquiries(store)
  const keys = await Promise.all(months.map((month) => listMonth(store, INQUIRIES_PREFIX, month)))
  return keys
    .flat()
    .map(parseInquiryKey)
    .filter((id) => id.reference === reference)
}

/** Whether the person marked the inquiry as urgent, and has no answer yet. */
export const isUrgent = ({ state }: Pick<ListedInquiry, 'state'>): boolean =>
  state.isUrgent === true && awaitsAnswer(state)

export const callDay = (state: InquiryState): string | undefined =>
  awaitsAnswer(state) && state.answeredAt === undefined ? state.callBack : undefined

/** Whether the inquiry has signs of spam, and the staff have not changed it yet. */
export const isMaybeSpam = ({ state }: Pick<ListedInquiry, 'state'>): boolean =>
  state.isSuspect === true && state.seq === 0

/** Whether a list shows words of the message, and a search looks into it. */
export const isCleared = ({ state }: Pick<ListedInquiry, 'state'>): boolean => state.lastFinding === 'none'

/** The court date or deadline, or the day to call back if that is sooner. */
export const dueOf = (state: InquiryState): string | undefined =>
  [state.date, callDay(state)].filter((day) => day !== undefined).sort()[0]

export function matchesState(one: ListedInquiry, { status, assignee, dated, is = () => true }: ListFilter): boolean {
  const { state } = one
  return (
    is(one) &&
    (status === undefined || statusesOf(status).includes(state.status)) &&
    (assignee === undefined || state.assignee === assignee) &&
    (!dated || dueOf(state) !== undefined)
  )
}

/**
 * Counts the inquiries that were received after a time, and in the last day.
 */
export async function countReceivedSince(store: Pick<Store, 'list'>, since: Date, now: Date): Promise<number> {
  const from = Math.max(since.getTime(), now.getTime() - DAY_MS)
  const days = new Set([from, now.getTime()].map(dayAt))
  const keys = await Promise.all([...days].map((day) => store.list(`${INQUIRIES_PREFIX}${monthOf(day)}/${day}`)))
  return keys.flat().filter((key) => parseInquiryKey(key).receivedAt > since.toISOString()).length
}
