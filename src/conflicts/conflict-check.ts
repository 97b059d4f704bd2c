/**
 * The check for conflicts that is made when an inquiry is opened: who else has written about, as or against its parties, and
 * who of them is on the firm's list. As long as a party may be on the other side, the texts of the inquiry stay folded.
 */
import { inTurns } from '../store/batches.ts'
import { type FieldName, PERSON_FIELDS } from '../inquiries/inquiry-fields.ts'
import { keyPath } from '../inquiries/inquiry-id.ts'
import type { InquiryRecord } from '../inquiries/inquiry.ts'
import { type InquiryState, lastMark } from '../inquiries/history.ts'
import { type KnownParty, prepareKnownParty } from './known-party.ts'
import { type KnownList, type OpenedKnownList, isSearched, openKnownList } from './known-party-list.ts'
import { type PartyMatch, tellsParty } from './party-match.ts'
import { answersIn, mentionsIn } from './mentions.ts'
import { type PartyFound, partyMatcher, type PartyText } from './party-matcher.ts'
import { type Party, readParties } from './party-search.ts'
import { prepareText } from './party-text.ts'
import type { ListedInquiry } from '../inquiries/list.ts'
import type { FullInquiry, ReadChange } from '../inquiries/reader.ts'
import type { Ports, StaffInbox } from '../ports.ts'

/**
 * Which side of a matter a party is on: that of the person who writes, or of a client, or the other one. `related` may be on either, `other`
 * is on none.
 */
export const SIDES = ['person', 'against', 'related', 'other'] as const
export type Side = (typeof SIDES)[number]

/** What a party is here and where it was found, and whether that may be a conflict. */
type Relation = 'adverse' | 'same-person' | 'same-opponent' | 'known'

/** A party of this inquiry that was found elsewhere. */
export interface ConflictHit {
  relation: Relation
  side: { here: Side; there: Side }
  /** Whether the names are the same; `similar` also when one of them is only a part of the other. */
  match: PartyMatch
  /** What this inquiry says, and what was found; several if more than a name is the same. */
  texts: { here: string; there: string }[]
  /** Since when it can be found, ISO 8601. */
  at: string
  place: ListedInquiry | { party: KnownParty }
}

/**
 * Why texts are kept back: somebody may be on the other side, the person says that a lawyer represents them (rule 4-4.2), or the firm
 * has no list of clients.
 */
export type FoldReason = 'adverse' | 'represented' | 'unlisted'

/** The side of a party that an answer mentions: a story does not say for sure. */
export const MENTIONED: Side = 'related'

export interface ConflictCheck {
  /** What may be adverse first, then what is sure, then what is newest. */
  hits: ConflictHit[]
  searched: readonly string[]
  /** Texts that tell no party by themselves. */
  notSearched: readonly string[]
  /** The firm's list; undefined when there is none. */
  list: KnownList | undefined
  /** False when the list is encrypted to another key. */
  isListOpened: boolean
  mark: ReadChange | undefined
  isFolded: boolean
  /** Why, if it is not a mark. */
  reason: FoldReason | undefined
}

/** Spam says nothing of parties. */
export const isIgnored = ({ status }: InquiryState): boolean => status === 'spam'

export const SIDES_OF_ROLES: Readonly<Record<KnownParty['role'], Side>> = {
  client: 'person',
  'former client': 'person',
  'prospective client': 'person',
  opponent: 'against',
  related: 'related',
  other: 'other',
}

/** Only the other party of an inquiry is on the other side. */
export const sideOf = ({ field }: { field: FieldName }): Side => (field === 'otherParty' ? 'against' : 'person')

const partiesOf = ({ request }: { request: Asked }): { text: string; side: Side }[] =>
  PERSON_FIELDS.flatMap((field) => {
    const text = request[field]
    return text ? [{ text, side: sideOf({ field }) }] : []
  })

/** What the parties of an inquiry are compared with: those of all inquiries, and the firm's list. */
export type ConflictSources = readonly [readonly Party[], OpenedKnownList]

/**
 * @param listing all inquiries, where they are listed already
 * @throws StoreUnavailable
 */
export const readConflictSources = (
  ports: Pick<Ports, 'store' | 'clock' | 'inbox'>,
  inbox: StaffInbox,
  listing?: Promise<readonly ListedInquiry[]>,
) => Promise.all([readParties(ports, inbox, listing), openKnownList(ports.store, inbox)])

/** When the newest came that may be adverse, ISO 8601; '' where there is none. */
export const newestHit = ({ hits }: Pick<ConflictCheck, 'hits'>): string =>
  hits.reduce((newest, { relation, at }) => (relation === 'adverse' && at > newest ? at : newest), '')

/** Whether an inquiry can become a client's: only after the mark "No conflict", and while nothing came after that. */
export const mayRetain = (check: ConflictCheck | undefined): boolean =>
  check?.mark?.finding === 'none' && !check.isFolded

/** An inquiry, or what a caller has said so far. */
type Checked = Pick<FullInquiry, 'id' | 'history'> & { record?: { request: Asked } }
/** What the search needs of a request. */
export type Asked = Omit<InquiryRecord['request'], 'message'> & { message?: string }

/**
 * Searches the parties of an inquiry in all other inquiries and in the firm's list.
 * @param foldsUnlisted whether texts are kept back until a mark while the firm has no list
 * @returns undefined when the inquiry cannot be opened
 */
