/**
 * Which inquiries of a list stay folded for a possible conflict, as on their pages (`conflict-check.ts`): the parties of all of them
 * are compared together, and only what may decide is read.
 */
import type { StaffInbox } from '../ports.ts'
import { inTurns, mapInBatches } from '../store/batches.ts'
import {
  isAfterMark,
  isIgnored,
  isOpposed,
  isRepresented,
  MENTIONED,
  type Side,
  SIDES_OF_ROLES,
  sideOf,
} from './conflict-check.ts'
import { lastMark, type NumberedChange, readHistory } from './history.ts'
import { type InquiryId, inquiryPlace } from './inquiry-id.ts'
import { prepareKnownParty } from './known-party.ts'
import { isSearched, openKnownList } from './known-party-list.ts'
import { answersIn, type Mentions, mentionsIn } from './mentions.ts'
import { boundedSlips, matchParty } from './party-match.ts'
import { type PartyText, prepareParty } from './party-matcher.ts'
import { type Party, type PartySearchPorts, readParties } from './party-search.ts'
import { openTexts, type ReadChange, type Row } from './reader.ts'

/** Why the message of an inquiry is not shown in a list. `unchecked`: it was not compared with all others. */
export type Fold = 'conflict' | 'represented' | 'unchecked'

/** Gives the fold of one of the inquiries that were checked; undefined when its message may be shown. */
export type Folds = (id: InquiryId) => Fold | undefined

/**
 * Pairs of words that are compared letter by letter for one row, or ten times as many in names that share a word. Common names need up
 * to 2,000 among 10,000 inquiries; names that are made to be slow need millions, and their row stays unchecked.
 */
const MAX_COMPARISONS = 2500
/** Work on the comparisons of a list: among 10,000 inquiries with common names it takes half of it, and with names made to be slow more. */
const MAX_WORK_MS = 150

/** What may be adverse to a row: another inquiry, or an entry of the firm's list. */
interface Source {
  /** Since when it is there, ISO 8601. */
  at: string
  /** Of an inquiry. */
  place?: string
  /** Undefined when they could not be read. */
  texts: readonly PartyText[] | undefined
  sideOf: (text: PartyText) => Side
}

/** A row while it is compared. */
interface Check {
  place: string
  own: readonly PartyText[]
  /** Its texts that are opposed to a side. */
  opposed: (side: Side) => readonly PartyText[]
  isRepresented: boolean
  mark: Mark | undefined
  slips: ReturnType<typeof boundedSlips>
  /** What its answers mention, and those that came after the mark. */
  mentions: Mentions | undefined
  newMentions: Mentions | undefined
  fold: Fold | undefined
}
type Mark = Pick<NumberedChange, 'finding' | 'at'>
type Answer = Pick<ReadChange, 'at' | 'texts'>

/**
 * Checks the inquiries of a list. Where one could not be compared with all that came after its mark, it is `unchecked`.
 * @param rows may still be on their way, while the parties are read
 * @param parties of all inquiries, where they are read already
 * @throws StoreUnavailable, and what `rows` throws
 */
