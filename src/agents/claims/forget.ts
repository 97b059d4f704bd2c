/**
 * Forgets an e-mail address: what agents left under it, and that its person ever confirmed one. Inquiries are not found here.
 *
 * A request that names the address is ended before it is removed. The record of that holds no address, and is kept longer than
 * anything lives that the agent was given, so no token begins to count again.
 */
import type { AgentPorts } from '../agent-ports.ts'
import { CONFIRMED_PREFIX, claimantPrefix, keysByClaim, startedKey } from '../claim-keys.ts'
import { hasDecision, readDecision } from '../decision.ts'
import { type Person, parsePerson, personPrefix } from '../person.ts'
import { revokeRegistration } from '../registration.ts'
import { mapInBatches } from '../../store/batches.ts'
import { keyOf } from '../../store/fact.ts'
import { FACTS } from '../../store/facts.ts'
import { attemptIdsOf, codeKey, currentAttempt, keysOfAttempt, readAttempt, startOf } from './attempt.ts'
import { keysOfPerson } from './claim-list.ts'

/** What is stored of one claim under an address. */
interface ClaimTraces {
  registration: string
  /** Its decision, or else its latest attempt, names the address. Otherwise only earlier attempts do. */
  isTheirs: boolean
  /** Of the facts, in the order in which they are removed. */
  keys: readonly string[]
}

/** What is stored under an address. */
export interface AddressTraces {
  /** Keys of the facts that remember the person: that they confirmed, and which providers vouch for them. */
  remembered: readonly string[]
  claims: readonly ClaimTraces[]
  /** Keys of the facts that name the registrations for which these providers vouch now. */
  vouched: readonly string[]
  /** Keys of the indexes by which the claims are found. */
  index: readonly string[]
}

/** How much that is. */
export interface TraceCounts {
  /** Facts that remember the person. */
  remembered: number
  /** Registrations of agents that act for this address or asked to. */
  requests: number
}

/** @returns counts only, which may be shown and recorded */
export const countTraces = ({ remembered, claims, vouched, index }: AddressTraces): TraceCounts => ({
  remembered: remembered.length,
  requests: new Set([...claims.map((claim) => claim.registration), ...[...vouched, ...index].map(registrationOf)]).size,
})

/** The counts as the subject of an entry in the audit trail. */
export const countsInWords = ({ remembered, requests }: TraceCounts): string =>
  `remembered ${remembered}, requests ${requests}`

/** The registrations that end when the address is forgotten. */
export const endedBy = ({ claims, vouched }: AddressTraces): string[] => [
  ...new Set([
    ...claims.filter(({ isTheirs }) => isTheirs).map(({ registration }) => registration),
    ...vouched.map(registrationOf),
  ]),
]

/**
 * Finds what is stored under an address. Slow after a flood: reads the keys of all claims, because the index of those that were
 * denied ends before they do.
 * @param email as entered
 * @throws AgentError `invalid_login_hint` when it is no e-mail address; StoreUnavailable, UnreadableFact
 */
export async function findTraces(ports: AgentPorts, email: string): Promise<AddressTraces> {
  const { store } = ports
  const person = await parsePerson(ports, email)
  const [remembered, started, confirmed] = await Promise.all([
    Array.fromAsync(store.list(personPrefix(person))),
    Array.fromAsync(store.list(claimantPrefix(person.mac))),
    Array.fromAsync(keysOfPerson(store.list(CONFIRMED_PREFIX), person.mac)),
  ])
  const index = [...started, ...confirmed]
  const named = new Set(index.map(registrationOf))
  const candidates: [registration: string, keys: string[]][] = []
  for await (const [registration, keys] of keysByClaim(store))
    if (named.has(registration) || hasDecision(registration, keys)) candidates.push([registration, keys])
  const claims = await mapInBatches(candidates, ([registration, keys]) => tracesIn(ports, person, registration, keys))
  const vouched = await mapInBatches(subjectsIn(remembered), (subject) =>
    Array.fromAsync(store.list(keyOf(FACTS.vouched, { subject, registration: '' }))),
  )
  return { remembered, claims: claims.filter((claim) => claim !== undefined), vouched: vouched.flat(), index }
}

/** The registration in a key of an index, or of a provider's subject. */
const registrationOf = (key: string) => /\/(reg_[^/]+)/.exec(key)?.[1] ?? ''

/** Keyed hashes of the providers' subjects in the facts that remember a person. */
const subjectsIn = (remembered: readonly string[]) =>
  remembered.flatMap((key) => /\/providers\/(.+)$/.exec(key)?.[1] ?? [])

async function tracesIn(
  ports: AgentPorts,
  { mac }: Person,
  registration: string,
  keys: readonly string[],
): Promise<ClaimTraces | undefined> {
  const [decision, attempts] = await Promise.all([
    readDecision(ports, registration),
    mapInBatches(attemptIdsOf(registration, keys), async (id) => ({
      id,
      record: await readAttempt(ports, registration, id),
    })),
  ])
  const current = currentAttempt(registration, keys)?.id
  const inForce = decision?.person ?? attempts.find(({ id }) => id === current)?.record?.person
  const isTheirs = inForce === mac
  const removed = isTheirs ? attempts : attempts.filter(({ record }) => record?.person === mac)
  if (!isTheirs && removed.length === 0) return undefined
  const elsewhere = removed.flatMap(({ id, record }) => [
    ...(record ? [codeKey(record.code)] : []),
    startedKey(startOf(id), registration),
  ])
  const own = isTheirs ? keys : removed.flatMap(({ id }) => keysOfAttempt(id, keys))
  return { registration, isTheirs, keys: [...elsewhere, ...own] }
}

/**
 * Ends the requests and removes the facts. Repeat it after a failure: what is left is found again, because the indexes and the
 * decisions go after what they lead to.
 * @param member id of the member of the staff who does it; undefined for a command
 * @throws StoreUnavailable
 */
export async function forgetTraces(ports: AgentPorts, traces: AddressTraces, member?: string): Promise<void> {
  const { store } = ports
  const remove = (keys: readonly string[]) => mapInBatches(keys, (key) => store.remove(key))
  await mapInBatches(endedBy(traces), (registration) => revokeRegistration(ports, registration, 'staff', member))
  for (const { registration, keys } of traces.claims) {
    await remove(keys.filter((key) => !hasDecision(registration, [key])))
    await remove(keys.filter((key) => hasDecision(registration, [key])))
  }
  await remove([...traces.vouched, ...traces.index])
  await remove(traces.remembered)
}
