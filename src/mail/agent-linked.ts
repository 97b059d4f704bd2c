/**
 * To a person: an agent may act for them from now on. Whoever confirmed in their name cannot keep them from hearing of it.
 */
import { nationalTelephone } from '../practice/firm.ts'
import { type Sender, write } from './letter.ts'

export interface AgentLinked {
  kind: 'linked'
  to: string
  registration: string
  /** Whether the staff vouched for the person; else it was the link in a mail. */
  byStaff: boolean
}

export function agentLinked(sender: Sender, { to, registration, byStaff }: AgentLinked) {
  const { firm } = sender
  return write(sender, {
    to,
    subject: `${firm.name}: an AI agent was linked to you`,
    language: 'en',
    paragraphs: [
      `From now on an AI agent may send messages to ${firm.name} that count as yours. ${byStaff ? 'Our staff confirmed it, after speaking to somebody who said that they were you.' : 'It was confirmed with the link that we sent to this address.'}`,
      'The agent can read nothing here, neither what you wrote nor what we answered.',
      `If you did not want this, or do not want it any more: call ${nationalTelephone(firm.telephone)} or answer this mail, and name this number. We end it at once.`,
      registration,
    ],
  })
}
