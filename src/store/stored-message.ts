import * as z from 'zod'
import { DAY_MS } from '../duration.ts'
import { Time } from './record.ts'

/** A message that was not sent is dropped after this time. */
export const MESSAGE_MS = 30 * DAY_MS

/** A part of its inquiry's record, or of a record of its own (`RECORDS.mail`). Each change of the message is a write of that record. */
export const StoredMessage = z.object({
  /** `kind-subject`, or `kind-subject.copy` if a subject has several of a kind. It is unique in the record, and never changes. */
  id: z.string(),
  /** When the message was queued. */
  at: Time,
  /** Encrypted with the service's key; absent once it was sent. */
  sealed: z.string().optional(),
  /** Tries that the staff requested count too. */
  tries: z.number(),
  /** The number of scheduled tries so far. */
  step: z.number(),
  /** When the last scheduled try began. */
  since: Time.optional(),
  /** Absent when there is no next try. */
  dueAt: Time.optional(),
  /** A try that has not ended by then counts as failed. */
  busyUntil: Time.optional(),
  /** The message is not sent after this time. */
  until: Time.optional(),
  /** Why the last try failed, in codes and fixed words. */
  reason: z.string().optional(),
  sentAt: Time.optional(),
})
export type StoredMessage = z.infer<typeof StoredMessage>

/** After this many tries without success, the desk shows a message in red. */
export const ALARMING_FAILURES = 3

export const isStuck = ({ sealed, tries, dueAt }: StoredMessage): boolean =>
  sealed !== undefined && (dueAt === undefined || tries >= ALARMING_FAILURES)

/** @returns when the next try is due, ISO 8601; undefined when there is none */
export const nextTime = (mail: readonly StoredMessage[]): string | undefined =>
  mail.flatMap(({ dueAt }) => dueAt ?? []).sort()[0]
