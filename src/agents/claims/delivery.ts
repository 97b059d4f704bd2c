/** The assertion of a confirmed claim is delivered once, and for two minutes again, because a response may get lost. */
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { CompleteRequest } from '../agent-schemas.ts'
import { issueAssertion } from '../tokens/assertion.ts'
import { type Attempt, type Claim, changeClaim, tryReadBack } from './claim-record.ts'
import { readClaimToken } from './claim.ts'
import { codeFromHash, parseCode } from './user-code.ts'
import { openParties } from '../person.ts'
import { nowSeconds, type Registration } from '../registration.ts'

/** The person sees this code after confirming. The agent gets it from the person, which proves that the two are in contact. */
export const readBackCode = async ({ keyedHash }: AgentPorts, registration: string) =>
  codeFromHash(await keyedHash.mac('read-back', registration))

/** Call this only after the delivery is stored in the claim. @throws AgentError `server_error` when the address cannot be decrypted */
export async function issueDelivery(ports: AgentPorts, registration: Registration, attempt: Attempt) {
  const email = (await openParties(ports, attempt))?.email
  if (email === undefined)
    throw new AgentError('server_error', {
      reason: 'the address of the person cannot be decrypted: its sealing key was dropped',
    })
  return {
    assertion: await issueAssertion(ports, registration, { email }),
    holder: { registration, claimed: true, email },
  }
}

export async function completeClaim(ports: AgentPorts, { claim_token, user_code }: CompleteRequest) {
  const token = await readClaimToken(ports, claim_token)
  if (!token) throw new AgentError('invalid_claim')
  const { id } = token.registration
  const isRight = parseCode(user_code) === (await readBackCode(ports, id))
  const isExpired = nowSeconds(ports) >= token.expiresAt
  const { result } = await changeClaim(ports, id, (claim, now) => {
    const attempt = confirmedAttempt(claim, isExpired)
    const { claim: after, result: answer } = tryReadBack(claim, isRight, now)
    return { claim: after, result: { attempt, answer } }
  })
  if (result.answer !== 'delivered') throw new AgentError(result.answer)
  const { assertion } = await issueDelivery(ports, token.registration, result.attempt)
  return { id, registration_id: id, status: 'claimed' as const, ...assertion }
}

function confirmedAttempt({ attempt, decision, revocation }: Claim, isExpired: boolean): Attempt {
  if (revocation) throw new AgentError('invalid_claim', { reason: 'the registration is revoked' })
  if (decision?.outcome === 'denied') throw new AgentError('claim_denied')
  if (decision && attempt) return attempt
  if (isExpired) throw new AgentError('user_code_expired')
  throw new AgentError(attempt ? 'claim_not_confirmed' : 'invalid_claim')
}
