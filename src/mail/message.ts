/**
 * The kinds of messages and their channels.
 * The outbox stores only the data of a message; its text is composed when it is sent.
 */
import { FIRST_LANGUAGE } from '../language.ts'
import { type FirmFacts, readFirmFacts } from '../firm/translation.ts'
import type { Mail, Ports } from '../ports.ts'
import { type AgentLinked, agentLinked } from './agent-linked.ts'
import { type ClaimLink, claimLink } from './claim-link.ts'
import { type InquiryEvent, inquiryEvent } from './inquiry-event.ts'
import { type InquiryNotice, inquiryNotice } from './inquiry-notice.ts'
import type { Sender } from './letter.ts'
import { type Receipt, receipt } from './receipt.ts'

export type Message = InquiryNotice | Receipt | ClaimLink | AgentLinked | InquiryEvent
export type MessageKind = Message['kind']

type Channels = Pick<Ports, 'mailer' | 'webhook'>
/** The firm and its translations. */
export type MessageContext = FirmFacts & Pick<Sender, 'base'> & Pick<Ports, 'published'>

/** Whether the channel of this kind is configured. */
export const canSend = ({ mailer, webhook }: Channels, kind: MessageKind) =>
  (kind === 'webhook' ? webhook : mailer) !== undefined

/**
 * Sends a message by its channel.
 * @param id the same at each try, so that receivers can recognize a repeated message
 * @throws NotDelivered
 */
export async function send(ports: Channels & MessageContext, id: string, message: Message): Promise<void> {
  if (message.kind === 'webhook') return ports.webhook?.post(id, inquiryEvent(ports, message))
  await ports.mailer?.send({ id, ...(await composeMessage(ports, message)) })
}

async function composeMessage(
  context: MessageContext,
  message: Exclude<Message, InquiryEvent>,
): Promise<Omit<Mail, 'id'>> {
  const language = ('language' in message ? message.language : undefined) ?? FIRST_LANGUAGE
  const sender: Sender = { base: context.base, language, ...(await readFirmFacts(language, context)) }
  switch (message.kind) {
    case 'notice':
      return inquiryNotice(sender, message)
    case 'receipt':
      return receipt(sender, message)
    case 'link':
      return claimLink(sender, message)
    case 'linked':
      return agentLinked(sender, message)
  }
}
