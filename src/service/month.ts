/** Figures of the inquiries that arrived in a month, by the office's calendar. They count only inquiries that are still stored. */
import { dayAt, officeDay, officeDayStart } from '../dates.ts'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { siteLanguage } from '../language.ts'
import type { StaffInbox } from '../ports.ts'
import { isUndone } from '../inquiries/change.ts'
import { type InquiryLister, readInquiries, type ReadInquiry } from '../inquiries/record.ts'
import { awaitsAnswer, isMaybeSpam, isOpen, SPAM_STATUS } from '../inquiries/status.ts'

export const OUTCOMES = ['open', 'retained', 'declined', 'closed'] as const
type Outcome = (typeof OUTCOMES)[number]

/** The facts about an inquiry that the figures need. */
export type Case = ReturnType<typeof caseOf>

export type Figures = ReturnType<typeof figuresOf>

/** The longest wait in milliseconds by label, ascending. */
export const WAITS: Readonly<Record<string, number>> = {
  'Within 1 hour': HOUR_MS,
  '1 to 4 hours': 4 * HOUR_MS,
  '4 to 24 hours': DAY_MS,
  '1 to 3 days': 3 * DAY_MS,
  Later: Infinity,
}

/** @param month like 2026-11, in the office's time zone */
export async function readMonth(store: InquiryLister, inbox: StaffInbox, month: string) {
  const first = `${month}-01`
  const next = dayAt(Date.parse(first) + 32 * DAY_MS).slice(0, month.length)
  const [since, until] = [officeDayStart(first), officeDayStart(`${next}-01`)]
  // The store has folders by UTC month, so the office's month is in two of them.
  const parts = await Promise.all([month, next].map((one) => readInquiries(store, inbox, { month: one, since, until })))
  const inquiries = parts.flatMap((part) => part.inquiries)
  const real = inquiries.filter((one) => one.state.status !== SPAM_STATUS && !isMaybeSpam(one))
  const counted = real.map((one) => ({ ...caseOf(one), request: one.record.request }))
  const by = (nameOf: (one: (typeof counted)[number]) => string) =>
    new Map(
      [...Map.groupBy(counted, nameOf)]
        .sort(([, one], [, other]) => other.length - one.length)
        .map(([name, some]) => [name, figuresOf(some)]),
    )
  return {
    all: figuresOf(counted),
    weeks: weeksOf(counted),
    waits: waitsOf(counted),
    /** The topic is '' for inquiries without one. */
    topics: by(({ request }) => request.topic ?? ''),
    languages: by(({ request }) => siteLanguage(request.language)),
    /** Spam and possible spam; not in the other figures. */
    spam: inquiries.length - real.length,
    /** Damaged or encrypted to another key; not in the other figures. */
    unreadable: parts.flatMap((part) => part.unreadable).length,
  }
}

function caseOf({ record: { receivedAt }, state, history }: ReadInquiry) {
  // The first reply or answered call of the staff. A reply that was taken back, a receipt or a change of status does not count.
  const answer = history.find(
    ({ changed, contact, seq }) => contact === 'answered' || (changed.includes('reply') && !isUndone(history, seq)),
  )
  return {
    receivedAt,
    status: state.status,
    /** The time until the staff answered, in milliseconds; undefined when they have not. */
    answeredAfter: answer && Date.parse(answer.at) - Date.parse(receivedAt),
    /** The staff have not answered, and the person still waits. */
    isWaiting: !answer && awaitsAnswer(state),
  }
}

export function figuresOf(cases: readonly Case[]) {
  const waits = cases.flatMap(({ answeredAfter }) => answeredAfter ?? []).sort((one, other) => one - other)
  const outcomes = cases.map(({ status }) => (isOpen(status) ? 'open' : status))
  const countOf = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  return {
    ...(Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countOf(outcome)])) as Record<Outcome, number>),
    received: cases.length,
    answered: waits.length,
    waiting: cases.filter(({ isWaiting }) => isWaiting).length,
    /** The time in which half of the inquiries were answered, in milliseconds; undefined when fewer have an answer. */
    half: waits[Math.ceil(cases.length / 2) - 1],
    nineOfTen: waits[Math.ceil(cases.length * 0.9) - 1],
  }
}

/** @returns all weeks from the first inquiry to the last. `from` is the Monday, like 2026-11-23 */
export function weeksOf(cases: readonly Case[]) {
  const mondayOf = (day: string) => dayAt(Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS)
  const byWeek = Map.groupBy(cases, ({ receivedAt }) => mondayOf(officeDay(new Date(receivedAt))))
  const mondays = [...byWeek.keys()].sort()
  const last = mondays.at(-1) ?? ''
  const weeks: { from: string; figures: Figures }[] = []
  for (let [from] = mondays; from && from <= last; from = dayAt(Date.parse(from) + 7 * DAY_MS))
    weeks.push({ from, figures: figuresOf(byWeek.get(from) ?? []) })
  return weeks
}

/** @returns for each of `WAITS`, how many inquiries were answered within it, but not within the wait before it */
export const waitsOf = (cases: readonly Case[]): number[] =>
  Object.values(WAITS).map((limit, index, limits) => {
    const shorter = limits[index - 1] ?? -1
    return cases.filter(({ answeredAfter: time = NaN }) => time <= limit && time > shorter).length
  })
