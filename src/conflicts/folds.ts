/**
 * Which inquiries of a list stay folded for a possible conflict, as on their pages (`conflict-check.ts`): it stops at the first party on the
 * other side, because a list shows no more than that.
 */
import type { StaffInbox } from '../ports.ts'
import { inTurns, mapInBatches } from '../store/batches.ts'
import {
  type FoldReason,
  isAfterMark,
  isIgnored,
  isOpposed,
  MENTIONED,
  type Side,
  SIDES,
  SIDES_OF_ROLES,
  sideOf,
  unmarkedReason,
} from './conflict-check.ts'
import { lastMark, readHistory } from '../inquiries/history.ts'
import { type InquiryId, keyPath } from '../inquiries/inquiry-id.ts'
import { prepareKnownParty } from './known-party.ts'
import { isSearched, openKnownList } from './known-party-list.ts'
import { answersIn, mentionsIn } from './mentions.ts'
import { matchParty } from './party-match.ts'
import { type PartyText, prepareParty } from './party-matcher.ts'
import { type Party, type PartySearchPorts, readParties } from './party-search.ts'
import { openTexts, type Row } from '../inquiries/reader.ts'

/** Why the message of an inquiry is not shown in a list. `unchecked`: to compare it with all others takes too long. */
export type Fold = FoldReason | 'unchecked'

/** Gives the fold of one of the inquiries that were checked; undefined when its message may be shown. */
export type Folds = (id: InquiryId) => Fold | undefined

/** Work on one row: thirty times what takes a common name among 10,000 inquiries. Names that are made to be slow take longer. */
const MAX_ROW_MS = 50
/** Sources that are compared with each row one after the other: they stay in the processor's cache. */
const COMPARED_TOGETHER = 100

/** What may be adverse to a row: another inquiry, or an entry of the firm's list. */
interface Source {
  /** Since when it is there, ISO 8601. */
  at: string
  /** Of an inquiry. */
  place?: string
  texts: readonly PartyText[]
  sideOf: (text: PartyText) => Side
}

/**
 * Checks the inquiries of a list.
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
  const [checks, stored, known] = await Promise.all([
    Promise.resolve(rows).then((all) => mapInBatches(all, (row) => readCheck(ports, inbox, row))),
    parties,
    openKnownList(ports.store, inbox),
  ])
  const onList = (known.parties ?? []).map((party): Source => {
    const side = SIDES_OF_ROLES[party.role]
    return { at: known.list?.at ?? '', texts: prepareKnownParty(party), sideOf: () => side }
  })
  const inInquiries = stored
    .filter(({ state }) => !isIgnored(state))
    .map(({ id, texts }): Source => ({ at: id.receivedAt, place: keyPath(id), texts, sideOf }))
  const sources = [...onList, ...inInquiries]
  const starts = Array.from(
    { length: Math.ceil(sources.length / COMPARED_TOGETHER) },
    (_, part) => part * COMPARED_TOGETHER,
  )
  await inTurns(starts, (start) => {
    const some = sources.slice(start, start + COMPARED_TOGETHER)
    for (const check of checks.filter(({ fold }) => fold === undefined)) {
      const begunAt = performance.now()
      if (some.some((source) => isAdverse(check, source))) check.fold = 'adverse'
      check.leftMs -= performance.now() - begunAt
      if (check.leftMs < 0) check.fold ??= 'unchecked'
    }
    return []
  })
  const isUnlisted = ports.foldsUnlisted && !isSearched(known)
  const folds = new Map(
    checks.map(({ place, fold, mark, request }) => [place, fold ?? unmarkedReason(mark, request, isUnlisted)]),
  )
  return (id) => folds.get(keyPath(id))
}

/** Reads what is compared of a row: its texts, its last mark, and what its answers mention, all of them and those after the mark. */
async function readCheck({ store }: PartySearchPorts, inbox: StaffInbox, { id, record, state }: Row) {
  const history = state.seq > 0 ? await readHistory(store, id, state.seq) : []
  const mark = lastMark(history)
  const answers = await mapInBatches(answersIn(history), async (change) => ({
    at: change.at,
    texts: await openTexts(inbox, change),
  }))
  const own = prepareParty(record?.request ?? {})
  const mentioned = (some: typeof answers) => mentionsIn(some.flatMap(({ texts }) => texts))
  return {
    place: keyPath(id),
    fold: (mark?.finding === 'conflict' ? 'adverse' : undefined) as Fold | undefined,
    leftMs: MAX_ROW_MS,
    request: record?.request,
    own,
    opposed: new Map(SIDES.map((there) => [there, own.filter((one) => isOpposed({ here: sideOf(one), there }))])),
    mark,
    mentions: mentioned(answers),
    newMentions: mentioned(answers.filter(({ at }) => isAfterMark(at, mark))),
  }
}
type Check = Awaited<ReturnType<typeof readCheck>>

/** Whether it may be adverse: it came after the mark of the row, or a new answer mentions it. */
function isAdverse({ place, own, opposed, mark, mentions, newMentions }: Check, source: Source): boolean {
  const isNew = isAfterMark(source.at, mark)
  if ((!isNew && !newMentions) || source.place === place) return false
  const isMentioned = isNew ? mentions : newMentions
  return source.texts.some((text) => {
    const there = source.sideOf(text)
    const isMatch = (one: PartyText) => matchParty(one, text) !== undefined
    return (
      (isNew && opposed.get(there)?.some(isMatch)) ||
      (isMentioned?.(text) && isOpposed({ here: MENTIONED, there }) && !own.some(isMatch))
    )
  })
}
