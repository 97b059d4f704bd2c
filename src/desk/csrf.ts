/**
 * The token in every form of the desk. It belongs to one session and is stored nowhere: a keyed hash of the session's id.
 * The third lock, after SameSite and what the browser says of the form's origin (OWASP CSRF Prevention Cheat Sheet).
 */
import type { Ports } from '../ports.ts'

type CsrfPorts = Pick<Ports, 'keyedHash'>

/** @param session id of the session */
export const csrfToken = ({ keyedHash }: CsrfPorts, session: string): Promise<string> =>
  keyedHash.mac('desk-csrf', session)

/**
 * Whether a form bears the token of the session.
 * @param expected the session's token
 * @param token what the form sent
 */
export async function verifyCsrfToken(
  { keyedHash }: CsrfPorts,
  expected: string,
  token: string | null,
): Promise<boolean> {
  // Keyed hashes are compared, so the time it takes tells nothing of the token.
  const macOf = (text: string) => keyedHash.mac('desk-csrf-check', text)
  return (await macOf(expected)) === (await macOf(token ?? ''))
}
