/** Assertions of two trusted issuers, with everything right but for what a test changes, and what is said to them. */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { AgentError } from '../../../src/agents/agent-error.ts'
import { verifyIdJag } from '../../../src/agents/identity/id-jag.ts'
import { issuerKeys } from '../../../src/agents/identity/issuer-keys.ts'
import type { TrustedIssuer } from '../../../src/agents/identity/trusted-issuer.ts'
import { clock, ISSUER, other, provider, START, useTwoIssuers } from './two-issuers.ts'

export const BASE = 'https://www.example.com'
export const NOW = START / 1000

/** Every address that was asked for, by whatever way. */
export const asked: string[] = []
let keys = issuerKeys()
export const verify = (assertion: string, trustedIssuers: TrustedIssuer[] = [provider.trusted, other.trusted]) =>
  verifyIdJag(assertion, { trustedIssuers, issuerKeys: keys, clock, base: BASE })

/** For the top of a test file: each test begins with no key known, and none may ask anybody but the two issuers. */
export function useVerifier(): void {
  useTwoIssuers()
  beforeEach(() => {
    asked.length = 0
    const real = fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (input, init) => (asked.push(new Request(input).url), real(input, init)),
    )
    keys = issuerKeys()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    expect(asked.filter((address) => ![provider.trusted.jwksUri, other.trusted.jwksUri].includes(address))).toEqual([])
    expect(provider.detours() + other.detours()).toBe(0)
  })
}

export type Claims = Record<string, unknown>
export const claims = (changes: Claims = {}): Claims => ({
  iss: ISSUER,
  sub: 'person-4711',
  aud: `${BASE}/api/v1`,
  client_id: 'assistant',
  jti: 'jti-4711',
  iat: NOW,
  exp: NOW + 300,
  auth_time: NOW - 60,
  email: 'ana@example.com',
  email_verified: true,
  ...changes,
})
/** A member of undefined is missing. */
export const signed = (changes: Claims = {}, header: object = {}) => provider.sign(claims(changes), header)
/** Writes one claim as a text of JSON, for what no value of JavaScript becomes. */
export const signedText = (name: string, text: string) =>
  provider.sign(JSON.stringify(claims({ [name]: '@' })).replace('"@"', text))

/** @returns the refusal; whatever it is, its reason repeats nothing of the token */
export async function refusal(assertion: string, issuers?: TrustedIssuer[]): Promise<AgentError> {
  const error: unknown = await verify(assertion, issuers).then(
    () => new Error('was accepted'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof AgentError)) throw error
  expect(error.reason).toMatch(/^.{4,120}$/)
  expect(`${error.reason} ${error.description}`).not.toMatch(/4711|ana@|eyJ|evil|\.example|assistant/)
  return error
}
export const codeOf = async (assertion: string, issuers?: TrustedIssuer[]) => (await refusal(assertion, issuers)).code
