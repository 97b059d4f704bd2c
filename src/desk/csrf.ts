/**
 * The token in every form of the desk. It belongs to one session and is stored nowhere: a keyed hash of the session's id.
 * The third lock, after SameSite and what the browser says of the form's origin (OWASP CSRF Prevention Cheat Sheet).
 */
import type { World } from '../ports.ts'

type Peppered = Pick<World, 'pepper'>

/** @param session id of the session */
export const csrfToken = ({ pepper }: Peppered, session: string): Promise<string> => pepper.mac('desk-csrf', session)

/**
 * Whether a form bears the token of the session.
 * @param expected the session's token
 * @param given what the form sent
 */
export async function isToken({ pepper }: Peppered, expected: string, given: string | null): Promise<boolean> {
  // Keyed hashes are compared, so the time it takes tells nothing of the token.
  const macOf = (text: string) => pepper.mac('desk-csrf-check', text)
  return (await macOf(expected)) === (await macOf(given ?? ''))
}
