/** An answer is stored, encrypted, together with the mail that announces it, before it is acknowledged. */
import { answerBefore, type AnswerReceipt, answersLeft } from '../inquiries/answer.ts'
import { BY_PERSON, decideChange } from '../inquiries/change.ts'
import { notFound } from '../inquiries/public-status.ts'
import { getUndamaged, historyOf, stateOf } from '../inquiries/sealed-inquiry.ts'
import { publicStatus } from '../inquiries/status.ts'
import { readStatusCapability } from '../inquiries/status-address.ts'
import { unavailable, Problem } from '../problem.ts'
import { auditEntry } from '../staff/audit.ts'
import { MAX_TRIES } from '../store/record.ts'
import { storeChange } from './change-inquiry.ts'
import type { Service } from './service.ts'
import { noticeOfAnswer } from './staff-mail.ts'

/**
 * @param key the idempotency key; without it, an answer with the same words is stored once
 * @throws Problem `not-found`, `not-asked`, `idempotency-key-reused`
 * @throws StoreUnavailable when it could not be stored
 */
export async function answerInquiry(
  service: Service,
  capability: string,
  { answer, key }: { answer: string; key?: string | undefined },
): Promise<AnswerReceipt> {
  const { store, keyedHash } = service
  const body = await keyedHash.mac('answer', answer)
  const sent = { body, ...(key !== undefined && { key: await keyedHash.mac('answer-key', key) }) }
  const id = await readStatusCapability(service, capability)
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const found = id ? await getUndamaged(store, id) : 'gone'
    if (!id || found === 'gone') throw notFound()
    if (found === 'damaged') throw unavailable()
    const [before, history] = [stateOf(found.value), historyOf(found.value)]
    const { reference } = id
    const earlier = answerBefore(history, sent)
    if (earlier && earlier.sent?.body !== body) throw new Problem('idempotency-key-reused')
    if (earlier) return { reference, receivedAt: earlier.at, status: publicStatus(before) }
    requireAsked(answersLeft(before, history), before.asked)
    const prepared = await decideChange(service, { id, before }, { answer, sent }, BY_PERSON)
    if (typeof prepared === 'string') throw full()
    const { at } = prepared.record
    const entries = [auditEntry({ at, by: BY_PERSON, action: 'inquiry.answer', subject: reference })]
    const outcome = await storeChange(service, found, prepared, {
      mail: await noticeOfAnswer(service, prepared),
      entries,
    })
    if (outcome === 'full') throw full()
    if (outcome === 'changed') continue
    service.log('inquiry.answered', { reference })
    return { reference, receivedAt: at, status: publicStatus(prepared.after) }
  }
  throw unavailable()
}

function requireAsked(left: number, asked: true | undefined): void {
  if (left > 0) return
  if (asked) throw full()
  throw new Problem('not-asked', {
    detail: 'The firm has not asked anything, or has gone on since. Let the person call the firm.',
  })
}

const full = () =>
  new Problem('not-asked', { detail: 'This inquiry takes no more answers. Let the person call the firm.' })
