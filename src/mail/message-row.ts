/**
 * What is known of a kind of message. Each kind has a file with its row, and `message.ts` has the table of all.
 */
import type * as z from 'zod'
import type { Mail } from '../ports.ts'
import type { Sender } from './letter.ts'

/** What a message can be about. */
export type AboutKind = 'inquiry' | 'claim' | 'member'

interface Row<Data, About extends AboutKind> {
  /** As the desk names it. */
  label: string
  /** What it is about: with an inquiry it is erased. */
  about: About
  /** True when one inquiry or claim can cause several at once. Otherwise posting the same twice has no effect. */
  isRepeated?: true
  /** What is stored of it. `kind` is its name in the table. */
  data: z.ZodType<Data>
  /** Invented ones, for tests. Those with a language are also tried in the others. */
  samples: readonly Data[]
}

/** A kind of message that is mailed. */
export interface MailRow<Data = unknown, About extends AboutKind = AboutKind> extends Row<Data, About> {
  channel: 'mailer'
  write(sender: Sender, data: Data): Promise<Omit<Mail, 'id'>>
}

/** A kind of message that is posted to the webhook. */
export interface EventRow<Data = unknown, About extends AboutKind = AboutKind> extends Row<Data, About> {
  channel: 'webhook'
  /** @returns the body, to be sent as JSON */
  write(sender: Sender, data: Data): object
}
