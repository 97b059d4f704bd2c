/** What tests send to a running server, as a program or a browser does. */
import { JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { API_ROOT, PATHS } from '../../src/site.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'

export const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

export const askJson = async <T = Record<string, string>>(url: string, init?: RequestInit): Promise<T> =>
  (await fetch(url, init)).json() as Promise<T>

/** @param inquiry changes to a valid one @returns its reference @throws Error when it is not accepted */
export async function inquire(base: string, inquiry: object = {}): Promise<string> {
  const sent = await fetch(`${base}${API_ROOT}/inquiries`, jsonRequest({ ...VALID_INQUIRY, ...inquiry }))
  const { reference, ...problem } = (await sent.json()) as { reference?: string }
  if (sent.status !== 202 || !reference) throw new Error(`an inquiry was answered ${JSON.stringify(problem)}`)
  return reference
}

/** No person has confirmed the agent. @returns its registration and an access token */
export async function registerAgent(
  base: string,
): Promise<Record<'identity_assertion' | 'claim_token' | 'access_token', string>> {
  const registered = await askJson(base + PATHS.identity, jsonRequest({ type: 'anonymous' }))
  const { identity_assertion = '', claim_token = '' } = registered
  const grant = form({ grant_type: JWT_BEARER_GRANT, assertion: identity_assertion })
  const { access_token = '' } = await askJson(base + PATHS.token, grant)
  return { identity_assertion, claim_token, access_token }
}

/** @returns the status, and the cookie of the session */
export async function signIn(base: string, key: string): Promise<{ status: number; cookie: string }> {
  const { status, headers } = await fetch(base + PATHS.deskSignIn, { ...form({ key }), redirect: 'manual' })
  return { status, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
}
