/**
 * Inquiries as programs send them, and what every refusal of one has.
 */
import { expect } from 'vitest'
import { PROBLEMS } from '../../src/problem.ts'
import { BASE, type TestDesk } from '../test-desk.ts'

export const PATH = '/api/v1/inquiries'

/** @param desk where it is sent to; asked for at each step, because tests open a new one */
export const senderTo = (desk: () => TestDesk) => ({
  send: (init: RequestInit & { address?: string }, path = PATH) => desk().send('inquiries', path, init),
  /** What every refusal has: a problem document, CORS, nothing stored, nothing of the input. */
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
