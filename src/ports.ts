/**
 * The ports: interfaces to everything outside the application. The hosts implement them. Tests pass implementations in memory, and a clock
 * that they set.
 */
import type { LimitName } from './rate-limits.ts'

/**
 * The store of facts. A fact is one immutable record per key; state is derived from which facts exist.
 * Every method rejects with `StoreUnavailable` when the store fails; none returns a guess.
 */
export interface Store {
  /**
   * Writes a fact if its key does not exist yet.
   * @returns true when this call wrote it, false when the key exists. The fact is durable when the promise resolves.
   */
  create(key: string, value: unknown): Promise<boolean>
  /** @returns the fact, or undefined when there is none */
  read(key: string): Promise<unknown>
  /** The keys that begin with `prefix`, in ascending order. Other requests run meanwhile. */
  list(prefix: string): Promise<string[]>
  /** The names of the folders directly below a prefix that ends with a slash, in ascending order. It is one call for any number of keys. */
  folders(prefix: string): Promise<string[]>
  /** For housekeeping only, never for a state transition. The key may be missing. */
  remove(key: string): Promise<void>
  /** The damage that is known; undefined when there is none. A store that cannot know does not have this function. */
  damage?(): string | undefined
}

/** A store that can also replace a fact. Only `npm run inquiries -- reseal` uses this. */
export interface ReplacingStore extends Store {
  /**
   * Replaces the value of a fact in one step: at each moment, also after a crash, one of the two values is stored.
   * @param before the value as it was read
   * @returns false, and nothing is changed, when the fact has another value by now or was removed
   */
  replace(key: string, before: unknown, after: unknown): Promise<boolean>
}

export interface Fact {
  key: string
  value: unknown
}

/** The store did not respond, or its response cannot be trusted. Callers of the store pass this error on, without a `@throws` of their own. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Needs millisecond precision, because times order the inquiries. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Encrypts to the staff. It has only the public key, so the intake can write but not read. */
export interface Inbox {
  /** @returns a compact JWE that only the holder of the private key can open */
  seal(record: unknown): Promise<string>
}

/** A record sealed to the staff, as stored. */
export interface Sealed {
  /** A compact JWE. */
  sealed: string
}

/** Decrypts with the private key of the staff. Only the desk and the staff's commands have it. */
export interface StaffInbox {
  /** @returns the record, or undefined when it was sealed to another key or altered */
  open(fact: Sealed): Promise<unknown>
}

/** Keyed hashes (HMAC-SHA-256) with the service's secret. */
export interface KeyedHash {
  /**
   * @param purpose separates uses: the same text has a different hash for each purpose
   * @returns base64url, 43 characters
   */
  mac(purpose: string, text: string): Promise<string>
  /** @returns whether `mac` is the hash of the text for this purpose. It takes the same time for each wrong `mac` */
  matches(purpose: string, text: string, mac: string): Promise<boolean>
}

/** Signs tokens, which others can verify, and seals tokens, which only the service can open. */
export interface TokenKeys {
  /** @returns a compact JWS (ES256) with this `typ` */
  sign(typ: string, claims: Record<string, unknown>): Promise<string>
  /** @returns the claims, unchecked; undefined when the text is not a JWS of this service with this `typ` */
  verify(typ: string, text: string): Promise<unknown>
  /** @returns a compact JWE that opens only for the same `purpose` */
  seal(purpose: string, value: unknown): Promise<string>
  /** @returns the value, or undefined when this service did not seal the text for this purpose */
  unseal(purpose: string, text: string): Promise<unknown>
  /** The public keys, RFC 7517. */
  jwks: { keys: Record<string, unknown>[] }
}

export interface Mail {
  /** Letters, digits and hyphens. It is the same for each attempt, so that a mail server can recognize a duplicate. */
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  /** The same words as plain text, and as HTML without styles. */
  text: string
  html: string
  /** An iCalendar file (RFC 5545), and whether it adds an entry to the recipient's calendar or removes it (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string }
  /** True when a member of the staff wrote the mail: the recipient can reply, and it is not marked as automatic. */
  isPersonal?: boolean
}

/** Delivery failed. The reason is stored and logged: a few words or codes, never content of the message. */
export class NotDelivered extends Error {
  override name = 'NotDelivered'
}

/** Sends mail, within seconds. Rejects with `NotDelivered` on failure. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Notifies a program of the firm, within seconds. Rejects with `NotDelivered` on failure. */
export interface Webhook {
  /** @param id the same for each attempt */
  post(id: string, body: unknown): Promise<void>
}

export interface LimitState {
  allowed: boolean
  /** Requests allowed in one window. */
  quota: number
  windowSeconds: number
  remaining: number
  /** Until the window ends, whole seconds, at least 1. */
  resetSeconds: number
}

/** Counts in memory, so it is best effort. */
export interface Limiter {
  take(limit: LimitName, address: string): Promise<LimitState>
}

/** Logs one event. Never pass personal data, tokens or codes. */
export type Log = (event: string, fields?: Record<string, string | number | boolean>) => void

export interface PublishedFiles {
  /** @param path of a file in the published folder, without a leading slash */
  read(path: string): Promise<string>
}

export interface Ports {
  store: Store
  clock: Clock
  inbox: Inbox
  keyedHash: KeyedHash
  keys: TokenKeys
  /** Undefined when no mail server is configured. */
  mailer: Mailer | undefined
  webhook: Webhook | undefined
  /** Keeps the function alive for work that continues after the response. `work` must not reject. */
  waitUntil(work: Promise<unknown>): void
  limiter: Limiter
  log: Log
  published: PublishedFiles
}
