/**
 * Times of the lawyers that people chose. Taking one is a fact whose key is the lawyer, the start and a number, so of two who want it
 * at once only one gets it. That it is free again is another fact; then the next number can be taken. An inquiry's history says
 * which time it has: what was taken and is in no history, because the process ended in between, is freed by `releaseTimes`.
 */
import { monthOf } from '../dates.ts'
import { DAY_MS, MINUTE_MS } from '../duration.ts'
import type { Consultations } from '../firm/consultations.ts'
import type { OfficeHours } from '../firm/hours-fields.ts'
import { compactTime, type LawyerTime, openings, parseCompactTime, type TalkTime } from '../firm/openings.ts'
import type { Ports } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { keyOf, prefixOf, readFactOr } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import { readHistory } from './history.ts'
import { inquiryExists, type InquiryId, keyPath, parseInquiryKey } from './inquiry-id.ts'
import { isSameStart, type Talks, talksIn } from './talk.ts'

type TimeStore = Pick<Ports, 'store' | 'clock'>

/** Numbers are zero-padded to this many digits, so that their keys sort. */
const DIGITS = 4
/** How long what was taken may be in no history yet. */
const LEASE_MS = 10 * MINUTE_MS
const FREE = '-free'
const REMINDED = '-reminded'

/** One taking of a lawyer's time. All takings of the same time but the last are free. */
interface Taking {
  /** Key of all that is about the same time. */
  folder: string
  number: number
  isFree: boolean
  isReminded: boolean
}

export interface TakenTime extends Taking, LawyerTime {
  inquiry: InquiryId
  takenAt: string
}

const folderOf = ({ startsAt, lawyer }: Pick<LawyerTime, 'startsAt' | 'lawyer'>): string =>
  keyOf(FACTS.takenTime, { month: monthOf(startsAt), start: compactTime(startsAt), lawyer, number: '' })

const numberKey = ({ folder, number }: Pick<Taking, 'folder' | 'number'>): string =>
  folder + String(number).padStart(DIGITS, '0')

/** @param keys in ascending order */
function takingsIn(keys: readonly string[]): Taking[] {
  const takings = Map.groupBy(keys, (key) => key.replace(/-\w+$/, ''))
  return [...takings].map(([key, facts]) => {
    const folder = key.slice(0, key.lastIndexOf('/') + 1)
    const number = Number(key.slice(folder.length))
    return { folder, number, isFree: facts.includes(key + FREE), isReminded: facts.includes(key + REMINDED) }
  })
}

async function readTaken(store: Pick<Ports['store'], 'read'>, taking: Taking): Promise<TakenTime[]> {
  const [start = '', lawyer = ''] = taking.folder.split('/').slice(2)
  const found = await readFactOr(store, FACTS.takenTime, numberKey(taking), undefined)
  const startsAt = parseCompactTime(start)
  if (!found || startsAt === undefined) return []
  const { minutes, inquiry, at } = found
  return [{ ...taking, startsAt, lawyer, minutes, inquiry: parseInquiryKey(inquiry), takenAt: at }]
}

/**
 * Lists the times that are taken, the earliest first.
 * @param from of those that begin then or later, and before `to`, milliseconds since 1970
 */
export async function listTaken({ store }: Pick<Ports, 'store'>, from: number, to: number): Promise<TakenTime[]> {
  const [first, last] = [from, to].map((time) => new Date(time).toISOString()) as [string, string]
  const months = (await store.folders(prefixOf(FACTS.takenTime))).filter(
    (month) => month >= monthOf(first) && month <= monthOf(last),
  )
  const keys = await Promise.all(months.map((month) => store.list(`${prefixOf(FACTS.takenTime)}${month}/`)))
  const wanted = takingsIn(keys.flat()).filter(({ folder, isFree }) => {
    const [, , start = ''] = folder.split('/')
    return !isFree && start >= compactTime(first) && start < compactTime(last)
  })
  return (await mapInBatches(wanted, (taking) => readTaken(store, taking))).flat()
}

