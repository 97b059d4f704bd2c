/** The rate limit of claims counts every request that starts a claim. */
import { expect, it } from 'vitest'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { agent, useVouchedAgent } from '../agents/identity/vouched-agent.ts'
import { errorOf } from '../test-agent.ts'

const LIMIT = 'claim-start'
const { quota, windowSeconds } = RATE_LIMITS[LIMIT]

useVouchedAgent()

const register = (body: unknown, address?: string) =>
  agent.post('identity', '/agent/identity', body, address === undefined ? {} : { address })
const registerFor = (email: unknown, address?: string) => register({ type: 'service_auth', login_hint: email }, address)
const useUp = async () => {
  for (let count = 0; count < quota; count++) expect((await registerFor(`ana${count}@example.com`)).status).toBe(200)
}

it('is shared with the request that starts a claim', async () => {
  const { claim_token } = (await register({ type: 'anonymous' })).body
  await useUp()
  expect(errorOf(await agent.startClaim(claim_token))).toEqual([429, 'rate_limited'])
})

it('counts an ID-JAG only if it starts a claim, and the one that was refused is good later', async () => {
  await agent.confirm((await agent.serviceAuth('Ana@example.com')).claim)
  agent.advance(windowSeconds * 1000)
  await useUp()
  expect((await agent.present(await agent.vouch({ email: 'bob@example.com' }))).status).toBe(200)
  const assertion = await agent.vouch()
  expect(errorOf(await agent.present(assertion))).toEqual([429, 'rate_limited'])
  agent.advance(windowSeconds * 1000)
  expect(errorOf(await agent.present(assertion))).toEqual([401, 'interaction_required'])
})
