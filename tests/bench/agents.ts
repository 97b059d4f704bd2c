/**
 * Registration, exchange and bearer check on the one-machine server, against the signature or verification they cannot do without.
 */
import { JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { compare, HEAD, type LoadRequest, rowsOf } from './load.ts'
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

export const registration = async (): Promise<Measured> => ({
  title: 'Anonymous registration: assertion and claim token',
  head: HEAD,
  rows: rowsOf(await compare(REGISTER, () => ['sign']), 'node:http + one ES256 signature', {
    cpu: '≤ 1.3×',
    p99: '≤ 2×',
  }),
})

export const exchanges = async (): Promise<Measured> => ({
  title: 'Exchange of an assertion for an access token',
  head: HEAD,
  rows: rowsOf(await compare(exchange, () => ['verify']), VERIFYING, { cpu: '≤ 1.25×', p99: '≤ 2×' }),
})

export const bearer = async (): Promise<Measured> => ({
  title: 'Bearer check',
  head: HEAD,
  rows: rowsOf(await compare(check, () => ['verify']), VERIFYING, { cpu: '≤ 0.7×', p99: '≤ 2×' }),
})
