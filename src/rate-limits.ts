/** The rate limits of the service. A test compares them with the texts that name their numbers, and with Netlify's own limits. */
import { HOUR_SECONDS, MINUTE_SECONDS } from './duration.ts'

export interface RateLimit {
  /** Requests per caller and window. A caller is an IPv4 address, the /64 network of an IPv6 address, or another key. */
  quota: number
  windowSeconds: number
  /** Requests of all callers together, where a distributed flood would cost the firm something. */
  everyone?: number
  /** If the limiter fails, requests pass (true), or are refused with `service-unavailable` (false). */
  openWhenBroken: boolean
}

const ROWS = {
  // The limiter's failure must not lose an inquiry.
  inquiries: { quota: 30, windowSeconds: MINUTE_SECONDS, openWhenBroken: true },
  // Enough for an agent that asks often. The limit need not prevent guesses, because the address is too long to be guessed.
  'inquiry-status': { quota: 120, windowSeconds: MINUTE_SECONDS, openWhenBroken: false },
  // The limiter's failure must not lose an answer.
  'inquiry-answer': { quota: 30, windowSeconds: MINUTE_SECONDS, openWhenBroken: true },
  // Per inquiry. The limiter's failure must not lose an answer.
  'inquiry-mail': { quota: 60, windowSeconds: MINUTE_SECONDS, everyone: 600, openWhenBroken: true },
  registration: { quota: 200, windowSeconds: MINUTE_SECONDS, everyone: 2000, openWhenBroken: false },
  token: { quota: 600, windowSeconds: MINUTE_SECONDS, openWhenBroken: false },
  revoke: { quota: 600, windowSeconds: MINUTE_SECONDS, openWhenBroken: false },
  bearer: { quota: 600, windowSeconds: MINUTE_SECONDS, openWhenBroken: false },
  // A monitor must not report a broken limiter as a broken store.
  ready: { quota: 600, windowSeconds: MINUTE_SECONDS, openWhenBroken: true },
  mcp: { quota: 600, windowSeconds: MINUTE_SECONDS, openWhenBroken: false },
  'claim-start': { quota: 60, windowSeconds: MINUTE_SECONDS, everyone: 600, openWhenBroken: false },
  'code-try': { quota: 20, windowSeconds: MINUTE_SECONDS, everyone: 600, openWhenBroken: false },
  'sign-in': { quota: 10, windowSeconds: MINUTE_SECONDS, openWhenBroken: false },
  // Per member and network, so that callers in other networks cannot lock a member out.
  'sign-in-member': { quota: 5, windowSeconds: MINUTE_SECONDS, openWhenBroken: false },
  // Per member, against guessing from many networks. Each guess computes a slow hash; all guesses together take at most one core.
  'sign-in-total': { quota: 100, windowSeconds: MINUTE_SECONDS, everyone: 300, openWhenBroken: false },
  // Per member of staff: a stolen session must not allow guessing codes.
  'desk-code': { quota: 30, windowSeconds: MINUTE_SECONDS, openWhenBroken: false },
  // Per recipient: prevents mail bombing.
  'claim-mail': { quota: 10, windowSeconds: HOUR_SECONDS, everyone: 1000, openWhenBroken: false },
} satisfies Record<string, RateLimit>

/** A customer of a data center may have a /48 network (a site). It gets this many times the quota of a /64 network. */
const SITE_FACTOR = 16
/** One /48 network gets at most this part of `everyone`. */
const MAX_SHARE = 1 / 5

/** @returns the quota of a /48 network, at least the quota of one caller */
export const siteQuota = ({ quota, everyone = Infinity }: RateLimit): number =>
  Math.max(quota, Math.min(quota * SITE_FACTOR, everyone * MAX_SHARE))

export type LimitName = keyof typeof ROWS

/** The names are also in the RateLimit headers. */
export const RATE_LIMITS: Readonly<Record<LimitName, RateLimit>> = ROWS
