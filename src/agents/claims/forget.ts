/**
 * Forgets an e-mail address: its facts about agents, but no inquiries. Each registration is revoked first: the revocation contains no
 * address and outlasts all tokens of the agent, so no token becomes valid again.
 */
import type { AgentPorts } from '../agent-ports.ts'
import { type Person, parsePerson, personPrefix } from '../person.ts'
import { readDecision, revokeRegistration } from '../registration.ts'
import { mapInBatches } from '../../store/batches.ts'
import { keyOf, prefixOf, listKeys } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import { attemptOf, attemptsPrefix, codeKey, currentAttempt, readAttempt, startedKey } from './attempt.ts'
import { indexKeysOf } from './claim-list.ts'

interface ClaimTraces {
  registration: string
  /** True if the decision, or else the latest attempt, names the address. */
  isTheirs: boolean
  /** Keys to remove, in order. */
  keys: readonly string[]
}

export interface AddressTraces {
  /** Keys of `known` and `provider`. */
  remembered: readonly string[]
  claims: readonly ClaimTraces[]
  /** Keys of `vouched`; each names a registration. */
  vouched: readonly string[]
  index: readonly string[]
}

export type TraceCounts = ReturnType<typeof countTraces>

/** These numbers may be shown and recorded. */
export const countTraces = ({ remembered, claims, vouched, index }: AddressTraces) => ({
  remembered: remembered.length,
  requests: new Set([...claims.map((claim) => claim.registration), ...[...vouched, ...index].map(registrationOf)]).size,
})

export const endedBy = ({ claims, vouched }: AddressTraces): string[] => [
  ...new Set([
    ...claims.filter(({ isTheirs }) => isTheirs).map(({ registration }) => registration),
    ...vouched.map(registrationOf),
  ]),
]

/**
 * This is slow: no index names the denied claims, so it reads all decisions.
 * @throws AgentError `invalid_login_hint` when the text is not an e-mail address; StoreUnavailable, UnreadableRecord
 */
export async function findTraces(ports: AgentPorts, email: string): Promise<AddressTraces> {
  const { store } = ports
  const person = await parsePerson(ports, email)
  const [remembered, { started, confirmed }, claimKeys] = await Promise.all([
    listKeys(store, personPrefix(person)),
    indexKeysOf(ports, person.mac),
    listKeys(store, prefixOf(RECORDS.decision)),
  ])
  const index = [...started, ...confirmed]
  const decided = await mapInBatches([...new Set(claimKeys.map(registrationOf))], async (registration) =>
    (await readDecision(ports, registration))?.person === person.mac ? [registration] : [],
  )
  const candidates = [...new Set([...index.map(registrationOf), ...decided.flat()])]
  const claims = await mapInBatches(candidates, (registration) => tracesIn(ports, person, registration))
  const subjects = remembered.flatMap((key) => /\/providers\/(.+)$/.exec(key)?.[1] ?? [])
  const vouched = await mapInBatches(subjects, (subject) =>
    listKeys(store, keyOf(RECORDS.vouched, { subject, registration: '' })),
  )
  return { remembered, claims: claims.filter((claim) => claim !== undefined), vouched: vouched.flat(), index }
}

const registrationOf = (key: string) => /\/(reg_[^/]+)/.exec(key)?.[1] ?? ''

async function tracesIn(ports: AgentPorts, { mac }: Person, registration: string): Promise<ClaimTraces | undefined> {
  const { store } = ports
  const [decision, keys, decided] = await Promise.all([
    readDecision(ports, registration),
    listKeys(store, attemptsPrefix(registration)),
    listKeys(store, `${prefixOf(RECORDS.decision)}${registration}/`),
  ])
  const attempts = await mapInBatches([...new Set(keys.map(attemptOf))], async (id) => ({
    id,
    record: await readAttempt(ports, registration, id),
  }))
  const current = currentAttempt(registration, keys)?.id
  const inForce = decision?.person ?? attempts.find(({ id }) => id === current)?.record?.person
  const isTheirs = inForce === mac
  const removed = isTheirs ? attempts : attempts.filter(({ record }) => record?.person === mac)
  if (!isTheirs && removed.length === 0) return undefined
  // A fact is removed before the fact that leads to it: codes before attempts, and all before the decision, whose key sorts first.
  const elsewhere = [...removed.map(({ record }) => record), isTheirs ? decision : undefined].flatMap((record) =>
    record ? [codeKey(record.code), startedKey(record, registration)] : [],
  )
  const own = keys.filter((key) => removed.some(({ id }) => id === attemptOf(key)))
  return { registration, isTheirs, keys: [...elsewhere, ...own, ...(isTheirs ? decided.toReversed() : [])] }
}

/**
 * This can be repeated after a failure: indexes and decisions are removed last, so the rest can still be found.
 * @param member staff id of who does it
 */
export async function forgetTraces(ports: AgentPorts, traces: AddressTraces, member: string): Promise<void> {
  const { store } = ports
  await mapInBatches(endedBy(traces), (registration) => revokeRegistration(ports, registration, 'staff', member))
  for (const { keys } of traces.claims) for (const key of keys) await store.remove(key)
  for (const keys of [traces.vouched, traces.index, traces.remembered])
    await mapInBatches(keys, (key) => store.remove(key))
}
