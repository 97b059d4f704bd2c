/** Sends inquiries as programs do, and checks refusals. */
import { expect } from 'vitest'
import { PROBLEMS } from '../../src/problem.ts'
import { agent } from '../test-agent.ts'
import { BASE } from '../test-desk.ts'

export const PATH = '/api/v1/inquiries'

export const send = (init: RequestInit & { address?: string }, path = PATH) => agent.send('inquiries', path, init)

/** Checks a refusal: a problem document, CORS, nothing stored, nothing of the input quoted. */
export async function expectProblem(response: Response, code: keyof typeof PROBLEMS) {
  const body = (await response.json()) as Record<string, unknown>
  const { status, title } = PROBLEMS[code]
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/problem+json',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('WWW-Authenticate'),
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(body).toMatchObject({ type: `${BASE}/problems/#${code}`, title, status, code, detail: expect.any(String) })
  expect(agent.store.facts.size).toBe(0)
  return body
}
