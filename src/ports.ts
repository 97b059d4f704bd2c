/** Ports are interfaces to everything outside the application. Hosts choose the implementations, and tests pass their own. */
import type { LimitName } from './rate-limits.ts'
import type * as z from 'zod'

/** The number of a row, or an ETag. Each write gives a record a new version. */
export type Version = `${number}` | `${string}"`

export interface ListedKey {
  key: string
  version: Version
}

/**
 * A record is a JSON value under a key. Each write names the version that it replaces, so no write overwrites a change that was not read.
 * Every method rejects with `StoreUnavailable` when the store fails; none returns a guess.
 */
export interface Store {
  /** @returns undefined when the key does not exist */
  get(key: string): Promise<{ value: unknown; version: Version } | undefined>
  /** @returns keys in ascending order. A long list does not block other requests. */
  list(prefix: string): Promise<ListedKey[]>
  /** Names the folders directly below a prefix that ends with a slash, in ascending order. */
  folders(prefix: string): Promise<string[]>
  /**
   * @param expected the version that was read, or `new` when the key must not exist
   * @returns the new version of the record, which is durable then; `changed` if the record had another version, and nothing was written
   */
  put(key: string, value: unknown, expected: Version | 'new'): Promise<Version | 'changed'>
  /**
   * Does not fail when the key is missing.
   * @param expected the version to remove; any version if undefined
   * @returns whether the record was removed; without `expected`, it may be true although the record was gone
   */
  remove(key: string, expected?: Version): Promise<boolean>
  /** Overwrites what was removed. A store that keeps no removed bytes does not have this function. */
  scrub?(): Promise<void>
  /** Describes known damage. A store that cannot know about damage does not have this function. */
  damage?(): string | undefined
}

export interface NewRecord {
  key: string
  value: unknown
}

/** The store did not respond, or its response cannot be trusted. Callers pass this error on, often without a `@throws` of their own. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Needs millisecond precision, because times order the inquiries. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Has only the public key of the staff, so the code that receives inquiries can write them but not read them. */
export interface Inbox {
  /** @returns a compact JWE */
  seal(record: unknown): Promise<string>
}

export interface Sealed {
  /** A compact JWE that the staff can open. */
  sealed: string
}

/** Has the private key of the staff. Only the desk and the staff's commands get it. */
export interface StaffInbox {
  /** @returns undefined when the record was sealed to another key or altered */
  open(record: Sealed): Promise<unknown>
}

/** HMAC-SHA-256 with the service's secret. */
export interface KeyedHash {
  /** @param purpose the same text has a different hash for each purpose @returns base64url, 43 characters */
  mac(purpose: string, text: string): Promise<string>
  /** Takes the same time for each wrong `mac` of the right length. */
  matches(purpose: string, text: string, mac: string): Promise<boolean>
}

export interface TokenKeys {
  /** @returns a compact JWS (ES256) with this `typ` */
  sign(typ: string, claims: Record<string, unknown>): Promise<string>
  /** @returns the claims, unchecked; undefined when the text is not a JWS of this service with this `typ` */
  verify(typ: string, text: string): Promise<unknown>
  /** @returns a compact JWE that opens only for the same `purpose` */
  seal(purpose: string, value: unknown): Promise<string>
  /** @returns undefined when this service did not seal the text for this purpose */
  unseal(purpose: string, text: string): Promise<unknown>
  /** RFC 7517, public keys only. */
  jwks: { keys: Record<string, unknown>[] }
}

/** @returns undefined when the service did not seal the text for this purpose, or the value fails the schema */
export const unsealAs = async <T>(
  schema: z.ZodType<T>,
  keys: Pick<TokenKeys, 'unseal'>,
  purpose: string,
  text: string,
) => schema.safeParse(await keys.unseal(purpose, text)).data

export interface Mail {
  /** Letters, digits and hyphens, the same for each attempt, so that a mail server can recognize a duplicate. */
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  /** The same words as plain text and as HTML. */
  text: string
  html: string
  /** An iCalendar file (RFC 5545) with its method (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string }
  /** A member of the staff wrote the mail: the recipient can reply, and it is not marked as automatic. */
  isPersonal?: boolean
  /** The address for answers. */
  replyTo?: string | undefined
  /** An e-mail that is attached to this mail, in Base64. */
  original?: string
}

/** The error message is stored and logged: a few words or codes, never content of what was sent. */
export class NotDelivered extends Error {
  override name = 'NotDelivered'
}

/** Sends within seconds, or rejects with `NotDelivered`. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Notifies a program of the firm within seconds, or rejects with `NotDelivered`. */
export interface Webhook {
  /** @param id the same for each attempt */
  post(id: string, body: unknown): Promise<void>
}

export interface LimitState {
  allowed: boolean
  /** Requests in one window. */
  quota: number
  windowSeconds: number
  remaining: number
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number
}

/** Counts in memory, so it is best effort. */
export interface Limiter {
  take(limit: LimitName, address: string): Promise<LimitState>
}

/** Callers must not log personal data, tokens or codes. */
export type Log = (event: string, fields?: Record<string, string | number | boolean>) => void

export interface PublishedFiles {
  /** @param path without a leading slash */
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
  /** Keeps the serverless function running for work after the response. `work` must not reject. */
  waitUntil(work: Promise<unknown>): void
  limiter: Limiter
  log: Log
  published: PublishedFiles
}
