/** Figures of a month count only inquiries that are still stored. */
import { siteLanguage } from '../language.ts'
import type { StaffInbox } from '../ports.ts'
import type { ChangeRecord } from '../inquiries/change.ts'
import { type InquiryLister, readInquiries, type ReadInquiry } from '../inquiries/record.ts'
import { ANSWERED_STATUS, CLIENT_STATUS, isMaybeSpam, isOpen, SPAM_STATUS } from '../inquiries/status.ts'

export const OUTCOMES = ['open', 'retained', 'declined', 'closed'] as const
type Outcome = (typeof OUTCOMES)[number]

/** Times are in milliseconds, and undefined when no person was answered yet. */
export interface Figures extends Record<Outcome, number> {
  received: number
  answered: number
  /** Half of the answered people waited at most this long. */
  median: number | undefined
  /** One in ten of the answered people waited at least this long. */
  slowest: number | undefined
}

interface MonthFigures {
  all: Figures
  /** The topic is '' for inquiries without one. */
  topics: ReadonlyMap<string, Figures>
  languages: ReadonlyMap<string, Figures>
  /** Spam and possible spam; not in the other figures. */
  spam: number
  /** Encrypted to another key; not in the other figures. */
  unreadable: number
}

type Counted = ReadInquiry & { answeredAfter: number | undefined }

/** @param month like 2026-11 */
export async function readMonth(store: InquiryLister, inbox: StaffInbox, month: string): Promise<MonthFigures> {
  const { inquiries, unreadable } = await readInquiries(store, inbox, { month })
  const real = inquiries.filter((one) => one.state.status !== SPAM_STATUS && !isMaybeSpam(one))
  const counted = real.map((one): Counted => {
    const answer = one.history.find(isAnswer)
    return { ...one, answeredAfter: answer && Date.parse(answer.at) - Date.parse(one.record.receivedAt) }
  })
  const by = (nameOf: (one: Counted) => string) =>
    new Map(
      [...Map.groupBy(counted, nameOf)]
        .sort(([, one], [, other]) => other.length - one.length)
        .map(([name, some]) => [name, figuresOf(some)]),
    )
  return {
    all: figuresOf(counted),
    topics: by(({ record }) => record.request.topic ?? ''),
    languages: by(({ record }) => siteLanguage(record.request.language)),
    spam: inquiries.length - real.length,
    unreadable: unreadable.length,
  }
}

/** A reply answers the person, and so does a status that implies an answer. */
const isAnswer = ({ changed, status }: ChangeRecord): boolean =>
  changed.includes('reply') || (changed.includes('status') && [ANSWERED_STATUS, CLIENT_STATUS].includes(status))

function figuresOf(inquiries: readonly Counted[]): Figures {
  const waits = inquiries.flatMap(({ answeredAfter }) => answeredAfter ?? []).sort((one, other) => one - other)
  const outcomes = inquiries.map(({ state: { status } }) => (isOpen(status) ? 'open' : status))
  const countOf = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  return {
    ...(Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countOf(outcome)])) as Record<Outcome, number>),
    received: inquiries.length,
    answered: waits.length,
    median: waits[Math.ceil(waits.length / 2) - 1],
    slowest: waits[Math.ceil(waits.length * 0.9) - 1],
  }
}
