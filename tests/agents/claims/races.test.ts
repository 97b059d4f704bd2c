/** Many contenders on the store of one machine, each through the whole handler: one terminal state, no matter who was first. */
import { beforeEach, expect, it } from 'vitest'
import { readClaim } from '../../../src/agents/claims/claim-record.ts'
import { claimStatus, decide, verifyCode } from '../../../src/agents/claims/confirmation.ts'
import { openTemporarySqlite } from '../../store/temporary-sqlite.ts'
import { agent, useVouchedAgent } from '../identity/vouched-agent.ts'

useVouchedAgent({ factor: 100 })
const CONTENDERS = 100
beforeEach(async () => {
  const opened = await openTemporarySqlite()
  agent.service.store = opened.store
  return opened.close
})

const many = <T>(act: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CONTENDERS }, (_, number) => act(number)))

async function openClaim() {
  const { claim, id, claim_token } = await agent.serviceAuth()
  const attempt = (await readClaim(agent.service, id)).claim.attempt?.id ?? ''
  const open = await claimStatus(agent.service, { sub: id, attempt })
  if (open.state !== 'open') throw new Error('The claim is not open.')
  return { open, code: claim.user_code, claim_token }
}

it('a hundred at once confirm and deny: one decision', async () => {
  const { open, claim_token } = await openClaim()
  const decisions = await many((number) =>
    decide(agent.service, open.claimRef, { outcome: number % 2 ? 'denied' : 'confirmed', by: 'staff' }),
  )
  for (const decided of decisions) expect(decided).toEqual(decisions[0])
  expect((await agent.poll(claim_token)).status).toBe(decisions[0]?.decision.outcome === 'confirmed' ? 200 : 400)
  expect(agent.logged().match(/"claim\.(confirmed|denied)"/g)).toHaveLength(1)
})

it('a hundred at once guess, and one of the last knows the code: five wrong ones are counted, and a right one opens nothing after them', async () => {
  const { open, code } = await openClaim()
  const answers = await many((number) => verifyCode(agent.service, open, number > 90 ? code : 'BBBB-BBBB'))
  const left = answers.flatMap((answer) => ('triesLeft' in answer ? [answer.triesLeft] : []))
  expect(left.filter((tries) => tries > 0).sort()).toEqual([1, 2, 3, 4])
  expect(agent.logged().match(/"claim\.code-refused"/g)).toHaveLength(5)
  expect(await verifyCode(agent.service, open, code)).toEqual({ triesLeft: 0 })
})

it('a hundred at once send one ID-JAG: one registration', async () => {
  const assertion = await agent.vouch()
  const answers = await many(() => agent.present(assertion))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.error === 'replay_detected')).toHaveLength(CONTENDERS - 1)
})

it('a hundred at once mint while the registration is ended: nothing that was minted lives', async () => {
  const registration = await agent.register()
  const [answers] = await Promise.all([
    many(() => agent.exchange(registration.identity_assertion)),
    agent.revoke(registration.identity_assertion),
  ])
  const minted = answers.filter(({ status }) => status === 200)
  const checks = await Promise.all(minted.map(({ body }) => agent.check(body.access_token)))
  expect(new Set(checks.map(({ status }) => status)).isSubsetOf(new Set([401]))).toBe(true)
})
