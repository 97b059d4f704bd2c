/**
 * The check for conflicts when an inquiry is opened: who else has written about, as or against its parties, and which of them are on the
 * firm's list. As long as a party may be on the other side, the texts of the inquiry are hidden.
 */
import { lastMark } from '../inquiries/change.ts'
import { keyPath } from '../inquiries/inquiry-id.ts'
import type { FullInquiry, ReadChange } from '../inquiries/record.ts'
import { type ListedInquiry, SPAM_STATUS } from '../inquiries/status.ts'
import type { InquiryRecord } from '../inquiries/inquiry.ts'
import type { StaffInbox } from '../ports.ts'
import { flatMapWithPauses } from '../store/batches.ts'
import {
  isSearched,
  type KnownList,
  type KnownParty,
  type OpenedKnownList,
  openKnownList,
  prepareKnownParty,
} from './known-parties.ts'
import { mentionsIn } from './mentions.ts'
import { identifiesParty, matchParty, type PartyMatch, type PartyText, prepareParty } from './party-match.ts'
import { type Party, type PartySearchPorts, readParties } from './party-search.ts'

/**
 * The side of a matter that a party is on: the side of the person who writes or of a client, or the other one. `related` may be on either
 * side, `other` is on none.
 */
type Side = 'person' | 'against' | 'related' | 'other'

/** What a party is here and where it was found, and whether that may be a conflict. */
type Relation = 'adverse' | 'same-person' | 'same-opponent' | 'known'

/** A party of this inquiry that was found elsewhere. */
export interface ConflictHit {
  relation: Relation
  side: { here: Side; there: Side }
  /** `similar` also when one name is only a part of the other. */
  match: PartyMatch
  /** What this inquiry says, and what was found; several if more than a name is the same. */
  texts: { here: string; there: string }[]
  /** Since when it can be found, ISO 8601. */
  at: string
  place: ListedInquiry | { party: KnownParty }
}

/**
 * Why texts are hidden: a party may be on the other side, the person says that a lawyer represents them (rule 4-4.2), or the firm
 * has no list of clients.
 */
export type HiddenBecause = 'adverse' | 'represented' | 'unlisted'

/** The side of a party that an answer mentions: a story does not say it for sure. */
export const MENTIONED: Side = 'related'

export interface ConflictCheck {
  /** What may be adverse first, then what is sure, then what is newest. */
  hits: readonly ConflictHit[]
  searched: readonly string[]
  /** Texts that identify no party by themselves. */
  notSearched: readonly string[]
  /** The firm's list; undefined when there is none. */
  list: KnownList | undefined
  /** False when the list is encrypted to another key. */
  isListOpened: boolean
  mark: ReadChange | undefined
  /** Undefined when the texts may be shown. */
  hiddenBecause: HiddenBecause | undefined
}

const SIDES_OF_ROLES: Readonly<Record<KnownParty['role'], Side>> = {
  client: 'person',
  'former client': 'person',
  'prospective client': 'person',
  opponent: 'against',
  related: 'related',
  other: 'other',
}

const sideOf = ({ field }: PartyText): Side => (field === 'otherParty' ? 'against' : 'person')

/** What the parties of an inquiry are compared with: those of all inquiries, and the firm's list. */
export type ConflictSources = readonly [readonly Party[], OpenedKnownList]

/**
 * @param listing all inquiries, where they are listed already
 * @throws StoreUnavailable
 */
export const readConflictSources = (
  ports: PartySearchPorts,
  inbox: StaffInbox,
  listing?: Promise<readonly ListedInquiry[]>,
) => Promise.all([readParties(ports, inbox, listing), openKnownList(ports.store, inbox)])

/** When the newest hit came that may be adverse, ISO 8601; '' where there is none. */
export const newestHit = ({ hits }: Pick<ConflictCheck, 'hits'>): string =>
  hits.reduce((newest, { relation, at }) => (relation === 'adverse' && at > newest ? at : newest), '')

/** Whether an inquiry can become a client's: only after the mark "No conflict", and while nothing came after that. */
export const mayRetain = (check: ConflictCheck | undefined): boolean =>
  check?.mark?.finding === 'none' && !check.hiddenBecause

/** What the search needs of a request: of an inquiry, or of what a caller has said so far. */
export type Asked = Omit<InquiryRecord['request'], 'message'> & { message?: string }
type Checked = Pick<FullInquiry, 'id' | 'history'> & { record?: { request: Asked } }

