/** The assertion from registering, when it comes back, and attempts to get round it. */
import { decodeJwt, generateKeyPair, importJWK, SignJWT, type JWTPayload } from 'jose'
import { beforeEach, expect, it } from 'vitest'
import { type Json, agent, useAgent, expectOAuthError } from '../../test-agent.ts'
import { BASE, KEY_SET } from '../../test-desk.ts'

const TYP = 'oauth-id-jag+jwt'
useAgent()
let registration: Json
let good: JWTPayload
beforeEach(async () => {
  registration = await agent.register()
  good = decodeJwt(String(registration.identity_assertion))
})

const [signing] = KEY_SET.signing
const key = await importJWK({ ...signing }, 'ES256')
const { kid } = signing
const sign = (claims: JWTPayload, header: Record<string, unknown> = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: TYP, kid, ...header }).sign(key)
const signAs = (alg: string, other: CryptoKey | Uint8Array) =>
  new SignJWT(good).setProtectedHeader({ alg, typ: TYP, kid }).sign(other)

/** The last part is the beginning of the reason in the log. */
type Case = [string, () => unknown, string?]
/** @param times claims in seconds from when `good` was issued */
const at = (times: Record<string, number>) =>
  sign({ ...good, ...Object.fromEntries(Object.entries(times).map(([name, time]) => [name, Number(good.iat) + time])) })
const withClaim = (name: string, ...values: unknown[]) =>
  values.map((value): Case => [`with ${name} ${JSON.stringify(value)}`, () => sign({ ...good, [name]: value })])

// Other headers, signatures and spellings are refused in keys/token-keys.test.ts.
const cases: Case[] = [
  ['that is no JWT', () => 'x', 'it is not an assertion of this service'],
  ['of another issuer', () => sign({ ...good, iss: 'https://evil.example' }), 'issuer or audience is wrong'],
  ['signed by another key', async () => signAs('ES256', (await generateKeyPair('ES256')).privateKey)],
  ...['JWT', 'secevent+jwt', undefined].map((typ): Case => [`of type ${typ}`, () => sign(good, { typ })]),
  ...withClaim('iss', undefined, `${BASE}/`, [BASE]),
  ...withClaim('sub', undefined, 'reg_x', 'somebody'),
  ...withClaim('aud', undefined, 'https://evil.example', [BASE, 'https://evil.example']),
  ...withClaim('exp', undefined, '9999999999', -1, true, 2 ** 53 + 2),
  ['that expired 60 seconds ago', () => at({ iat: -100, exp: -60 }), 'it has expired'],
  ['from the future', () => at({ iat: 61, nbf: 0 }), 'it is not valid yet'],
  ['for the future', () => at({ nbf: 61 }), 'it is not valid yet'],
  ['valid for a year', () => at({ exp: 365 * 86400 }), 'it is valid for too long'],
  ['of more than 16 KiB', () => sign({ ...good, padding: 'x'.repeat(20_000) }), 'it is too long'],
  ['that is an access token', async () => (await agent.anonymousToken()).token],
  ['that is a claim token', () => registration.claim_token],
]
it.each(cases)('an assertion is refused, with one sentence for all: %s', async (_name, make, reason = '') => {
  const answer = await agent.exchange(await make())
  expectOAuthError(answer, 'invalid_grant')
  expect(answer.body.error_description).toBe('The assertion or claim token is invalid.')
  expect(JSON.stringify(answer.body) + agent.logged()).not.toContain('eyJ')
  expect(agent.logged()).toContain(`"reason":"${reason}`)
})

it('an assertion is accepted when only the clocks differ, and refused after 24 hours', async () => {
  const now = Number(good.iat)
  expect((await agent.exchange(await sign({ ...good, iat: now - 100, exp: now - 59 }))).status).toBe(200)
  expect((await agent.exchange(await sign({ ...good, nbf: now + 30 }))).status).toBe(200)
  agent.advance(24 * 3600_000 + 61_000)
  expectOAuthError(await agent.exchange(registration.identity_assertion), 'invalid_grant')
})
