import { expect } from 'vitest'
import type { Answer } from '../test-agent.ts'

/** RFC 6749 section 5.2: the envelope, and characters that may stand in it. */
export function expectOAuthError({ status, headers, body }: Answer, code: string, expected = 400) {
  expect([status, body.error]).toEqual([expected, code])
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('cache-control')).toContain('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
  expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  expect(body.message).toBe(body.error_description)
  expect(headers.get('access-control-allow-origin')).toBe('*')
}
