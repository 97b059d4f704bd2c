/**
 * The person of an inquiry chooses a time that the firm offered, another one, or none. The time is taken first: of two who want it
 * only one goes on. Then the choice is stored in the history, with the mails that say so, before it is acknowledged.
 */
import { HOUR_MS } from '../duration.ts'
import type { TalkTime } from '../firm/openings.ts'
import { momentInWords } from '../firm/talk-words.ts'
import { prepareChange, storeChange } from '../inquiries/change.ts'
import { BY_PERSON, type InquiryState, type NumberedChange, readHistory, readState } from '../inquiries/history.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import { requireInquiry } from '../inquiries/public-status.ts'
import { changeableUntil, isSameStart, shownTime, type Talks, talksIn } from '../inquiries/talk.ts'
import { openTimes, takeTime } from '../inquiries/taken-times.ts'
import { FIRST_LANGUAGE } from '../language.ts'
import { messageId, sentKey } from '../mail/outbox.ts'
import { Problem, unavailable } from '../problem.ts'
import { auditEntry } from '../staff/audit.ts'
import { MAX_TRIES } from './change-inquiry.ts'
import type { Service } from './service.ts'
import { talkOutcome } from './talk-mail.ts'

/** What a person wants: the id of a time, or to cancel the one that they chose. */
export type Choice = { time: string } | { cancel: true }

/**
 * Does what the person wants. The same again changes nothing.
 * @param capability the secret part of the private address
 * @throws Problem `not-found`, `not-asked`, `time-taken`, `too-late`
 * @throws StoreUnavailable when it could not be stored
 */
export async function chooseTime(service: Service, capability: string, choice: Choice): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const id = await requireInquiry(service, capability)
    const state = await readState(service.store, id)
    const history = await readHistory(service.store, id, state.seq)
    const talks = talksIn(history)
    if ('cancel' in choice ? !talks.talk : talks.talk?.id === choice.time) return finishChoice(service, id, history)
    requireChangeable(service, talks)
    const chosen = 'cancel' in choice ? 'cancelled' : (await takeOpenTime(service, id, talks, choice.time)).id
    if (await storeTime(service, id, state, chosen)) return
  }
  throw unavailable()
}

/** How long after a choice the person may send it again because they got an error. */
const RETRY_MS = HOUR_MS

/** Does what follows from the last choice, as far as a process that ended left it: on Netlify Blobs each mail is stored by itself. */
async function finishChoice(service: Service, id: InquiryId, history: readonly NumberedChange[]): Promise<void> {
  const { store, clock } = service
  const index = history.findLastIndex(({ time }) => time !== undefined)
  const last = history[index]
  if (!last || Date.parse(last.at) < clock.now().getTime() - RETRY_MS) return
  const { mails, free } = await talkOutcome(service, {
    id,
    record: last,
    after: last,
    history: history.slice(0, index),
  })
  for (const { key, value } of mails)
    if ((await store.read(sentKey(messageId({ key })))) === undefined) await store.create(key, value)
  await free()
}

function requireChangeable({ consultations, clock }: Service, { offer, talk }: Talks): void {
  if (!consultations || !offer)
    throw new Problem('not-asked', {
      detail: 'The firm has not offered a time, or has gone on since. Let the person call.',
    })
  const until = talk && changeableUntil(talk, consultations.changeHours)
  if (until !== undefined && until < clock.now().toISOString()) {
    const detail = `The time could be changed until ${momentInWords(until, FIRST_LANGUAGE)}, by the clock of the office. Let the person call.`
    throw new Problem('too-late', { detail })
  }
}

async function takeOpenTime(service: Service, id: InquiryId, talks: Talks, wanted: string): Promise<TalkTime> {
  const open = await openTimes(service, id, talks)
  const time = open.find((one) => one.id === wanted)
  const isTheirs = time !== undefined && isSameStart(time, talks.talk)
  if (time && (isTheirs || (await takeTime(service, id, time)))) return time
  const left = open.filter((one) => one.id !== wanted).map((one) => shownTime(one, service.consultations?.lawyers))
  throw new Problem('time-taken', { times: left })
}

/** @returns false when the inquiry was changed meanwhile */
async function storeTime(service: Service, id: InquiryId, { seq }: InquiryState, time: string): Promise<boolean> {
  const prepared = await prepareChange(service, id, { time }, { seen: seq, by: BY_PERSON })
  if (typeof prepared === 'string') return false
  const { at } = prepared.record
  const entry = auditEntry({ at, by: BY_PERSON, action: 'inquiry.time', subject: id.reference })
  const { mails, free } = await talkOutcome(service, prepared)
  if ((await storeChange(service.store, prepared, [entry], mails)) !== 'done') return false
  await free()
  service.log('inquiry.talk', { reference: id.reference })
  return true
}
