/** A talk with a lawyer: what the firm offered a person, and which time they chose, both by the history of their inquiry. */
import * as z from 'zod'
import { officeTimestamp } from '../dates.ts'
import type { Consultations } from '../firm/consultations.ts'
import { TalkKind } from '../firm/talk-kind.ts'
import { type LawyerTime, parseTalkTime, type TalkTime } from '../firm/openings.ts'
import { HOUR_MS } from '../duration.ts'
import { LANGUAGES } from '../language.ts'
import type { ChangeRecord, NumberedChange } from './history.ts'
import { isFinished, isOpen } from './status.ts'

export type Offer = NonNullable<ChangeRecord['offer']>
/** Where to write to the person: sealed with the offer, because the inquiry cannot be opened when the person chooses. */
export const Contact = z.object({ to: z.string(), language: z.enum(LANGUAGES) })

/** In place of a time, once there is none any more. */
export const TALK_ENDS = ['cancelled', 'held', 'missed'] as const
export type TalkEnd = (typeof TALK_ENDS)[number]

export const isTalkEnd = (time: string | undefined): time is TalkEnd => TALK_ENDS.some((end) => end === time)

export interface Talk extends TalkTime {
  /** Number of the change that chose it. */
  seq: number
  /** Number of the first one in a row of times chosen one after the other: one entry of a calendar. */
  first: number
  /** When it was chosen, ISO 8601. */
  chosenAt: string
}

export interface Talks {
  offer?: Offer | undefined
  talk?: Talk | undefined
}

/** The offer and the talk after these changes. Both end with the inquiry, and when a conflict was found. */
export function talksIn(
  history: readonly Pick<NumberedChange, 'seq' | 'at' | 'status' | 'finding' | 'offer' | 'time'>[],
) {
  let found: Talks = {}
  for (const { seq, at, status, finding, offer, time } of history) {
    const chosen = time === undefined ? undefined : parseTalkTime(time)
    if (offer) found = { offer }
    else if (chosen) found.talk = { ...chosen, seq, first: found.talk?.first ?? seq, chosenAt: at }
    else if (time === 'cancelled') found.talk = undefined
    else if (time !== undefined) found = {}
    if (finding === 'conflict' || isFinished(status)) found = {}
    else if (!isOpen(status)) found.offer = undefined
  }
  return found
}

/** Until when a time can be changed or cancelled, ISO 8601. */
export const changeableUntil = ({ startsAt }: TalkTime, changeHours: number): string =>
  new Date(Date.parse(startsAt) - changeHours * HOUR_MS).toISOString()

/** Whether two times need the same lawyer from the same moment on. */
export const isSameStart = (one: LawyerTime, other: LawyerTime | undefined): boolean =>
  one.lawyer === other?.lawyer && one.startsAt === other.startsAt

/** A time as the person and their agent see it. */
export const ShownTime = z.object({
  id: z.string().describe('What to send in order to choose it.'),
  startsAt: z.string().meta({ format: 'date-time', description: 'When it begins, by the clock of the office.' }),
  endsAt: z.string().meta({ format: 'date-time', description: 'When it ends.' }),
  kind: TalkKind.describe('By telephone, at the office, or by video.'),
  lawyer: z.string().describe('Name of the lawyer.'),
})
export type ShownTime = z.infer<typeof ShownTime>

/** When lawyers talk with people, and the names of these lawyers by their ids. */
export type NamedConsultations = Consultations & { lawyers: Readonly<Record<string, string>> }

export const shownTime = (
  { id, startsAt, endsAt, kind, lawyer }: TalkTime,
  lawyers: NamedConsultations['lawyers'] = {},
): ShownTime => ({
  id,
  startsAt: officeTimestamp(startsAt),
  endsAt: officeTimestamp(endsAt),
  kind,
  lawyer: lawyers[lawyer] ?? lawyer,
})
