/**
 * The credential of a request: a bearer token in the Authorization header, and nowhere else (RFC 6750 section 2.1).
 */
import { PATHS } from '../site.ts'
import { Problem } from '../problem.ts'

/**
 * Takes the token out of a request.
 * @param base base address, for the challenge
 * @returns the token, or undefined when no bearer credential was sent (another scheme is none)
 * @throws Problem `invalid-request` when two credentials were sent
 */
export function bearerToken(request: Request, base: string): string | undefined {
  const header = request.headers.get('authorization')
  if (header === null || !/^bearer(\s|,|$)/i.test(header)) {
    // Two lines arrive as one, joined by a comma; a token cannot hold one.
    if (header !== null && /,\s*bearer\s/i.test(header)) throw twoCredentials(base)
    return undefined
  }
  if (header.includes(',') || new URL(request.url).searchParams.has('access_token')) throw twoCredentials(base)
  return header.slice('bearer'.length).trim()
}

/** The refusal of a token; unknown, expired and revoked ones get the same. */
export function invalidToken(base: string): Problem {
  return new Problem('invalid_token', { headers: challenge(base, 'invalid_token') })
}

function twoCredentials(base: string): Problem {
  return new Problem('invalid-request', {
    detail: 'Send one credential: a single Authorization header with a single bearer token.',
    headers: challenge(base, 'invalid_request'),
  })
}

/** RFC 6750 section 3, with the address of the metadata (RFC 9728 section 5.1). */
function challenge(base: string, error: string): Record<string, string> {
  return { 'WWW-Authenticate': `Bearer resource_metadata="${base}${PATHS.protectedResource}", error="${error}"` }
}
