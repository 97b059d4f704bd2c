/** Problems of the API: RFC 9457, and RFC 6750 section 3.1 for the two bearer token codes. */
import type * as z from 'zod'
import words from '../content/words/problems.json' with { type: 'json' }
import { visibleText } from './letters.ts'
import type { Offer } from './offers.ts'

interface ProblemRow {
  status: number
  title: string
  /** Explains the problem on the page of problems. */
  meaning: string
  /** The default `detail` of a response. */
  fix: string
  offer?: Offer
}

const ROWS = {
  'invalid-request': { status: 400 },
  'malformed-body': { status: 400 },
  invalid_token: { status: 401, offer: 'agents' },
  'missing-token': { status: 401, offer: 'agents' },
  insufficient_scope: { status: 403, offer: 'agents' },
  'foreign-page': { status: 403 },
  'not-found': { status: 404 },
  'method-not-allowed': { status: 405 },
  'not-acceptable': { status: 406 },
  'idempotency-key-reused': { status: 422, offer: 'programInquiries' },
  'not-asked': { status: 409, offer: 'statusPage' },
  'content-too-large': { status: 413 },
  'unsupported-media-type': { status: 415 },
  'rate-limited': { status: 429 },
  'internal-error': { status: 500 },
  'service-unavailable': { status: 503 },
} as const satisfies Record<string, Pick<ProblemRow, 'status' | 'offer'>>

export type ProblemCode = keyof typeof ROWS

export const PROBLEM_CODES = Object.keys(ROWS) as ProblemCode[]

/** The compiler checks that each code has its words. */
export const PROBLEMS = Object.fromEntries(
  PROBLEM_CODES.map((code): [ProblemCode, ProblemRow] => [code, { ...ROWS[code], ...words[code] }]),
) as Readonly<Record<ProblemCode, ProblemRow>>

/** Readiness tries these steps in this order. `check` fails when the store is damaged. */
export const STORE_STEPS = ['write', 'read', 'remove', 'check'] as const
export type StoreStep = (typeof STORE_STEPS)[number]

/** `detail`, `errors` and `failed` are sent to the caller; `reason` goes to the log only. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly detail: string
  /** `pointer` is a JSON Pointer (RFC 6901) to the field. `detail` never contains the value of the field. */
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

/** Leaves out optional members that are empty, and optional booleans that are false, because some clients send every member. */
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
