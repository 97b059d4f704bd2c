/** What each change of a claim decides, as a table: a claim before it, and what comes of it. */
import { describe, expect, it } from 'vitest'
import * as record from '../../../src/agents/claims/claim-record.ts'

const START = Date.parse('2026-11-21T15:04:05.000Z')
const after = (minutes: number) => new Date(START + minutes * 60_000)
const NOW = after(0)
const at = NOW.toISOString()
const attempt: record.Attempt = {
  ...{ id: 'now', type: 'service_auth', startedAt: at, expiresAt: after(60).toISOString() },
  ...{ code: 'right', person: 'ana', sealedEmail: 'sealed', wrongCodes: 0, mails: 0 },
}
const claimWith = (changes: Partial<record.Attempt> = {}, more: Partial<record.Claim> = {}): record.Claim => ({
  readBacks: 0,
  attempt: { ...attempt, ...changes },
  ...more,
})
const OPEN = claimWith()
const decided = (outcome: 'confirmed' | 'denied', more: Partial<record.Claim> = {}) =>
  claimWith({}, { decision: { outcome, at, by: 'link' }, ...more })
const revocation = { at, by: 'agent' } as const
const OVER: [string, record.Claim][] = [
  ['no claim', { readBacks: 0 }],
  ['another attempt', claimWith({ id: 'later' })],
  ['an attempt whose time is up', claimWith({ expiresAt: at })],
  ['an attempt with five wrong codes', claimWith({ wrongCodes: 5 })],
  ['a revoked registration', claimWith({}, { revocation })],
  ['a damaged claim', record.DAMAGED_CLAIM],
]

it.each<[record.ClaimState, record.Claim]>([
  ['waiting', claimWith({ wrongCodes: 4, mails: 3 })],
  ['over', claimWith({ wrongCodes: 5 })],
  ['over', claimWith({ expiresAt: at })],
  ['over', { readBacks: 0 }],
  ['confirmed', decided('confirmed')],
  ['denied', decided('denied', { attempt: { ...attempt, expiresAt: at, wrongCodes: 5 } })],
  ['revoked', decided('confirmed', { revocation })],
  ['revoked', { readBacks: 0, revocation }],
  ['revoked', record.DAMAGED_CLAIM],
])('is %s: %j', (state, claim) => {
  expect(record.stateOf(claim, NOW)).toBe(state)
})

describe.each(OVER)('with %s', (_what, claim) => {
  it('no code is looked at, no mail sent, nothing decided', () => {
    expect(record.tryCode(claim, 'now', 'right', NOW)).toEqual({ result: 0 })
    expect(record.countMail(claim, 'now', NOW)).toEqual({ result: false })
    expect(record.decideAttempt(claim, 'now', { outcome: 'confirmed', by: 'link' }, NOW).result).toBeUndefined()
  })
})

it.each<[number, string | undefined, number | 'right', number]>([
  [0, 'wrong', 4, 1],
  [0, undefined, 4, 1],
  [4, 'wrong', 0, 5],
  [0, 'right', 'right', 0],
  [4, 'right', 'right', 4],
])('after %i wrong codes, %s gives %s', (wrongCodes, code, result, counted) => {
  expect(record.tryCode(claimWith({ wrongCodes }), 'now', code, NOW)).toEqual({
    claim: claimWith({ wrongCodes: counted }),
    result,
  })
})

it('sends three mails', () => {
  expect(record.countMail(claimWith({ mails: 2 }), 'now', NOW)).toEqual({
    claim: claimWith({ mails: 3 }),
    result: true,
  })
  expect(record.countMail(claimWith({ mails: 3 }), 'now', NOW)).toEqual({ result: false })
})

it('is decided once, and the first decision stays', () => {
  const confirm = (claim: record.Claim) => record.decideAttempt(claim, 'now', { outcome: 'confirmed', by: 'link' }, NOW)
  const decision = { outcome: 'confirmed', by: 'link', at }
  expect(confirm(OPEN)).toEqual({ claim: { ...OPEN, decision }, result: { attempt, decision } })
  const denied = decided('denied')
  expect(confirm(denied)).toEqual({ result: { attempt, decision: denied.decision } })
})

it.each([
  [0, true],
  [2, true],
  [2.001, false],
])('is delivered once; %d minutes later again: %s', (minutes, result) => {
  const { claim, ...first } = record.deliver(decided('confirmed'), NOW)
  expect([claim, first]).toEqual([decided('confirmed', { deliveredAt: at }), { result: true }])
  expect(record.deliver(claim ?? OPEN, after(minutes))).toEqual({ result })
})

it.each<[number, string | undefined, boolean, record.ReadBack, number]>([
  [0, undefined, false, 'invalid_user_code', 1],
  [0, undefined, true, 'delivered', 1],
  [4, at, true, 'delivered', 5],
  [4, after(-3).toISOString(), true, 'user_code_expired', 5],
  [5, undefined, true, 'too_many_attempts', 5],
])(
  'after %i read-backs, delivered %s, one that is right (%s) is %s',
  (readBacks, deliveredAt, isRight, result, counted) => {
    const before = decided('confirmed', { readBacks, deliveredAt })
    const { claim = before, ...more } = record.readBack(before, isRight, NOW)
    expect(more).toEqual({ result })
    expect(claim.readBacks).toBe(counted)
    expect(claim.deliveredAt).toBe(deliveredAt ?? (result === 'delivered' ? at : undefined))
  },
)
