/** The assertion of a confirmed claim is delivered once. For two minutes it can be repeated, because a response may get lost. */
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { CompleteRequest, CompleteResponse } from '../agent-schemas.ts'
import { issueAssertion } from '../tokens/assertion.ts'
import { codeFromHash, parseCode, takeTry } from './attempt.ts'
import { keyOf, readRecord, createRecord } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import { readClaim } from './claim.ts'
import { readClaimToken } from './claim-token.ts'
import { openParties } from '../person.ts'
import { type Decision, nowSeconds, type Registration } from '../registration.ts'
import { MINUTE_SECONDS, SECOND_MS } from '../../duration.ts'

const REDELIVERY_SECONDS = 2 * MINUTE_SECONDS
const MAX_READ_BACKS = 5

/** The person is shown this code after confirming. Giving it to the agent proves that the two are in contact. */
export const readBackCode = async ({ keyedHash }: AgentPorts, registration: string, attempt: string) =>
  codeFromHash(await keyedHash.mac('read-back', `${registration} ${attempt}`))

/** @returns undefined when it was delivered more than `REDELIVERY_SECONDS` ago */
export async function deliverAssertion(ports: AgentPorts, registration: Registration, decision: Decision) {
  const key = keyOf(RECORDS.delivery, { registration: registration.id })
  const now = ports.clock.now()
  if (!(await createRecord(ports.store, key, { at: now.toISOString() }))) {
    const first = await readRecord(ports.store, RECORDS.delivery, key)
    if (!first || now.getTime() - Date.parse(first.at) > REDELIVERY_SECONDS * SECOND_MS) return undefined
  }
  const email = (await openParties(ports, decision))?.email
  if (email === undefined)
    throw new AgentError('server_error', {
      reason: 'the address of a decision cannot be opened: its sealing key was dropped',
    })
  return {
    assertion: await issueAssertion(ports, registration, { email }),
    holder: { registration, claimed: true, email },
  }
}

export async function completeClaim(
  ports: AgentPorts,
  { claim_token, user_code }: CompleteRequest,
): Promise<CompleteResponse> {
  const token = await readClaimToken(ports, claim_token)
  if (!token) throw new AgentError('invalid_claim')
  const { id } = token.registration
  const { current, decision, isRevoked } = await readClaim(ports, id)
  if (isRevoked) throw new AgentError('invalid_claim', { reason: 'the registration is revoked' })
  if (decision?.outcome === 'denied') throw new AgentError('claim_denied')
  if (!decision) {
    if (nowSeconds(ports) >= token.expiresAt) throw new AgentError('user_code_expired')
    throw new AgentError(current ? 'claim_not_confirmed' : 'invalid_claim')
  }
  const tryKey = (number: number) => keyOf(RECORDS.readBackTry, { registration: id, number })
  if (!(await takeTry(ports, MAX_READ_BACKS, tryKey))) throw new AgentError('too_many_attempts')
  if (parseCode(user_code) !== (await readBackCode(ports, id, decision.attempt)))
    throw new AgentError('invalid_user_code')
  const delivered = await deliverAssertion(ports, token.registration, decision)
  if (!delivered) throw new AgentError('user_code_expired')
  return { id, registration_id: id, status: 'claimed', ...delivered.assertion }
}
