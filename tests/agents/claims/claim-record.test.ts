/** What each change of a claim decides, as a table: a claim before it, and what comes of it. */
import { expect, it } from 'vitest'
import * as record from '../../../src/agents/claims/claim-record.ts'
import { yamlOf } from '../../table.ts'

const START = Date.parse('2026-11-21T15:04:05.000Z')
const after = (minutes: number) => new Date(START + minutes * 60_000)
const NOW = after(0)
const at = NOW.toISOString()
const ATTEMPT: record.Attempt = {
  ...{ id: 'now', type: 'service_auth', startedAt: at, expiresAt: after(60).toISOString() },
  ...{ code: 'right', person: 'ana', sealedEmail: 'sealed', wrongCodes: 0, mails: 0 },
}
const claimWith = (changes: Partial<record.Attempt> = {}, more: Partial<record.Claim> = {}): record.Claim => ({
  readBacks: 0,
  attempt: { ...ATTEMPT, ...changes },
  ...more,
})
const confirm = (claim: record.Claim) => record.decideAttempt(claim, 'now', { outcome: 'confirmed', by: 'link' }, NOW)

const { states, codes, readBacks } = yamlOf<{
  states: [record.ClaimState, Partial<record.Attempt>, Partial<record.Claim>][]
  codes: [number, string | null, number | 'right', number][]
  readBacks: [number, number | null, boolean, record.ReadBack, number][]
}>('tests/agents/claims/claim-record.yaml')
const STATES = states.map(([state, ...changes]) => [state, claimWith(...changes)] as const)
it.each([...STATES, ['over', { readBacks: 0 }], ['revoked', record.DAMAGED_CLAIM]] as const)(
  'is %s and takes no code, mail or decision for the attempt: %j',
  (state, claim: record.Claim) => {
    expect(record.claimState(claim, NOW)).toBe(state)
    expect(record.tryCode(claim, 'now', 'right', NOW)).toEqual({ result: 0 })
    expect(record.countMail(claim, 'now', NOW)).toEqual({ result: false })
    const { attempt, decision } = claim
    expect(confirm(claim)).toEqual({ result: state === 'revoked' ? undefined : decision && { attempt, decision } })
  },
)

it('is decided, whatever was sent and guessed', () => {
  const decision = { outcome: 'confirmed', by: 'link', at }
  const claim = claimWith({ wrongCodes: 4, mails: 3 })
  expect(confirm(claim)).toEqual({ claim: { ...claim, decision }, result: { attempt: claim.attempt, decision } })
})

it.each(codes)('after %i wrong codes, %s gives %s', (wrongCodes, code, result, counted) => {
  const claim = claimWith({ wrongCodes: counted })
  expect(record.tryCode(claimWith({ wrongCodes }), 'now', code ?? undefined, NOW)).toEqual({ claim, result })
})

it.each(readBacks)('after %i read-backs and a delivery at minute %s, one (right: %s) is %s', (...row) => {
  const [readBacks, minute, isRight, result, counted] = row
  const deliveredAt = minute === null ? undefined : after(minute).toISOString()
  const before = claimWith({}, { decision: { outcome: 'confirmed', at, by: 'link' }, readBacks, deliveredAt })
  const { claim = before, ...more } = record.tryReadBack(before, isRight, NOW)
  expect(more).toEqual({ result })
  const delivered = deliveredAt ?? (result === 'delivered' ? at : undefined)
  expect([claim.readBacks, claim.deliveredAt]).toEqual([counted, delivered])
})
