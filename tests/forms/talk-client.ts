/** A firm that offers talks, and a person who was offered one. */
import { readHistory } from '../../src/inquiries/history.ts'
import { type Offer, talksIn } from '../../src/inquiries/talk.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import type { Mail } from '../../src/ports.ts'
import { agent, type Json } from '../test-agent.ts'
import type { TestDesk } from '../test-desk.ts'
import { change, send, type Sent } from './status-client.ts'

/** Ana Diaz talks on Tuesdays from 9 to 11, half an hour each. */
const CONSULTATIONS: TestDesk['service']['consultations'] = {
  noticeHours: 24,
  aheadDays: 10,
  changeHours: 24,
  windows: [
    {
      lawyer: 'ana-diaz',
      days: 'Tuesday',
      opens: '09:00',
      closes: '11:00',
      minutes: 30,
      kinds: ['telephone', 'office'],
    },
  ],
  lawyers: { 'ana-diaz': 'Ana Diaz' },
}

/** The times by telephone that can be chosen at first, of two Tuesdays. */
const idsOn = (day: string) => ['1400', '1430', '1500', '1530'].map((clock) => `${day}T${clock}Z-30-telephone-ana-diaz`)
export const TUESDAY = idsOn('20261124')
export const NEXT_TUESDAY = idsOn('20261201')
export const ALL_TIMES = [...TUESDAY, ...NEXT_TUESDAY]
export const [FIRST = '', SECOND = '', THIRD = ''] = TUESDAY

/** Lets the firm offer talks. */
export function offerTalks({ service }: Pick<TestDesk, 'service'>): void {
  service.consultations = CONSULTATIONS
}

export const LETTER = 'Dear Ana, choose a time.'

/** An inquiry whose person was offered a talk by telephone. */
export async function offered(more: Json = {}, offer: Offer = { kinds: ['telephone'] }): Promise<Sent> {
  offerTalks(agent)
  const sent = await send(more)
  await change(sent, { finding: 'none' }, { reply: LETTER, offer, status: 'contacted' })
  return sent
}
export const offeredTwo = async () => [await offered(), await offered({ message: 'Another.' })] as const

/** What the person sends to their private address. */
export const post = ({ path }: Pick<Sent, 'path'>, body: Json) => agent.post('status', path, body)
export const choose = (sent: Sent, time = FIRST) => post(sent, { time })
export const talkOf = async (sent: Sent) => talksIn(await readHistory(agent.service.store, sent)).talk?.id

/** The mails since the last time. */
export async function newMails(): Promise<Mail[]> {
  await agent.settle()
  await runOutbox(agent.service)
  return agent.mails.splice(0)
}
