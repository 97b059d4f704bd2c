/**
 * The one-machine server against the barest that could do the same: registration, exchange and bearer check against the signature or
 * verification they cannot do without; an inquiry against parsing JSON, one row and a signed receipt; a document against sending a file.
 */
import { join } from 'node:path'
import { JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { compare, type Goals, HEAD, type LoadRequest, rowsOf } from './load.ts'
import type { Measured } from './measured.ts'

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
/** What exchange and bearer check are compared with. */
const VERIFYING = 'node:http + one ES256 verification and a random token'
const REGISTER: LoadRequest = { path: '/agent/identity', method: 'POST', body: '{"type":"anonymous"}' }

async function call(base: string, { path, ...init }: LoadRequest): Promise<Record<string, string>> {
  return (await (
    await fetch(base + path, { ...init, headers: { 'Content-Type': 'application/json', ...init.headers } })
  ).json()) as Record<string, string>
}

async function exchange(base: string): Promise<LoadRequest> {
  const { identity_assertion: assertion = '' } = await call(base, REGISTER)
  return {
    path: '/oauth/token',
    method: 'POST',
    headers: FORM,
    body: new URLSearchParams({ grant_type: JWT_BEARER_GRANT, assertion }).toString(),
  }
}

async function check(base: string): Promise<LoadRequest> {
  const { access_token: token } = await call(base, await exchange(base))
  return { path: '/api/v1/agent', method: 'GET', headers: { Authorization: `Bearer ${token}` } }
}

const bench =
  (
    what: { title: string; bare: string; goals: Goals },
    request: Parameters<typeof compare>[0],
    barest: (folder: string) => string[],
  ) =>
  async (): Promise<Measured> => ({
    title: what.title,
    head: HEAD,
    rows: rowsOf(await compare(request, barest), what.bare, what.goals),
  })

export const registration = bench(
  {
    title: 'Anonymous registration: assertion and claim token',
    bare: 'node:http + one ES256 signature',
    goals: { p99: '≤ 2×' },
  },
  REGISTER,
  () => ['sign'],
)

export const exchanges = bench(
  { title: 'Exchange of an assertion for an access token', bare: VERIFYING, goals: { p99: '≤ 2×' } },
  exchange,
  () => ['verify'],
)

export const bearer = bench({ title: 'Bearer check', bare: VERIFYING, goals: { p99: '≤ 2×' } }, check, () => ['verify'])

export const inquiries = bench(
  {
    title: 'Inquiries on one machine: checked, sealed, stored with their messages, and signed for',
    bare: 'node:http + JSON.parse + one INSERT + one ES256 signature',
    goals: {},
  },
  { path: '/api/v1/inquiries', method: 'POST', body: JSON.stringify(VALID_INQUIRY) },
  (folder) => ['insert', join(folder, 'bare.db')],
)

export const staticFacts = bench(
  { title: 'Static JSON on one machine', bare: 'node:http + a read stream', goals: {} },
  { path: '/api/v1/firm', method: 'GET' },
  () => ['files', 'dist'],
)
