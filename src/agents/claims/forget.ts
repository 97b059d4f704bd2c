/**
 * Removes an e-mail address from the records about agents, not from inquiries. The caller revokes each registration first: the revocation
 * contains no address and outlasts all tokens of the agent, so no token becomes valid again.
 */
import type { AgentPorts } from '../agent-ports.ts'
import { parsePerson, personPrefix } from '../person.ts'
import { mapInBatches } from '../../store/batches.ts'
import { keyOf, listKeys } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import { waitingKey } from './claim.ts'
import { readClaims } from './claim-list.ts'
import { type Attempt, changeClaim } from './claim-record.ts'
import { codeKey } from './user-code.ts'

export interface AddressTraces {
  /** Store keys of `RECORDS.person`. */
  remembered: readonly string[]
  claims: readonly { registration: string; attempt: Attempt }[]
  /** Store keys of `RECORDS.vouched`. The last part of each is a registration. */
  vouched: readonly string[]
}

export type TraceCounts = ReturnType<typeof countTraces>

/** These numbers are not personal data, so they may be shown and recorded. */
export const countTraces = (traces: AddressTraces) => ({
  remembered: traces.remembered.length,
  requests: registrationsOf(traces).length,
})

export const registrationsOf = ({ claims, vouched }: AddressTraces): string[] => [
  ...new Set([...claims.map(({ registration }) => registration), ...vouched.map((key) => key.split('/')[2] ?? '')]),
]

/** Slow, because it reads all claims. @throws AgentError `invalid_login_hint` when `email` is not an e-mail address */
export async function findTraces(ports: AgentPorts, email: string): Promise<AddressTraces> {
  const person = await parsePerson(ports, email)
  const prefix = personPrefix(person)
  const [remembered, all] = await Promise.all([listKeys(ports.store, prefix), readClaims(ports)])
  const vouched = await mapInBatches(remembered, (key) =>
    listKeys(ports.store, keyOf(RECORDS.vouched, { subject: key.slice(prefix.length), registration: '' })),
  )
  const claims = all.flatMap(({ registration, claim: { attempt } }) =>
    attempt?.person === person.mac ? [{ registration, attempt }] : [],
  )
  return { remembered, claims, vouched: vouched.flat() }
}

/** Removes codes before their claims, and `vouched` before `remembered`, because `findTraces` finds the first through the second. */
export async function removeTraces(ports: AgentPorts, { remembered, claims, vouched }: AddressTraces): Promise<void> {
  const remove = (keys: readonly string[]) => mapInBatches(keys, (key) => ports.store.remove(key))
  await remove(
    claims.flatMap(({ registration, attempt }) => [codeKey(attempt.code), waitingKey(attempt, registration)]),
  )
  await mapInBatches(claims, ({ registration }) =>
    changeClaim(ports, registration, ({ attempt, revocation }) => ({
      // A claim that was damaged meanwhile has no attempt here, and stays as it is.
      claim: attempt && { readBacks: 0, revocation },
      result: undefined,
    })),
  )
  await remove(vouched)
  await remove(remembered)
}
