/**
 * The cookie of the desk. `__Host-` makes browsers refuse it without Secure, with a Domain, or with another Path, so that no
 * neighbouring host can plant one; Strict keeps it out of every request that another site causes (RFC 6265bis sections 4.1.2, 5.6).
 */
const NAME = '__Host-desk'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** The Set-Cookie of a session; it ends with the browser, if nothing ends it before. */
export const sessionCookie = (secret: string) => `${NAME}=${secret}; ${ATTRIBUTES}`

/** The Set-Cookie that takes it back. */
export const NO_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`

/** @returns the secret of the session, or undefined when the browser sent none */
export function secretOf(request: Request): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) || undefined
}
