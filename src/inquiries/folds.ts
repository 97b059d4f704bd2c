/**
 * Which inquiries of a list stay folded for a possible conflict, as on their pages (`conflict-check.ts`): the parties of all of them
 * are searched together, and only what may decide is read.
 */
import { mapInBatches } from '../store/batches.ts'
import type { StaffInbox } from '../ports.ts'
import { isFolded, isIgnored, isOpposed, partiesOf, type Side, SIDES_OF_ROLES, sideOf } from './conflict-check.ts'
import { type NumberedChange, readHistory } from './history.ts'
import { type InquiryId, inquiryPlace } from './inquiry-id.ts'
import { findKnownParties, type KnownParty, type KnownPartyHit } from './known-party.ts'
import { openKnownList } from './known-party-list.ts'
import { type PartyMatcher, partyMatcher, prepareParty } from './party-matcher.ts'
import { inTurns, matchParties, type Parties, type PartySearchPorts, readParties } from './party-search.ts'
import type { Row } from './reader.ts'

/** Why the message of an inquiry is not shown in a list. `unchecked`: not all could be searched. */
export type Fold = 'conflict' | 'unchecked'

/** Gives the fold of one of the inquiries that were checked; undefined when its message may be shown. */
export type Folds = (id: InquiryId) => Fold | undefined

/** What may be adverse to a row: another inquiry, or an entry of the firm's list, and since when it is there. */
interface Candidate {
  row: Row
  at: string
}

/** A party that a row names, and its side. */
type Own = { row: Row; text: string; side: Side }
const BOTH_SIDES: readonly Side[] = ['person', 'against']
type Mark = Pick<NumberedChange, 'finding' | 'at'>

/**
 * Checks the inquiries of a list. Where not all inquiries could be searched, the others are `unchecked`: a mark says nothing of what came after it.
 * @param rows may still be on their way, while the parties are read
 * @param parties of all inquiries, where they are read already
 * @throws StoreUnavailable, and what `rows` throws
 */
export async function foldsOf(
  ports: PartySearchPorts,
  inbox: StaffInbox,
  rows: readonly Row[] | Promise<readonly Row[]>,
  parties: Promise<Parties> = readParties(ports, inbox),
): Promise<Folds> {
  const [known, marks, { parties: stored, isAll }, { list, parties: onList = [] }] = await Promise.all([
    rows,
    Promise.resolve(rows).then((all) => readMarks(ports, all)),
    parties,
    openKnownList(ports.store, inbox),
  ])
  const own = known.flatMap(ownOf)
  const ownByText = Map.groupBy(own, ({ text }) => text)
  const opposed = (searched: string, there: Side) =>
    (ownByText.get(searched) ?? []).filter(({ side }) => isOpposed({ here: side, there })).map(({ row }) => row)
  const found = await matchParties(
    stored.filter(({ state }) => !isIgnored(state)),
    opposedMatcher(own),
  )
  const candidates: Candidate[] = [
    ...found.flatMap(({ id, found: hits }) =>
      hits
        .flatMap(({ searched, field }) => opposed(searched, sideOf(field)))
        .filter((row) => inquiryPlace(row.id) !== inquiryPlace(id))
        .map((row) => ({ row, at: id.receivedAt })),
    ),
    ...(await findOpposed(onList, own)).flatMap(({ party, searched }) =>
      opposed(searched, SIDES_OF_ROLES[party.role]).map((row) => ({ row, at: list?.at ?? '' })),
    ),
  ]
  const conflicts = new Set(
    candidates.filter(({ row, at }) => isFolded([{ relation: 'adverse', at }], marks.get(row))).map(({ row }) => row),
  )
  const folds = known.map((row): [string, Fold | undefined] => {
    const isConflict = conflicts.has(row) || isFolded([], marks.get(row))
    return [inquiryPlace(row.id), isConflict ? 'conflict' : isAll ? undefined : 'unchecked']
  })
  const byPlace = new Map(folds)
  return (id) => byPlace.get(inquiryPlace(id))
}

const ownOf = (row: Row): Own[] => (row.record ? partiesOf(row.record).map((own) => ({ ...own, row })) : [])

/** The last mark of each row that has one. */
async function readMarks({ store }: PartySearchPorts, rows: readonly Row[]): Promise<ReadonlyMap<Row, Mark>> {
  const changed = rows.filter(({ state }) => state.seq > 0)
  const marks = await mapInBatches(changed, async (row) => {
    const mark = (await readHistory(store, row.id, row.state.seq)).findLast(({ finding }) => finding)
    return mark ? ([[row, mark]] as const) : []
  })
  return new Map(marks.flat())
}

/** Finds what may be adverse in inquiries: the persons that write are compared with other parties, and these with persons. */
function opposedMatcher(own: readonly Own[]): PartyMatcher {
  const matchers = BOTH_SIDES.map((there) => partyMatcher(textsAgainst(own, there), (field) => sideOf(field) === there))
  return (party) => matchers.flatMap((match) => match(party))
}

/** What `findKnownParties` finds on the other side, with few comparisons: texts by the hundred, and a list of thousands. */
async function findOpposed(parties: readonly KnownParty[], own: readonly Own[]): Promise<KnownPartyHit[]> {
  const matchers = new Map(BOTH_SIDES.map((there) => [there, partyMatcher(textsAgainst(own, there))]))
  return inTurns(parties, (party) => {
    const { name, email, telephone: phone, role } = party
    const found = matchers.get(SIDES_OF_ROLES[role])?.(prepareParty({ name, email, phone })) ?? []
    return found.flatMap(({ searched }) => findKnownParties([party], [searched]))
  })
}

/** The texts of those that are on another side. */
const textsAgainst = (own: readonly Own[], there: Side): string[] =>
  own.filter(({ side }) => isOpposed({ here: side, there })).map(({ text }) => text)
