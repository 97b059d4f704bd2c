/** The table of messages. The outbox stores only the data of a message; the text is composed when the message is sent. */
import * as z from 'zod'
import { type FirmFacts, readFirmFacts } from '../firm/published-facts.ts'
import type { Ports } from '../ports.ts'
import { memoize } from '../memoize.ts'
import { readAddress } from '../staff/staff-address.ts'
import { UnreadableRecord } from '../store/record.ts'
import { appointment, staffAppointment } from './appointment-letters.ts'
import { agentLinked, claimLink } from './claim-letters.ts'
import { inquiryEvent, inquiryNotice, retainedEvent } from './inquiry-notice.ts'
import { composeMail, type MessageRow, type Sender } from './letter.ts'
import { wordFor } from '../words.ts'
import words from './messages.json' with { type: 'json' }
import { letterLanguage, receipt, reply } from './person-letters.ts'
import { staffAnswer, staffAssigned, staffDates, staffInbound, staffLate, staffUrgent } from './staff-letters.ts'

/** The key of a row is the `kind` of its messages, in the stored data and at the beginning of their ids. */
export const MESSAGES = {
  notice: inquiryNotice,
  receipt,
  reply,
  link: claimLink,
  linked: agentLinked,
  assigned: staffAssigned,
  answer: staffAnswer,
  inbound: staffInbound,
  urgent: staffUrgent,
  late: staffLate,
  dates: staffDates,
  appointment,
  staffAppointment,
  webhook: inquiryEvent,
  retained: retainedEvent,
} as const

export type MessageKind = keyof typeof MESSAGES

export type Message = {
  [Kind in MessageKind]: { kind: Kind } & z.output<z.ZodObject<ReturnType<(typeof MESSAGES)[Kind]['members']>>>
}[MessageKind]

/** The names of the kinds at the desk. */
const LABELS: Readonly<Record<string, string>> = words.labels satisfies Record<MessageKind, string>

type Channels = Pick<Ports, 'mailer' | 'webhook'>
type AddressPorts = Pick<Ports, 'store' | 'keys'>
export type MessageContext = FirmFacts & Pick<Sender, 'base' | 'languages' | 'replyTo'> & Pick<Ports, 'published'>

const ROWS = new Map<string, MessageRow>(Object.entries(MESSAGES))
const schemaOf = memoize((kind) => {
  const members = ROWS.get(kind)?.members()
  return members && z.object({ kind: z.literal(kind), ...members })
})

/** @throws UnreadableRecord when this version does not know the kind, or the data does not fit the schema of the kind */
export function parseMessage(opened: unknown): Message {
  const { kind = '' } = (opened ?? {}) as { kind?: string }
  const message = schemaOf(kind)?.safeParse(opened).data
  if (!message) throw new UnreadableRecord('mail', ['sealed'])
  return message as Message
}

/** The outbox may have a message of a kind that this version does not know. */
export const labelOf = (kind: string): string => wordFor(LABELS, kind) ?? kind

export function canSend(channels: Channels, kind: string): boolean {
  const channel = ROWS.get(kind)?.channel
  return channel !== undefined && channels[channel] !== undefined
}

/** @param id is the same for each try, so that receivers can recognize a repeated message @throws NotDelivered */
export async function send(ports: Channels & AddressPorts & MessageContext, id: string, stored: Message) {
  const tag = 'language' in stored ? stored.language : undefined
  const language = letterLanguage(tag, ports.languages)
  // The site may have lost the language since the message was stored.
  const message: Message = tag === undefined || tag === language ? stored : ({ ...stored, language } as Message)
  const factsIn: Sender['factsIn'] = (other) => readFirmFacts(other, ports)
  const { base, languages, replyTo } = ports
  const sender: Sender = { base, language, languages, replyTo, factsIn, ...(await factsIn(language)) }
  const row: MessageRow = MESSAGES[message.kind]
  if (row.channel === 'webhook') return ports.webhook?.post(id, row.write(sender, message))
  const to = await recipientOf(ports, message, sender.firm.email)
  await ports.mailer?.send({ id, to, ...(await composeMail(sender, await row.write(sender, message))) })
}

/** The address of a member is read now, because they may have left or have another one since the message was stored. */
async function recipientOf(ports: AddressPorts, message: Message, firmAddress: string): Promise<string> {
  if ('to' in message) return message.to
  const member = 'member' in message ? message.member : undefined
  const own = member === undefined ? undefined : await readAddress(ports, member)
  return own?.text ?? firmAddress
}
