/** Stores answers and e-mails of the person, encrypted, with the mail that announces an answer, before they are acknowledged. */
import { answerBefore, type AnswerReceipt, answersLeft } from '../inquiries/answer.ts'
import { BY_PERSON, decideChange, type InquiryChange, type NumberedChange } from '../inquiries/change.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import { notFound } from '../inquiries/public-status.ts'
import { getUndamaged, historyOf, stateOf } from '../inquiries/sealed-inquiry.ts'
import { type InquiryState, publicStatus } from '../inquiries/status.ts'
import { readStatusCapability } from '../inquiries/status-address.ts'
import { unavailable, Problem } from '../problem.ts'
import { auditEntry } from '../staff/audit.ts'
import { MAX_TRIES } from '../store/record.ts'
import { storeChange } from './change-inquiry.ts'
import type { Service } from './service.ts'
import { noticeOfAnswer } from './staff-mail.ts'

/** The most e-mails stored with an inquiry. If they used up `MAX_CHANGES`, the staff could not change the inquiry any more. */
const MAX_MAILS = 30

/**
 * @param key the idempotency key; without it, an answer with the same words is stored once
 * @throws Problem `not-found`, `not-asked`, `idempotency-key-reused`
 * @throws Problem `service-unavailable`, StoreUnavailable when the answer could not be stored
 */
export async function answerInquiry(
  service: Service,
  capability: string,
  { answer, key }: { answer: string; key?: string | undefined },
): Promise<AnswerReceipt> {
  const { keyedHash } = service
  const body = await keyedHash.mac('answer', answer)
  const sent = { body, ...(key !== undefined && { key: await keyedHash.mac('answer-key', key) }) }
  const id = await readStatusCapability(service, capability)
  const stored = id && (await storeFromPerson(service, id, { answer, sent }))
  if (!stored) throw notFound()
  if (stored === 'full') throw full()
  if (stored.change.sent?.body !== body) throw new Problem('idempotency-key-reused')
  return { reference: id.reference, receivedAt: stored.change.at, status: publicStatus(stored.state) }
}

/**
 * @returns the change, or an earlier one with the same key or words, and the state; `full` when no more fits; undefined if the inquiry is gone
 * @throws Problem `not-asked` for an answer that was not asked for or is too many, `service-unavailable`; StoreUnavailable
 */
export async function storeFromPerson(
  service: Service,
  id: InquiryId,
  change: InquiryChange & { sent: NonNullable<InquiryChange['sent']> },
): Promise<{ change: NumberedChange; state: InquiryState } | 'full' | undefined> {
  const { reference } = id
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const found = await getUndamaged(service.store, id)
    if (found === 'gone') return undefined
    if (found === 'damaged') throw unavailable()
    const [before, history] = [stateOf(found.value), historyOf(found.value)]
    const earlier = answerBefore(history, change.sent)
    if (earlier) return { change: earlier, state: before }
    if (!change.mail && answersLeft(before, history) <= 0)
      throw before.asked ? full() : new Problem('not-asked', { detail: NOT_ASKED })
    if (change.mail && history.filter(({ mail }) => mail).length >= MAX_MAILS) return 'full'
    const prepared = await decideChange(service, { id, before }, change, BY_PERSON)
    if (prepared === 'full') return 'full'
    // No other refusal is possible: both callers limit the length of the text, which is never empty.
    if (typeof prepared === 'string') throw new Error(`a change by the person was refused: ${prepared}`)
    const { record, after } = prepared
    const action = change.answer ? 'inquiry.answer' : 'inquiry.mail'
    const outcome = await storeChange(service, found, prepared, {
      mail: change.answer ? await noticeOfAnswer(service, prepared) : [],
      entries: [auditEntry({ at: record.at, by: BY_PERSON, action, subject: reference })],
    })
    if (outcome === 'full') return 'full'
    if (outcome === 'changed') continue
    service.log(change.answer ? 'inquiry.answered' : 'inquiry.mailed', { reference })
    return { change: { ...record, seq: after.seq }, state: after }
  }
  throw unavailable()
}

const NOT_ASKED =
  'The firm has not asked a question, or no longer needs the answer. If it is important, let the person call the firm.'

const full = () =>
  new Problem('not-asked', { detail: 'This inquiry takes no more answers. Let the person call the firm.' })
