/**
 * Which inquiries of a list stay folded for a possible conflict, as on their pages (`conflict-check.ts`): the parties of all of them
 * are searched together, and only what may decide is read.
 */
import { mapInBatches } from '../store/batches.ts'
import { StoreUnavailable, type StaffInbox } from '../ports.ts'
import { isFolded, isIgnored, isOpposed, partiesOf, type Side, SIDES_OF_ROLES, sideOf } from './conflict-check.ts'
import { type NumberedChange, readHistory, readState } from './history.ts'
import { type InquiryId, inquiryPlace } from './inquiry-id.ts'
import { findKnownParties, type KnownParty, type KnownPartyHit } from './known-party.ts'
import { openKnownList } from './known-party-list.ts'
import { joinEntries, onlyFields, partyEntry } from './party-columns.ts'
import { type PartyMatcher, partyMatcher } from './party-matcher.ts'
import { findParties, type PartiesFound, type PartyLimits, type PartySearchPorts } from './party-search.ts'
import type { Row } from './reader.ts'

/** Why the message of an inquiry is not shown in a list. `unchecked`: not all could be searched. */
export type Fold = 'conflict' | 'unchecked'

/** Gives the fold of one of the inquiries that were checked; undefined when its message may be shown. */
export type Folds = (id: InquiryId) => Fold | undefined

/** What a list searches at most: more would take longer than a third of a second. */
const LIST_LIMITS: PartyLimits = { mostFacts: 150, mostInquiries: 12_000 }

/** What may be adverse to a row: another inquiry, or since when an entry of the firm's list. */
interface Candidate {
  row: Row
  at: string
  /** Undefined on the list. */
  id?: InquiryId
}

/** A party that a row names, and its side. */
type Own = { row: Row; text: string; side: Side }
const BOTH_SIDES: readonly Side[] = ['person', 'against']
type Mark = Pick<NumberedChange, 'finding' | 'at'>

/**
 * Checks the inquiries of a list. Where not all inquiries could be searched, the others are `unchecked`: a mark says nothing of what came after it.
 * @param rows may still be on their way, while the index is read
 * @param limits those of a list, unless others are given
 */
export async function foldsOf(
  ports: PartySearchPorts,
  inbox: StaffInbox,
  rows: readonly Row[] | Promise<readonly Row[]>,
  limits = LIST_LIMITS,
): Promise<Folds> {
  const owns = Promise.resolve(rows).then((known) => known.flatMap(ownOf))
  const [known, own, marks, { found, isAll }, { list, parties = [] }] = await Promise.all([
    rows,
    owns,
    Promise.resolve(rows).then((all) => readMarks(ports, all)),
    findParties(ports, inbox, owns.then(opposedMatcher), limits).catch(notSearched),
    openKnownList(ports.store, inbox),
  ])
  const ownByText = Map.groupBy(own, ({ text }) => text)
  const opposed = (searched: string, there: Side) =>
    (ownByText.get(searched) ?? []).filter(({ side }) => isOpposed({ here: side, there })).map(({ row }) => row)
  const candidates = [
    ...found.flatMap(({ id, own: fields }) =>
      fields.flatMap(({ searched, field }) =>
        opposed(searched, sideOf(field)).flatMap((row): Candidate[] =>
          inquiryPlace(row.id) === inquiryPlace(id) ? [] : [{ row, at: id.receivedAt, id }],
        ),
      ),
    ),
    ...findOpposed(parties, own).flatMap(({ party, searched }) =>
      opposed(searched, SIDES_OF_ROLES[party.role]).map((row): Candidate => ({ row, at: list?.at ?? '' })),
    ),
  ].filter(({ row, at }) => isFolded([{ relation: 'adverse', at }], marks.get(row)))
  const ignored = await readIgnored(ports, candidates)
  const conflicts = new Set(candidates.filter(({ id }) => !id || !ignored.has(inquiryPlace(id))).map(({ row }) => row))
  const folds = known.map((row): [string, Fold | undefined] => {
    const mark = marks.get(row)
    const isConflict = conflicts.has(row) || isFolded([], mark)
    return [inquiryPlace(row.id), isConflict ? 'conflict' : isAll ? undefined : 'unchecked']
  })
  const byPlace = new Map(folds)
  return (id) => byPlace.get(inquiryPlace(id))
}

const ownOf = (row: Row): Own[] => (row.record ? partiesOf(row.record).map((own) => ({ ...own, row })) : [])

/** A store that fails here fails the whole page, or the page says so; nothing is shown for it. */
function notSearched(error: unknown): Pick<PartiesFound, 'found' | 'isAll'> {
  if (error instanceof StoreUnavailable) return { found: [], isAll: false }
  throw error
}

/** The last mark of each row that has one. */
async function readMarks({ store }: PartySearchPorts, rows: readonly Row[]): Promise<ReadonlyMap<Row, Mark>> {
  const changed = rows.filter(({ state }) => state.seq > 0)
  const marks = await mapInBatches(changed, async (row) => {
    const mark = (await readHistory(store, row.id)).findLast(({ finding }) => finding)
    return mark ? ([[row, mark]] as const) : []
  })
  return new Map(marks.flat())
}

/** The places of the candidates that are ignored now. */
async function readIgnored({ store }: PartySearchPorts, candidates: readonly Candidate[]): Promise<Set<string>> {
  const ids = new Map(candidates.flatMap(({ id }) => (id ? [[inquiryPlace(id), id] as const] : [])))
  const states = await mapInBatches([...ids], async ([place, id]) =>
    isIgnored(await readState(store, id)) ? [place] : [],
  )
  return new Set(states.flat())
}

/** Finds what may be adverse in inquiries: the persons that write are compared with other parties, and these with persons. */
function opposedMatcher(own: readonly Own[]): PartyMatcher {
  const matchers = BOTH_SIDES.map((there) => ({ there, match: partyMatcher(textsAgainst(own, there)) }))
  return (columns) =>
    matchers.flatMap(({ there, match }) => match(onlyFields(columns, (field) => sideOf(field) === there)))
}

/** What `findKnownParties` finds on the other side, with few comparisons: texts by the hundred, and a list of thousands. */
const findOpposed = (parties: readonly KnownParty[], own: readonly Own[]): KnownPartyHit[] =>
  BOTH_SIDES.flatMap((there) => {
    const onSide = parties.filter(({ role }) => SIDES_OF_ROLES[role] === there)
    const entries = onSide.map(({ name, email, telephone }) => partyEntry('-', { name, email, phone: telephone }))
    return partyMatcher(textsAgainst(own, there))(joinEntries(entries)).flatMap(({ row, searched }) => {
      const party = onSide[row]
      return party ? findKnownParties([party], [searched]) : []
    })
  })

/** The texts of those that are on another side. */
const textsAgainst = (own: readonly Own[], there: Side): string[] =>
  own.filter(({ side }) => isOpposed({ here: side, there })).map(({ text }) => text)
