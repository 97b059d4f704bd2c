/**
 * Looking keys of an issuer up, with none known before each test, and what those who ask get.
 */
import { beforeEach, expect } from 'vitest'
import { AgentError } from '../../../src/agents/agent-error.ts'
import { issuerKeys, type IssuerKeys } from '../../../src/agents/identity/issuer-keys.ts'
import type { TrustedIssuer } from '../../../src/agents/identity/trusted-issuer.ts'
import { clock, provider, useTwoIssuers } from './two-issuers.ts'

let keys: IssuerKeys
/** Forgets every key. */
export const forget = () => void (keys = issuerKeys(clock))
/** Asks for a key of an issuer, the first if none is named. */
export const ask = (kid = 'ES256-1', alg = 'ES256', issuer: TrustedIssuer = provider.trusted) =>
  keys.keyFor(issuer, kid, alg)

/** For the top of a test file. */
export function useKeyLookup(): void {
  useTwoIssuers()
  beforeEach(forget)
}

export const FOUND: unknown = expect.any(CryptoKey)

/** @returns the refusal, which must be one that the caller may repeat */
export async function failure(asking: Promise<unknown>): Promise<AgentError> {
  const error: unknown = await asking.then(
    () => new Error('was answered'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof AgentError)) throw error
  expect([error.code, error.status, error.headers]).toEqual(['temporarily_unavailable', 503, { 'Retry-After': '30' }])
  return error
}
