/** Problems of the API: RFC 9457, and RFC 6750 section 3.1 for the two bearer token codes. */
import type * as z from 'zod'
import { visibleText } from './letters.ts'
import type { Offer } from './offers.ts'

interface ProblemRow {
  status: number
  title: string
  /** For the page of problems. */
  meaning: string
  /** The default `detail` of a response. */
  fix: string
  offer?: Offer
}

const ROWS = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    meaning:
      'The body could be read, but one or more of its members are missing, too long or of the wrong type. Nothing was stored.',
    fix: 'Look at `errors`: each entry names a member by JSON Pointer and says what it must be. Correct all of them and send the request again.',
  },
  'malformed-body': {
    status: 400,
    title: 'The body cannot be read',
    meaning: 'The body is empty, is not a JSON object in UTF-8, or is nested too deeply. Nothing was stored.',
    fix: 'Send one JSON object, encoded in UTF-8 without a byte order mark, with a matching Content-Length.',
  },
  invalid_token: {
    offer: 'agents',
    status: 401,
    title: 'The access token is not valid',
    meaning: 'The bearer token is unknown, has expired or was revoked. Nothing was stored.',
    fix: 'Get a new token, or send the request without an Authorization header where the operation is public.',
  },
  'missing-token': {
    offer: 'agents',
    status: 401,
    title: 'An access token is required',
    meaning: 'The operation is for registered agents, and no bearer token was sent.',
    fix: 'Register as /auth.md describes, get an access token, and send it in the Authorization header.',
  },
  insufficient_scope: {
    offer: 'agents',
    status: 403,
    title: 'The access token may not do this',
    meaning: 'The bearer token is valid but lacks the scope that the operation requires. Nothing was stored.',
    fix: 'Get a token with the scope named in the WWW-Authenticate header of the response.',
  },
  'foreign-page': {
    status: 403,
    title: 'The form was sent from another site',
    meaning: 'The browser reports that the contact form was sent from a page of another site. Nothing was stored.',
    fix: 'Open the contact page of this site and send the form from there. Programs use the API.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    meaning: 'No operation or document of this service has the requested address.',
    fix: 'Look up the address in the OpenAPI description. Paths are written in lower case and without a slash at the end.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not support that method',
    meaning: 'The address exists, but does not support the method of the request.',
    fix: 'Use one of the methods in the Allow header of the response.',
  },
  'not-acceptable': {
    status: 406,
    title: 'The request does not accept JSON',
    meaning: 'The Accept header of the request excludes JSON, and this address has nothing else. Nothing was stored.',
    fix: 'Name application/json in the Accept header, or leave the header out.',
  },
  'idempotency-key-reused': {
    offer: 'programInquiries',
    status: 422,
    title: 'The idempotency key was used for another body',
    meaning:
      'An inquiry with the same Idempotency-Key but another body was accepted within the last 24 hours. Nothing new was stored.',
    fix: 'Use a new key for a new inquiry. To repeat the earlier one, send exactly the same body again.',
  },
  'not-asked': {
    offer: 'statusPage',
    status: 409,
    title: 'The firm has not asked',
    meaning:
      'An answer can be sent after the firm asked something, until it writes again or closes the inquiry, and ten times at most. Nothing was stored.',
    fix: 'Read the status of the inquiry. If there is something that the firm must know, let the person call.',
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
      'The body was sent with a Content-Type or Content-Encoding that this address does not support. Nothing was stored.',
    fix: 'Use the content type in the Accept-Post header of the response, without compression.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning: 'One address sent more requests than the limit allows. The request was not carried out.',
    fix: 'Wait for the number of seconds in Retry-After and send it again.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong here',
    meaning: 'The service failed. It is not certain whether the request was carried out.',
    fix: 'Send it again with the same Idempotency-Key, or call the firm and quote the trace in `detail`.',
  },
  'service-unavailable': {
    status: 503,
    title: 'The service cannot store anything just now',
    meaning: 'The storage did not respond. Nothing was accepted: success is reported only after the data is stored.',
    fix: 'Wait for the number of seconds in Retry-After and send it again, with the same Idempotency-Key if there was one.',
  },
} as const satisfies Record<string, ProblemRow>

export type ProblemCode = keyof typeof ROWS

export const PROBLEMS: Readonly<Record<ProblemCode, ProblemRow>> = ROWS

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** Readiness tries these steps in this order. `check` fails when the store is damaged. */
export const STORE_STEPS = ['write', 'read', 'remove', 'check'] as const
export type StoreStep = (typeof STORE_STEPS)[number]

/** `detail`, `errors` and `failed` are sent to the caller; `reason` goes to the log only. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string
  /** `pointer` is a JSON Pointer (RFC 6901). `detail` never contains the value. */
  readonly errors: { pointer: string; detail: string }[]
  readonly reason: string | undefined
  readonly failed: StoreStep | undefined
  /** Additional response headers, such as Allow or Retry-After. */
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    more: Partial<Pick<Problem, 'detail' | 'errors' | 'reason' | 'failed' | 'headers'>> & ErrorOptions = {},
  ) {
    super(code, { cause: more.cause })
    this.name = 'Problem'
    this.code = code
    this.detail = more.detail ?? PROBLEMS[code].fix
    this.errors = more.errors ?? []
    this.reason = more.reason
    this.failed = more.failed
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}

const RETRY_AFTER_SECONDS = 30

export const unavailable = (failed?: StoreStep): Problem =>
  new Problem('service-unavailable', { failed, headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })

type Members = Readonly<Record<string, z.ZodType>>

const isEmpty = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' && visibleText(value) === '') ||
  (Array.isArray(value) && value.length === 0)

/** Leaves out optional members that are empty, or false where only true has a meaning: clients in strict mode send every member. */
export function withoutEmpty(schema: z.ZodType, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  const { options = [schema] } = schema as { options?: readonly z.ZodType[] }
  const members = Object.assign({}, ...options.map((option) => (option as Partial<z.ZodObject>).shape)) as Members
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => {
      const member = Object.hasOwn(members, name) ? members[name] : undefined
      return (
        !member?.safeParse(undefined).success ||
        !(isEmpty(value) || (value === false && member.safeParse(true).success))
      )
    }),
  )
}

/** @throws Problem `invalid-request` with an error for each invalid field */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(withoutEmpty(schema, input))
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ pointer: pointerTo(path), detail: message }))
  throw new Problem('invalid-request', { errors })
}

/** RFC 6901: `~` and `/` in a name are escaped. */
const pointerTo = (path: readonly PropertyKey[]) =>
  path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
