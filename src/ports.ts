/**
 * The ports: interfaces to everything outside the application. The hosts implement them.
 * Tests pass in-memory implementations and a clock that they set.
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
  /** The keys that begin with `prefix`, in ascending order. Others run while it goes on. */
  list(prefix: string): Promise<string[]>
  /** The names of the folders directly below a prefix that ends with a slash, in ascending order: one call, however many keys they hold. */
  folders(prefix: string): Promise<string[]>
  /** For housekeeping only, never for a state transition. Removing a key that does not exist is no error. */
  remove(key: string): Promise<void>
  /** What is known to be damaged of it; undefined when nothing is. A store that cannot know has no such function. */
  damage?(): string | undefined
}

/** A store that can also exchange a fact, for `npm run inquiries -- reseal` only: the service has no use for it. */
export interface ReplacingStore extends Store {
  /**
   * Writes another value in place of a fact, in one step: at each moment, also after a crash, one of the two is stored.
   * @param before the value as it was read
   * @returns false when the fact has another value by now, or was removed; nothing is changed then
   */
  replace(key: string, before: unknown, after: unknown): Promise<boolean>
}

export interface Fact {
  key: string
  value: unknown
}

/** The store did not respond, or its response cannot be trusted. What asks the store lets this through, and does not say so again. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The clock. Needs millisecond precision, which orders the inquiries. */
export interface Clock {
  now(): Date
}

/** Encrypts to the staff. Holds only the public key, so the intake can write but not read. */
export interface Inbox {
  /** @returns a compact JWE that only the holder of the private key can open */
  seal(record: unknown): Promise<string>
}

/** A record sealed to the staff, as stored. */
export interface Sealed {
  /** A compact JWE. */
  sealed: string
}

/** Opens what was sealed to the staff. Holds the private key: only the desk and the staff's commands have it. */
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
  /** @returns whether `mac` is the hash of the text for this purpose; the time that it takes does not say how much of it is */
  matches(purpose: string, text: string, mac: string): Promise<boolean>
}

/** Signs and seals what the service issues: signed for others to verify, or sealed for the service itself. */
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
  /** The same at each attempt, so that a mail server can recognize a duplicate: letters, digits, hyphens. */
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  /** The same words as plain text, and as HTML without styles. */
  text: string
  html: string
  /** An iCalendar file (RFC 5545) and what it does to the entry in the calendar of who gets it (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
  /** True when a person wrote it: it asks for answers, and is not marked as automatic. */
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
  /** @param id the same at each attempt */
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

/** Rate limiter. In process memory: best effort, no storage. */
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
  waitUntil(work: Promise<void>): void
  limiter: Limiter
  log: Log
  published: PublishedFiles
}
