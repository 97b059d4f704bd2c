/**
 * What a confirmed claim brings the agent: once, and again for a moment, in case the reply was lost.
 * Asked for by polling, or by `/agent/identity/claim/complete` with the code that the person was shown after confirming.
 */
import { AgentError, requiredText } from '../agent-error.ts'
import type { AgentWorld } from '../agent-ports.ts'
import { issueAssertion, type IssuedAssertion } from '../tokens/assertion.ts'
import { takeSlot } from './attempt.ts'
import { claimsOf } from '../claim-keys.ts'
import { readClaim } from './claim.ts'
import { readClaimToken } from './claim-token.ts'
import { codeFrom, parseCode } from './user-code.ts'
import type { Decision } from '../decision.ts'
import { openEmail } from '../person.ts'
import { secondsNow, SECOND_MS, type Registration } from '../registration.ts'

/** How long it is delivered again after the first time, seconds. */
const AGAIN_SECONDS = 120

/** The code that the person is shown after confirming: a proof that agent and person talk to each other. */
export async function readBackCode(
  { pepper }: Pick<AgentWorld, 'pepper'>,
  registration: string,
  attempt: string,
): Promise<string> {
  return codeFrom(await pepper.mac('read-back', `${registration} ${attempt}`))
}

/**
 * Delivers the assertion of a confirmed claim.
 * @returns undefined when it was delivered before, and the moment for a repetition is over
 */
export async function deliver(
  world: AgentWorld,
  registration: Registration,
  decision: Decision,
): Promise<IssuedAssertion | undefined> {
  const key = `${claimsOf(registration.id)}delivery`
  const now = world.clock.now()
  if (!(await world.store.create(key, { at: now.toISOString() }))) {
    const { at } = (await world.store.read(key)) as { at: string }
    if (now.getTime() - Date.parse(at) > AGAIN_SECONDS * SECOND_MS) return undefined
  }
  const email = await openEmail(world, decision)
  if (email === undefined)
    throw new AgentError('server_error', {
      reason: 'the address of a decision cannot be opened: its sealing key was dropped',
    })
  return issueAssertion(world, registration, { email })
}

/**
 * `POST /agent/identity/claim/complete`.
 * @param body `claim_token`, and `user_code`: the code the person was shown after confirming, never the one the agent had
 * @throws AgentError as the protocol has it
 */
export async function completeClaim(
  world: AgentWorld,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const [claimToken, userCode] = [requiredText(body, 'claim_token'), requiredText(body, 'user_code')]
  const token = await readClaimToken(world, claimToken)
  if (!token) throw new AgentError('invalid_claim')
  const { id } = token.registration
  const { current, decision, ended } = await readClaim(world, id)
  if (ended) throw new AgentError('invalid_claim', { reason: 'the registration has ended' })
  if (decision?.outcome === 'denied') throw new AgentError('claim_denied')
  if (!decision) {
    if (secondsNow(world) >= token.expiresAt) throw new AgentError('user_code_expired')
    throw new AgentError(current ? 'claim_not_confirmed' : 'invalid_claim')
  }
  if (!(await takeSlot(world, id, decision.attempt, 'read-back'))) throw new AgentError('too_many_attempts')
  if (parseCode(userCode) !== (await readBackCode(world, id, decision.attempt)))
    throw new AgentError('invalid_user_code')
  const assertion = await deliver(world, token.registration, decision)
  if (!assertion) throw new AgentError('user_code_expired')
  return { id, registration_id: id, status: 'claimed', ...assertion }
}
