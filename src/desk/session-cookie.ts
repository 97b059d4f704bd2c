/**
 * The session cookie. `__Host-` makes browsers reject it without Secure, with a Domain, or with another Path, so another
 * subdomain cannot set it; Strict keeps it out of requests from other sites (RFC 6265bis sections 4.1.2, 5.6).
 */
import { cookieOf } from '../http/cookie.ts'

const NAME = '__Host-desk'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** The Set-Cookie of a session. The browser deletes the cookie when it closes. */
export const sessionCookie = (secret: string) => `${NAME}=${secret}; ${ATTRIBUTES}`

/** The Set-Cookie that deletes it. */
export const NO_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`

/** @returns the secret of the session, or undefined when the browser sent none */
export const secretOf = (request: Request): string | undefined => cookieOf(request, NAME)
