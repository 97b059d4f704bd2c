/**
 * What can go wrong, once: each code with its status, its title, and how to mend it.
 * The problem pages, the API's errors and the OpenAPI description are made from this table.
 * Source: RFC 9457 (problem details), RFC 6750 section 3.1 for the two codes of bearer tokens.
 */
import type * as z from 'zod'

interface ProblemRow {
  status: number
  title: string
  /** What happened, for the page of the problem. */
  meaning: string
  /** What the caller can do about it. */
  fix: string
}

export const PROBLEMS = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    meaning:
      'The body could be read, but one or more of its members are missing, too long or of the wrong kind. Nothing was stored.',
    fix: 'Look at `errors`: each entry names a member by JSON Pointer and says what it must be. Mend all of them and send the request again.',
  },
  'malformed-body': {
    status: 400,
    title: 'The body cannot be read',
    meaning: 'The body is empty, is not a JSON object in UTF-8, or is nested too deeply. Nothing was stored.',
    fix: 'Send one JSON object, encoded in UTF-8 without a byte order mark, with a Content-Length that fits.',
  },
  invalid_token: {
    status: 401,
    title: 'The access token is not valid',
    meaning: 'The bearer token is unknown, has expired or was revoked. Nothing was stored.',
    fix: 'Get a new token, or send the request without an Authorization header where the operation is public.',
  },
  'missing-token': {
    status: 401,
    title: 'An access token is needed',
    meaning: 'The operation is for registered agents, and no bearer token was sent.',
    fix: 'Register as /auth.md describes, get an access token, and send it in the Authorization header.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The access token may not do this',
    meaning: 'The bearer token is valid, and lacks the scope that the operation needs. Nothing was stored.',
    fix: 'Get a token with the scope in the WWW-Authenticate header of the answer.',
  },
  'foreign-page': {
    status: 403,
    title: 'The form was sent from another site',
    meaning: 'The browser says that the contact form was filled in on a page of another site. Nothing was stored.',
    fix: 'Open the contact page of this site and send the form from there. Programs use the API.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    meaning: 'No operation or document of this service has the address that was asked for.',
    fix: 'Look up the address in the OpenAPI description. Paths are written in lower case and without a slash at the end.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not take that method',
    meaning: 'The address exists, but not for the method of the request.',
    fix: 'Use one of the methods in the Allow header of the answer.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The idempotency key was used for another body',
    meaning:
      'An inquiry with the same Idempotency-Key but another body was accepted within the last 24 hours. Nothing new was stored.',
    fix: 'Use a new key for a new inquiry. To repeat the former one, send exactly its body again.',
  },
  'content-too-large': {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body is larger than 64 KiB. Nothing was stored.',
    fix: 'Shorten it. The message of an inquiry may have 5,000 characters.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The content type is not supported',
    meaning:
      'The body was sent with a Content-Type or Content-Encoding that this address does not read. Nothing was stored.',
    fix: 'Use the content type in the Accept-Post header of the answer, without compression.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning: 'More was sent from one address than the limit allows. The request was not carried out.',
    fix: 'Wait for the number of seconds in Retry-After and send it again.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong here',
    meaning: 'The service made a mistake. Whether the request was carried out is not certain.',
    fix: 'Send it again with the same Idempotency-Key, or telephone the firm and quote the trace in `detail`.',
  },
  'service-unavailable': {
    status: 503,
    title: 'The service cannot store anything just now',
    meaning: 'The storage did not answer. Nothing was accepted: no success is ever reported that was not stored.',
    fix: 'Wait for the number of seconds in Retry-After and send it again, with the same Idempotency-Key if there was one.',
  },
} as const satisfies Record<string, ProblemRow>

export type ProblemCode = keyof typeof PROBLEMS

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** One fault in the input: where (RFC 6901 pointer), and what it must be. Never holds the value itself. */
export interface FieldError {
  pointer: string
  detail: string
}

/**
 * A failure with a name. Thrown by use cases; turned into an answer in one place.
 * `detail` and `errors` are told to the caller; `reason` goes to the log only.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors: FieldError[]
  readonly reason: string | undefined
  /** Further headers of the answer, such as Allow or Retry-After. */
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    more: {
      detail?: string
      errors?: FieldError[]
      reason?: string
      headers?: Record<string, string>
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: more.cause })
    this.name = 'Problem'
    this.code = code
    this.detail = more.detail ?? PROBLEMS[code].fix
    this.errors = more.errors ?? []
    this.reason = more.reason
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}

/**
 * The faults of a failed check, all at once.
 * @param error what the schema says
 */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({ pointer: pointerTo(issue.path), detail: issue.message }))
}

/** RFC 6901: `~` and `/` in a name are escaped. */
function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