/**
 * Searches the parties of an inquiry in all other inquiries and in the firm's list.
 * @param hidesUnlisted whether texts are hidden until a mark while the firm has no list
 * @returns undefined when the inquiry cannot be opened
 */
export async function checkConflicts(
  [stored, known]: ConflictSources,
  { id, record, history }: Checked,
  hidesUnlisted = false,
): Promise<ConflictCheck | undefined> {
  if (!record) return undefined
  const { list, parties } = known
  const own = prepareParty(record.request)
  const { searched = [], notSearched = [] } = Object.groupBy(own, (text) =>
    identifiesParty(text) ? 'searched' : 'notSearched',
  )
  const answers = history
    .filter(({ changed }) => changed.includes('answer'))
    .map(({ at, texts }) => ({ at, mentions: mentionsIn(texts) }))
  /** Compares a party elsewhere with the fields of this inquiry; what they do not have is looked for in its answers. */
  const findIn = (place: ConflictHit['place'], at: string, texts: readonly PartyText[], sideOfText: typeof sideOf) =>
    hitsOf(
      place,
      texts.flatMap((text) => {
        const there = sideOfText(text)
        const found = searched.flatMap((one): Found[] => {
          const match = matchParty(one, text)
          return match
            ? [{ at, match, side: { here: sideOf(one), there }, texts: [{ here: one.text, there: text.text }] }]
            : []
        })
        const answer = found.length > 0 ? undefined : answers.findLast(({ mentions }) => mentions(text))
        if (!answer) return found
        const since = answer.at > at ? answer.at : at
        const texts = [{ here: text.text, there: text.text }]
        return [{ at: since, match: 'similar', side: { here: MENTIONED, there }, texts }]
      }),
    )
  const others = stored.filter((other) => keyPath(other.id) !== keyPath(id))
  const found = await flatMapWithPauses(others, ({ texts, ...other }) =>
    findIn(other, other.id.receivedAt, texts, sideOf),
  )
  const foundOnList = await flatMapWithPauses(parties ?? [], (party) =>
    findIn({ party }, list?.at ?? '', prepareKnownParty(party), () => SIDES_OF_ROLES[party.role]),
  )
  const hits = inOrder([...found, ...foundOnList])
  const mark = lastMark(history)
  const textsOf = (all: readonly PartyText[]) => [...new Set(all.map(({ text }) => text))]
  return {
    hits,
    searched: textsOf(searched),
    notSearched: textsOf(notSearched),
    list,
    isListOpened: parties !== undefined,
    mark,
    hiddenBecause: reasonToHide(hits, mark, record.request, hidesUnlisted && !isSearched(known)),
  }
}

/** "No conflict" holds for what could be found when it was said: what came later hides the texts again. */
function reasonToHide(
  hits: readonly ConflictHit[],
  mark: ReadChange | undefined,
  { hasLawyer }: Asked,
  isUnlisted: boolean,
): HiddenBecause | undefined {
  if (mark?.finding === 'conflict' || newestHit({ hits }) > (mark?.at ?? '')) return 'adverse'
  if (mark) return undefined
  return hasLawyer === 'yes' ? 'represented' : isUnlisted ? 'unlisted' : undefined
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

function relationOf({ here, there }: ConflictHit['side'], place: ConflictHit['place']): Relation {
  if (there === 'other') return 'known'
  const isSpam = 'state' in place && place.state.status === SPAM_STATUS
  if (here !== there) return isSpam ? 'known' : 'adverse'
  return there === 'person' ? 'same-person' : 'same-opponent'
}

type Found = Pick<ConflictHit, 'at' | 'match' | 'side' | 'texts'>

/** Joins what was found in a place by its sides. A hit is as sure as its surest part, and as new as its newest. */
const hitsOf = (place: ConflictHit['place'], found: readonly Found[]): ConflictHit[] =>
  [...Map.groupBy(found, ({ side: { here, there } }) => `${here} ${there}`).values()].map((group) => {
    const joined = group.reduce((all, one) => ({
      side: all.side,
      match: one.match === 'same' ? 'same' : all.match,
      at: one.at > all.at ? one.at : all.at,
      texts: [...all.texts, ...one.texts],
    }))
    return { ...joined, place, relation: relationOf(joined.side, place) }
  })

const inOrder = (hits: readonly ConflictHit[]): ConflictHit[] => {
  const rank = ({ relation, match }: ConflictHit) => (relation === 'adverse' ? 0 : 2) + (match === 'same' ? 0 : 1)
  return [...hits].sort((one, other) => rank(one) - rank(other) || (one.at < other.at ? 1 : -1))
}