export async function foldsOf(
  ports: PartySearchPorts & { foldsUnlisted?: boolean },
  inbox: StaffInbox,
  rows: readonly Row[] | Promise<readonly Row[]>,
  parties: Promise<readonly Party[]> = readParties(ports, inbox),
): Promise<Folds> {
  const [known, histories, stored, opened] = await Promise.all([
    rows,
    Promise.resolve(rows).then((all) => readHistories(ports, inbox, all)),
    parties,
    openKnownList(ports.store, inbox),
  ])
  const { list, parties: listed = [] } = opened
  const checks = known.map((row): Check => {
    const { mark, answers = [] } = histories.get(row) ?? {}
    const own = row.record ? prepareParty(row.record.request) : []
    const mentioned = (some: readonly Answer[]) => mentionsIn(some.flatMap(({ texts }) => texts))
    return {
      place: inquiryPlace(row.id),
      own,
      opposed: opposedIn(own),
      isRepresented: row.record !== undefined && isRepresented(row.record.request),
      mark,
      slips: boundedSlips(MAX_COMPARISONS),
      mentions: mentioned(answers),
      newMentions: mentioned(answers.filter(({ at }) => isAfterMark(at, mark))),
      fold: mark?.finding === 'conflict' ? 'conflict' : undefined,
    }
  })
  const onList = await inTurns(listed, (party): Source[] => [
    { at: list?.at ?? '', texts: prepareKnownParty(party), sideOf: () => SIDES_OF_ROLES[party.role] },
  ])
  const inInquiries = stored
    .filter(({ state }) => !isIgnored(state))
    .map(({ id, texts }): Source => ({ at: id.receivedAt, place: inquiryPlace(id), texts, sideOf }))
  const newestFirst = [...onList, ...inInquiries].sort((one, other) => (one.at < other.at ? 1 : -1))
  let open = checks.filter(({ fold }) => fold === undefined)
  let leftMs = MAX_WORK_MS
  const before = process.cpuUsage()
  // On a busy machine time passes without work of this process, and a list of common names would be folded.
  const isInTime = () => leftMs > 0 || millisecondsOf(process.cpuUsage(before)) < MAX_WORK_MS
  await inTurns(
    newestFirst,
    (source) => {
      const begunAt = performance.now()
      open = open.filter((check) => isOpenAfter(check, source))
      leftMs -= performance.now() - begunAt
      return []
    },
    isInTime,
  )
  if (!isInTime()) for (const check of open) check.fold = 'unchecked'
  const isUnlisted = ports.foldsUnlisted && !isSearched(opened)
  for (const check of checks) {
    if (check.mark) continue
    if (check.isRepresented) check.fold ??= 'represented'
    if (isUnlisted) check.fold ??= 'unchecked'
  }
  const folds = new Map(checks.map(({ place, fold }) => [place, fold]))
  return (id) => folds.get(inquiryPlace(id))
}

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** By side: asked for each of thousands. */
function opposedIn(own: readonly PartyText[]): Check['opposed'] {
  const known = new Map<Side, readonly PartyText[]>()
  return (there) => {
    const found = known.get(there) ?? own.filter((one) => isOpposed({ here: sideOf(one), there }))
    known.set(there, found)
    return found
  }
}

/** Compares a row with what is older than all before. @returns false when nothing else can change its fold */
function isOpenAfter(check: Check, source: Source): boolean {
  const { opposed, slips, own, mentions, newMentions } = check
  const isNew = isAfterMark(source.at, check.mark)
  if (!isNew && !newMentions) return false
  if (check.place === source.place) return true
  if (isNew && source.texts === undefined) check.fold = 'unchecked'
  const isMentioned = isNew ? mentions : newMentions
  const isAdverse = source.texts?.some(
    (text) =>
      (isNew && opposed(source.sideOf(text)).some((one) => matchParty(one, text, slips))) ||
      (isMentioned?.(text) &&
        isOpposed({ here: MENTIONED, there: source.sideOf(text) }) &&
        !own.some((one) => matchParty(one, text, slips))),
  )
  if (isAdverse) check.fold = 'conflict'
  else if (slips.isSpent()) check.fold = 'unchecked'
  return !isAdverse && !slips.isSpent()
}

async function readHistories({ store }: PartySearchPorts, inbox: StaffInbox, rows: readonly Row[]) {
  const changed = rows.filter(({ state }) => state.seq > 0)
  const histories = await mapInBatches(changed, async (row) => {
    const history = await readHistory(store, row.id, row.state.seq)
    const answers = await mapInBatches(answersIn(history), async (change): Promise<Answer> => ({
      at: change.at,
      texts: await openTexts(inbox, change),
    }))
    return [row, { mark: lastMark(history), answers }] as const
  })
  return new Map(histories)
}
