/** A follow-up is due on the day that the staff set, or a week after the last contact if the person does not answer. */
import type * as z from 'zod'
import { dayAt } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import type { Change } from '../store/inquiry-record.ts'
import { ANSWERED_STATUS, type InquiryState, isOpen, type Status } from './status.ts'

export type Contact = NonNullable<z.infer<typeof Change>['contact']>

export const CALL_RESULTS: Readonly<Record<Contact, string>> = {
  answered: 'they answered',
  message: 'left a message',
  none: 'no answer',
}

const SILENT_DAYS = 7

type FollowUp = Pick<InquiryState, 'followUp' | 'contactedOn'>

interface Step {
  status?: Status | undefined
  reply?: string | undefined
  answer?: string | undefined
  contact?: Contact | undefined
  followUp?: string | null | undefined
}

/** Contacting the person clears a due follow-up. `status` is the one after the change, `today` is in the office's time zone. */
export function followUpAfter(before: FollowUp, change: Step, status: Status, today: string): FollowUp {
  if (!isOpen(status)) return {}
  const { contact, followUp = before.followUp } = change
  const isContact = Boolean(change.reply?.trim()) || contact !== undefined || change.status === ANSWERED_STATUS
  const isDone = isContact && followUp === before.followUp && (followUp ?? today) <= today
  const hasPersonReplied = contact === 'answered' || Boolean(change.answer)
  const contactedOn = hasPersonReplied ? undefined : isContact ? today : before.contactedOn
  return {
    followUp: isDone ? undefined : (followUp ?? undefined),
    contactedOn: status === ANSWERED_STATUS ? contactedOn : undefined,
  }
}

/** The result is undefined when no day is set and the person has answered. */
export function followUpDay({ status, followUp, contactedOn }: InquiryState): string | undefined {
  if (!isOpen(status)) return undefined
  return followUp ?? (contactedOn && dayAt(Date.parse(contactedOn) + SILENT_DAYS * DAY_MS))
}

/** @param today in the office's time zone */
export const isDue = (state: InquiryState, today: string): boolean => {
  const day = followUpDay(state)
  return day !== undefined && day <= today
}
