/** An answer is stored, encrypted, with the mail that announces it, before it is acknowledged. */
import { answerBefore, type AnswerReceipt, answersLeft, MAX_ANSWERS } from '../inquiries/answer.ts'
import { BY_PERSON } from '../inquiries/change.ts'
import { readHistory, readState, storeChange } from '../inquiries/history.ts'
import { MAX_TRIES, prepareChange } from './change-inquiry.ts'
import { requireInquiry } from '../inquiries/public-status.ts'
import { publicStatus } from '../inquiries/status.ts'
import { sendAfterResponse } from '../mail/tries.ts'
import { unavailable, Problem } from '../problem.ts'
import { auditEntry } from '../staff/audit.ts'
import type { Service } from './service.ts'
import { noticeOfAnswer } from './staff-mail.ts'

/** `key` is the idempotency key. Without a key, an answer with the same words is stored once. */
interface Answer {
  answer: string
  key?: string | undefined
}

/**
 * @throws Problem `not-found`, `not-asked`, `idempotency-key-reused`
 * @throws StoreUnavailable when it could not be stored
 */
export async function answerInquiry(
  service: Service,
  capability: string,
  { answer, key }: Answer,
): Promise<AnswerReceipt> {
  const { store, keyedHash } = service
  const body = await keyedHash.mac('answer', answer)
  const sent = { body, ...(key !== undefined && { key: await keyedHash.mac('answer-key', key) }) }
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const id = await requireInquiry(service, capability)
    const state = await readState(store, id)
    const history = await readHistory(store, id, state.seq)
    const { reference } = id
    const before = answerBefore(history, sent)
    if (before && before.sent?.body !== body) throw new Problem('idempotency-key-reused')
    if (before) return { reference, receivedAt: before.at, status: publicStatus(state) }
    requireAsked(answersLeft(state, history), state.asked)
    const prepared = await prepareChange(service, id, { answer, sent }, { seen: state.seq, by: BY_PERSON })
    if (typeof prepared === 'string') continue
    const { at } = prepared.record
    const entry = auditEntry({ at, by: BY_PERSON, action: 'inquiry.answer', subject: reference })
    const mail = await noticeOfAnswer(service, prepared)
    if ((await storeChange(store, prepared, [entry], mail)) !== 'done') continue
    sendAfterResponse(service, mail)
    service.log('inquiry.answered', { reference })
    return { reference, receivedAt: at, status: publicStatus(prepared.after) }
  }
  throw unavailable()
}

function requireAsked(left: number, asked: true | undefined): void {
  if (left > 0) return
  const detail = asked
    ? `This inquiry has ${MAX_ANSWERS} answers, and takes no more. Let the person call the firm.`
    : 'The firm has not asked anything, or has gone on since. Let the person call the firm.'
  throw new Problem('not-asked', { detail })
}
