/**
 * The CSRF token in every form of the desk: a keyed hash of the session's id, so it is not stored. The third defense, after
 * SameSite cookies and the `Sec-Fetch-Site` or `Origin` header (OWASP CSRF Prevention Cheat Sheet).
 */
import type { Ports } from '../ports.ts'

type CsrfPorts = Pick<Ports, 'keyedHash'>

/** @param session id of the session */
export const csrfToken = ({ keyedHash }: CsrfPorts, session: string): Promise<string> =>
  keyedHash.mac('desk-csrf', session)

/**
 * Whether a form has the token of the session.
 * @param expected the session's token
 * @param token what the form sent
 */
export async function verifyCsrfToken(
  { keyedHash }: CsrfPorts,
  expected: string,
  token: string | null,
): Promise<boolean> {
  // Compares keyed hashes, so that the timing of the comparison reveals nothing about the token.
  const macOf = (text: string) => keyedHash.mac('desk-csrf-check', text)
  return (await macOf(expected)) === (await macOf(token ?? ''))
}
