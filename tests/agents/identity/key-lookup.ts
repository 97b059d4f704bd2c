/**
 * What those who ask for a key of an issuer get.
 */
import { expect } from 'vitest'
import { AgentError } from '../../../src/agents/agent-error.ts'

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
