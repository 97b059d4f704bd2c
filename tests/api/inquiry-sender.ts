/**
 * Sends inquiries as programs do, and checks refusals.
 */
import { expect } from 'vitest'
import { PROBLEMS } from '../../src/problem.ts'
import { BASE, type TestDesk } from '../test-desk.ts'

export const PATH = '/api/v1/inquiries'

/** @param desk returns the desk; called at each step, because tests open a new one */
export const senderTo = (desk: () => TestDesk) => ({
  send: (init: RequestInit & { address?: string }, path = PATH) => desk().send('inquiries', path, init),
  /** Checks a refusal: a problem document, CORS, nothing stored, nothing of the input quoted. */
  async expectProblem(response: Response, code: keyof typeof PROBLEMS) {
    const body = (await response.json()) as Record<string, unknown>
    const { status, title } = PROBLEMS[code]
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(body).toMatchObject({ type: `${BASE}/problems/${code}/`, title, status, code, detail: expect.any(String) })
    expect(desk().store.facts.size).toBe(0)
    return body
  },
})
