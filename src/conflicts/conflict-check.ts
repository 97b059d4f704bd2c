/** Searches other inquiries and the firm's list for the parties of an inquiry, and decides whether the inquiry's texts are hidden. */
import { lastMark } from '../inquiries/change.ts'
import { keyPath } from '../inquiries/inquiry-id.ts'
import { type FullInquiry, type ReadChange, readStates } from '../inquiries/record.ts'
import { type InquiryState, SPAM_STATUS } from '../inquiries/status.ts'
import type { InquiryRecord } from '../inquiries/inquiry.ts'
import type { StaffInbox } from '../ports.ts'
import { flatMapWithPauses } from '../store/batches.ts'
import { isSearched, type KnownList, type KnownParty, openKnownList, prepareKnownParty } from './known-parties.ts'
import type { SearchedInquiry } from './kept-names.ts'
import { identifiesParty, type Match, matchParty, mentionsIn, type PartyText, prepareParty } from './party-match.ts'
import { countUnopened, type PartySearchPorts, readParties } from './party-search.ts'

/** `person` is the side of the writer or of a client. `related` may be on either side, `other` is on neither. */
type Side = 'person' | 'against' | 'related' | 'other'

type Relation = 'adverse' | 'same-person' | 'same-opponent' | 'known'

export interface ConflictHit {
  relation: Relation
  side: { here: Side; there: Side }
  match: Match
  /** One pair for each text that matches. */
  texts: { here: string; there: string }[]
  /** When the other inquiry or the list was stored or, if later, an answer mentioned the party, ISO 8601. */
  at: string
  /** `state` is set for stored inquiries with adverse sides. */
  place: (SearchedInquiry & { state?: InquiryState | undefined }) | { party: KnownParty }
}

/** `represented`: the person says that a lawyer represents them (rule 4-4.2). `unlisted`: no list of clients can be searched. */
type HiddenBecause = 'adverse' | 'represented' | 'unlisted'

/** The side of a party that an answer mentions, because the side is uncertain. */
export const MENTIONED: Side = 'related'

