/**
 * The outside world as types: what the rooms need of it, and nothing of how a host provides it.
 * Tests pass a world in memory with a clock that they move by hand.
 */

/**
 * Where facts are kept. A fact is written once under its key and never changed: state is read off which facts exist.
 * Every verb rejects with `StoreUnavailable` when the store does not answer; no verb guesses.
 */
export interface Store {
  /**
   * Writes a fact if its key is free.
   * @returns true when this call wrote it, false when the key exists. It is durable when the promise resolves.
   */
  create(key: string, value: unknown): Promise<boolean>
  /** @returns the fact, or undefined when there is none */
  read(key: string): Promise<unknown>
  /** The keys that begin with `prefix`, in ascending order of their characters. */
  list(prefix: string): AsyncIterable<string>
  /** For housekeeping only, never a transition. Removing what is not there is no error. */
  remove(key: string): Promise<void>
}

/** A fact that is yet to be written. */
export interface Fact {
  key: string
  value: unknown
}

/** The store did not answer, or not in a way that can be trusted. */
export class StoreUnavailable extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(what, options)
    this.name = 'StoreUnavailable'
  }
}

/** The clock. Milliseconds matter: they order the inquiries. */
export interface Clock {
  now(): Date
}

/** Encrypts to the staff. Holds the public key only, so the intake can write and never read. */
export interface Inbox {
  /** @returns a compact JWE that only the holder of the private key can open */
  seal(record: unknown): Promise<string>
}

/** Something sealed to the staff, as it is stored. */
export interface Sealed {
  /** A compact JWE. */
  sealed: string
}

/** Opens what was sealed to the staff. Holds the private key: only the desk and the staff's commands have it. */
export interface StaffInbox {
  /** @returns what was sealed, or undefined when it was sealed to another key or altered */
  open(fact: Sealed): Promise<unknown>
}

/** Keyed hashes (HMAC-SHA-256) under the service's own secret. */
export interface KeyedHash {
  /**
   * @param purpose keeps hashes of different uses apart
   * @returns base64url, 43 characters
   */
  mac(purpose: string, text: string): Promise<string>
}

/** What the service issues itself: signed for others to check, or sealed so that only it can read it. */
export interface TokenKeys {
  /** @returns a compact JWS (ES256) with this `typ` */
  sign(typ: string, claims: Record<string, unknown>): Promise<string>
  /** @returns the claims, or undefined when the text is no JWS of ours with this `typ`. Claims are not checked. */
  verify(typ: string, text: string): Promise<Record<string, unknown> | undefined>
  /** @returns a compact JWE; `purpose` keeps what is sealed for one use from being taken for another */
  seal(purpose: string, value: unknown): Promise<string>
  /** @returns the value, or undefined when the text was not sealed here for this purpose */
  unseal(purpose: string, text: string): Promise<unknown>
  /** The public keys, RFC 7517. */
  jwks: { keys: Record<string, unknown>[] }
}

export interface Mail {
  /** The same at each try, so that a mail server which is handed a copy can know it: letters, digits, hyphens. */
  id: string
  /** Name and address of the firm. */
  from: { name: string; address: string }
  /** One address. */
  to: string
  subject: string
  /** The same words twice: as plain text, and as a page without styles. */
  text: string
  html: string
}

/** A message could not be handed on. What is said here is stored and logged: a few words or codes, nothing of the message. */
export class NotDelivered extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'NotDelivered'
  }
}

/** Sends mail, within seconds. Rejects with `NotDelivered`. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Tells a program of the firm's, within seconds. Rejects with `NotDelivered`. */
export interface Webhook {
  /** @param id the same at each try */
  post(id: string, body: unknown): Promise<void>
}

/** Names of the budgets that callers have. */
export type LimitName =
  | 'inquiries'
  | 'registration'
  | 'token'
  | 'revoke'
  | 'bearer'
  | 'claim-start'
  | 'code-try'
  | 'claim-mail'
  | 'mcp'
  | 'sign-in'
  | 'sign-in-member'
  | 'sign-in-stranger'
  | 'desk-code'

export interface LimitState {
  allowed: boolean
  /** Requests of the budget in one window. */
  quota: number
  /** Length of the window, seconds. */
  windowSeconds: number
  remaining: number
  /** Until the window ends, whole seconds, at least 1. */
  resetSeconds: number
}

/** Counts what callers do. In process memory: best effort, no storage. */
export interface Limiter {
  take(limit: LimitName, address: string): Promise<LimitState>
}

/** One event for the log. Never pass personal data, tokens or codes. */
export type Log = (event: string, fields?: Record<string, string | number | boolean>) => void

/** What the build wrote into the published folder. */
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
  /** Undefined where no mail can be sent. */
  mailer: Mailer | undefined
  /** Undefined where no program is to be told. */
  webhook: Webhook | undefined
  /** Work that goes on after the answer is out, and that the host does not cut off. It must not reject. */
  waitUntil(work: Promise<void>): void
  limiter: Limiter
  log: Log
  published: PublishedFiles
}