export async function checkConflicts(
  [stored, known]: ConflictSources,
  { id, record, history }: Checked,
  foldsUnlisted = false,
): Promise<ConflictCheck | undefined> {
  if (!record) return undefined
  const { list, parties } = known
  const own = partiesOf(record)
  const { searched = [], notSearched = [] } = Object.groupBy(new Set(own.map(({ text }) => text)), (text) =>
    tellsParty(prepareText(text)) ? 'searched' : 'notSearched',
  )
  const match = partyMatcher(searched)
  const answers = answersIn(history).flatMap(({ at, texts }) => {
    const isMentioned = mentionsIn(texts)
    return isMentioned ? [{ at, isMentioned }] : []
  })
  /** What the texts of a party have in common with this inquiry; with its answers, what they did not have with its fields. */
  const findIn = (
    party: readonly PartyText[],
    sideThere: (hit: PartyText | PartyFound) => Side,
    at: string,
    place: ConflictHit['place'],
  ) => {
    const found = match(party)
    const mentioned = party.filter((one) => !found.some(({ text }) => text === one.text))
    return group([
      ...found.flatMap((hit) => foundHere(hit, sideThere(hit), at, place)),
      ...mentioned.flatMap((one) => {
        const last = answers.findLast(({ isMentioned }) => isMentioned(one))
        const side = { here: MENTIONED, there: sideThere(one) }
        const hit = { searched: one.text, text: one.text, match: 'similar' } as const
        return last ? [foundAt(place, last.at > at ? last.at : at, side, hit)] : []
      }),
    ])
  }
  const foundHere = (hit: PartyFound, there: Side, at: string, place: ConflictHit['place']) =>
    own.filter(({ text }) => text === hit.searched).map(({ side: here }) => foundAt(place, at, { here, there }, hit))
  const found = await inTurns(stored, ({ texts, ...other }) =>
    keyPath(other.id) === keyPath(id) ? [] : findIn(texts, sideOf, other.id.receivedAt, other),
  )
  const foundOnList = await inTurns(parties ?? [], (party) =>
    findIn(prepareKnownParty(party), () => SIDES_OF_ROLES[party.role], list?.at ?? '', { party }),
  )
  const hits = inOrder([...found, ...foundOnList])
  const mark = lastMark(history)
  const reason = isAdverse(hits, mark)
    ? 'adverse'
    : unmarkedReason(mark, record.request, foldsUnlisted && !isSearched(known))
  const isListOpened = parties !== undefined
  return { hits, searched, notSearched, list, isListOpened, mark, isFolded: reason !== undefined, reason }
}

/** Whether it came after a mark: "No conflict" holds for what could be found when it was said. */
export const isAfterMark = (at: string, mark: Pick<ReadChange, 'at'> | undefined): boolean =>
  mark === undefined || at > mark.at

/** Why texts are kept back before the first mark, whatever else was written to the firm. */
export const unmarkedReason = (
  mark: unknown,
  request: Asked | undefined,
  isUnlisted: boolean | undefined,
): Exclude<FoldReason, 'adverse'> | undefined => {
  if (mark) return undefined
  return request?.hasLawyer === 'yes' ? 'represented' : isUnlisted ? 'unlisted' : undefined
}

/** What came after the mark folds the inquiry again. */
function isAdverse(
  hits: readonly Pick<ConflictHit, 'relation' | 'at'>[],
  mark: Pick<ReadChange, 'finding' | 'at'> | undefined,
): boolean {
  if (mark?.finding === 'conflict') return true
  return hits.some(({ relation, at }) => relation === 'adverse' && isAfterMark(at, mark))
}

/** @returns the inquiry as if it had no message, notes and replies; what was said about conflicts stays */
export function withoutTexts(inquiry: FullInquiry): FullInquiry {
  const { record, history } = inquiry
  return {
    ...inquiry,
    ...(record && { record: { ...record, request: { ...record.request, message: '' } } }),
    history: history.map((change) =>
      change.finding || change.changed.includes('read') || change.hold !== undefined
        ? change
        : { ...change, texts: [] },
    ),
  }
}

type Found = Pick<ConflictHit, 'place' | 'at' | 'side' | 'match' | 'relation' | 'texts'>

const foundAt = (
  place: ConflictHit['place'],
  at: string,
  side: ConflictHit['side'],
  { searched, text, match }: Pick<PartyFound, 'searched' | 'text' | 'match'>,
): Found => ({ place, at, side, relation: relationOf(side, place), match, texts: [{ here: searched, there: text }] })

function relationOf(side: ConflictHit['side'], place: ConflictHit['place']): Relation {
  if (isOpposed(side)) return 'state' in place && isIgnored(place.state) ? 'known' : 'adverse'
  if (side.there === 'other') return 'known'
  return side.there === 'person' ? 'same-person' : 'same-opponent'
}

/** Whether what is on these sides here and there may be adverse, unless it is ignored. */
export const isOpposed = ({ here, there }: ConflictHit['side']): boolean => there !== 'other' && here !== there

/** One hit for each side in a place, as sure as its surest and as new as its newest. */
function group(found: readonly Found[]): ConflictHit[] {
  const groups = Map.groupBy(found, ({ side: { here, there } }) => `${here} ${there}`)
  return [...groups.values()].flatMap((hits) => {
    const [first] = hits
    const match = hits.some((hit) => hit.match === 'same') ? 'same' : 'similar'
    const at = hits.reduce((newest, hit) => (hit.at > newest ? hit.at : newest), '')
    return first ? [{ ...first, at, match, texts: hits.flatMap(({ texts }) => texts) }] : []
  })
}

const inOrder = (hits: readonly ConflictHit[]): ConflictHit[] => {
  const rank = ({ relation, match }: ConflictHit) => (relation === 'adverse' ? 0 : 2) + (match === 'same' ? 0 : 1)
  return [...hits].sort((one, other) => rank(one) - rank(other) || (one.at < other.at ? 1 : -1))
}