export interface ConflictCheck {
  /** Sorted: adverse hits first, then by `match` (`same` first), then the newest first. */
  hits: readonly ConflictHit[]
  searched: readonly string[]
  /** Texts that identify no party by themselves. */
  notSearched: readonly string[]
  /** The number of other inquiries that could not be opened and searched. */
  unopened: number
  /** Undefined when the firm never imported a list. */
  list: KnownList | undefined
  /** False when the list is damaged or encrypted to another key. */
  isListOpened: boolean
  /** The last change with a finding. */
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

export type ConflictSources = Awaited<ReturnType<typeof readConflictSources>>

export async function readConflictSources(
  ports: PartySearchPorts,
  inbox: StaffInbox,
  listed?: Parameters<typeof readParties>[2],
) {
  const { store } = ports
  const [parties, known] = await Promise.all([readParties(ports, inbox, listed), openKnownList(store, inbox)])
  return { parties, known, store }
}

/** @returns `at` of the newest adverse hit; '' when there is none */
export const newestHitAt = ({ hits }: Pick<ConflictCheck, 'hits'>): string =>
  hits.reduce((newest, { relation, at }) => (relation === 'adverse' && at > newest ? at : newest), '')

/** If it is false, the staff must look up the firm's clients and opponents elsewhere. */
export const isListSearched = ({ list, isListOpened }: Pick<ConflictCheck, 'list' | 'isListOpened'>): boolean =>
  Boolean(list?.count) && isListOpened

/** A person can become a client only if the last mark is "No conflict", and no adverse hit is newer than the mark. */
export const mayRetain = (check: ConflictCheck | undefined): boolean =>
  check?.mark?.finding === 'none' && !check.hiddenBecause

/** A request as far as it is known: during a telephone call, the message may still be missing. */
export type Draft = Omit<InquiryRecord['request'], 'message'> & { message?: string }
type Checked = Pick<FullInquiry, 'id' | 'history'> & { record?: { request: Draft } }

/**
 * @param hidesUnlisted hides the texts until there is a mark, if no list of clients can be searched
 * @returns undefined when the inquiry cannot be opened
 */
export async function checkConflicts(
  { parties: stored, known, store }: ConflictSources,
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
  /** Searches the answers for a party only if the fields do not name it. */
  const findIn = (place: ConflictHit['place'], at: string, texts: readonly PartyText[], sideOfText: typeof sideOf) => {
    const found: Found[] = []
    for (const text of texts) {
      const there = sideOfText(text)
      const count = found.length
      for (const one of searched) {
        const match = matchParty(one, text)
        if (!match) continue
        found.push({ at, match, side: { here: sideOf(one), there }, texts: [{ here: one.text, there: text.text }] })
      }
      const answer = found.length > count ? undefined : answers.findLast(({ mentions }) => mentions(text))
      if (!answer) continue
      const since = answer.at > at ? answer.at : at
      const texts = [{ here: text.text, there: text.text }]
      found.push({ at: since, match: 'similar', side: { here: MENTIONED, there }, texts })
    }
    return found.length > 0 ? hitsOf(place, found) : []
  }
  const others = stored.filter((other) => other.id.receivedAt !== id.receivedAt || other.id.reference !== id.reference)
  const found = await flatMapWithPauses(others, ({ id, namesOnly, texts }) =>
    findIn({ id, namesOnly }, id.receivedAt, texts, sideOf),
  )
  const foundInquiries = await withStates(store, found)
  const foundOnList = await flatMapWithPauses(parties ?? [], (party) =>
    findIn({ party }, list?.at ?? '', prepareKnownParty(party), () => SIDES_OF_ROLES[party.role]),
  )
  const rank = ({ relation, match }: ConflictHit) => (relation === 'adverse' ? 0 : 2) + (match === 'same' ? 0 : 1)
  const compare = (one: ConflictHit, other: ConflictHit) => rank(one) - rank(other) || (one.at < other.at ? 1 : -1)
  const hits = [...foundInquiries, ...foundOnList].sort(compare)
  const mark = lastMark(history)
  const textsOf = (all: readonly PartyText[]) => [...new Set(all.map(({ text }) => text))]
  return {
    hits,
    searched: textsOf(searched),
    notSearched: textsOf(notSearched),
    unopened: countUnopened(others),
    list,
    isListOpened: parties !== undefined,
    mark,
    hiddenBecause: reasonToHide(hits, mark, record.request, hidesUnlisted && !isSearched(known)),
  }
}

/** The mark "No conflict" covers the hits up to its time. A later hit hides the texts again. */
function reasonToHide(
  hits: readonly ConflictHit[],
  mark: ReadChange | undefined,
  { hasLawyer }: Draft,
  isUnlisted: boolean,
): HiddenBecause | undefined {
  if (mark?.finding === 'conflict' || newestHitAt({ hits }) > (mark?.at ?? '')) return 'adverse'
  if (mark) return undefined
  return hasLawyer === 'yes' ? 'represented' : isUnlisted ? 'unlisted' : undefined
}

/** Hides the message, notes, replies and answers. The words about conflicts and holds stay. */
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

/** Reads the inquiries with adverse hits. A hit in spam becomes `known`, so it hides no texts. Inquiries erased meanwhile are left out. */
async function withStates(store: ConflictSources['store'], found: readonly ConflictHit[]): Promise<ConflictHit[]> {
  const idOf = ({ relation, place }: ConflictHit) =>
    relation === 'adverse' && 'id' in place && !place.namesOnly ? place.id : undefined
  const ids = found.flatMap((hit) => idOf(hit) ?? [])
  const states = await readStates(store, ids)
  return found.flatMap((hit) => {
    const id = idOf(hit)
    const state = id && states.get(keyPath(id))
    if (!id) return [hit]
    const relation = state?.status === SPAM_STATUS ? 'known' : hit.relation
    return state ? [{ ...hit, relation, place: { id, state } }] : []
  })
}

function relationOf({ here, there }: ConflictHit['side']): Relation {
  if (there === 'other') return 'known'
  if (here !== there || here === 'related') return 'adverse'
  return there === 'person' ? 'same-person' : 'same-opponent'
}

type Found = Pick<ConflictHit, 'at' | 'match' | 'side' | 'texts'>

/** Joins matches with the same sides into one hit, which gets the surest match and the newest time. */
const hitsOf = (place: ConflictHit['place'], found: readonly Found[]): ConflictHit[] =>
  [...Map.groupBy(found, ({ side: { here, there } }) => `${here} ${there}`).values()].map((group) => {
    const joined = group.reduce((all, one) => ({
      side: all.side,
      match: one.match === 'same' ? 'same' : all.match,
      at: one.at > all.at ? one.at : all.at,
      texts: [...all.texts, ...one.texts],
    }))
    return { ...joined, place, relation: relationOf(joined.side) }
  })