export interface TimePorts extends TimeStore {
  firm: OfficeHours
  consultations?: Consultations | undefined
}

/**
 * The times that the person of an inquiry can choose now, the earliest first. Their own one is among them, in other ways too.
 * @param offer of the firm; without one there are none
 */
export async function openTimes(ports: TimePorts, id: InquiryId, { offer, talk }: Talks): Promise<TalkTime[]> {
  const { clock, firm, consultations } = ports
  if (!consultations || !offer) return []
  const now = clock.now()
  const taken = await listTaken(ports, now.getTime() - DAY_MS, now.getTime() + (consultations.aheadDays + 2) * DAY_MS)
  const others = taken.filter(({ inquiry }) => keyPath(inquiry) !== keyPath(id))
  return openings(consultations, firm, others, now).filter(
    (time) => offer.kinds.includes(time.kind) && time.id !== talk?.id,
  )
}

/**
 * Takes a time for an inquiry.
 * @returns false when another inquiry has it
 */
export async function takeTime(ports: TimeStore, id: InquiryId, time: LawyerTime): Promise<boolean> {
  const { store, clock } = ports
  const folder = folderOf(time)
  const last = takingsIn(await store.list(folder)).at(-1) ?? { folder, number: 0, isFree: true, isReminded: false }
  const [taken] = last.isFree ? [] : await readTaken(store, last)
  const isOwn = taken !== undefined && keyPath(taken.inquiry) === keyPath(id)
  if (!last.isFree && !isOwn) return false
  const now = clock.now()
  // What a process that ended took long ago may be freed at any moment.
  const isFresh = taken !== undefined && Date.parse(taken.takenAt) > now.getTime() - LEASE_MS / 2
  if (isFresh) return true
  if (taken) await free(ports, last)
  const value: FactValue<'takenTime'> = { at: now.toISOString(), minutes: time.minutes, inquiry: keyPath(id) }
  const next = numberKey({ folder, number: last.number + 1 })
  if (await store.create(next, value)) return true
  // The same person may have sent it twice at once.
  return (await readFactOr(store, FACTS.takenTime, next, undefined))?.inquiry === value.inquiry
}

const free = ({ store, clock }: TimeStore, taking: Taking) =>
  store.create(numberKey(taking) + FREE, { at: clock.now().toISOString() })

export async function freeTime(ports: TimeStore, id: InquiryId, time: LawyerTime): Promise<void> {
  for (const taking of takingsIn(await ports.store.list(folderOf(time)))) {
    const [taken] = taking.isFree ? [] : await readTaken(ports.store, taking)
    if (taken && keyPath(taken.inquiry) === keyPath(id)) await free(ports, taking)
  }
}

export async function noteReminder({ store, clock }: TimeStore, taken: Taking): Promise<void> {
  await store.create(numberKey(taken) + REMINDED, { at: clock.now().toISOString() })
}

/**
 * Frees the times of inquiries that are gone, with what tells of these inquiries, and those that were taken and are in no history.
 * Called by housekeeping and after an erasure.
 */
export async function releaseTimes(ports: TimeStore): Promise<void> {
  const { store, clock } = ports
  const now = clock.now()
  const prefix = prefixOf(FACTS.takenTime)
  const takings = takingsIn(await store.list(prefix))
  await mapInBatches(takings, async (taking) => {
    for (const taken of await readTaken(store, taking)) {
      const { inquiry, startsAt } = taken
      const isGone = !(await inquiryExists(store, inquiry))
      const isFresh = Date.parse(taken.takenAt) > now.getTime() - LEASE_MS
      const { talk } = isGone || isFresh ? {} : talksIn(await readHistory(store, inquiry))
      const isHeld = isFresh || isSameStart(taken, talk)
      const isPast = startsAt < now.toISOString()
      if (!taking.isFree && (isGone || (!isHeld && !isPast))) await free(ports, taking)
      // Free already, so that the number is not given again.
      if (isGone) await store.remove(numberKey(taking))
    }
  })
}
