/**
 * Challenges for passkeys: what an authenticator signs, so that a signature is new and for one purpose. A challenge carries when it
 * expires and a keyed hash, so it is not stored before it was answered. Source: WebAuthn Level 3, section 13.4.3.
 */
import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../duration.ts'
import type { Ports } from '../ports.ts'
import { keyOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'

type ChallengePorts = Pick<Ports, 'store' | 'clock' | 'keyedHash'>

/** Long enough to fetch a phone; the upper end of what WebAuthn recommends for a ceremony with a person (section 15.1). */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS
const NONCE_BYTES = 16
const HASH_PURPOSE = 'passkey-challenge'
/** When it expires, milliseconds since 1970; the nonce; the keyed hash of both and the purpose. */
const FORM = /^((\d{13})\.([\w-]{22}))\.([\w-]{43})$/

/** What a signature is for: signing in, or adding a passkey in one session. */
export type ChallengePurpose = 'sign-in' | `add ${string}`

/** @returns a new challenge, base64url */
export async function createChallenge(
  { clock, keyedHash }: ChallengePorts,
  purpose: ChallengePurpose,
): Promise<string> {
  const expires = clock.now().getTime() + CHALLENGE_LIFETIME_MS
  const text = `${expires}.${randomBytes(NONCE_BYTES).toString('base64url')}`
  return Buffer.from(`${text}.${await keyedHash.mac(HASH_PURPOSE, `${purpose} ${text}`)}`).toString('base64url')
}

/**
 * Whether this service made a challenge for this purpose, and it has not expired.
 * @param challenge as the authenticator signed it
 */
export async function isChallenge(
  { clock, keyedHash }: ChallengePorts,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<boolean> {
  const [, text, expires, , mac] = parse(challenge) ?? []
  if (text === undefined || mac === undefined || clock.now().getTime() >= Number(expires)) return false
  return keyedHash.matches(HASH_PURPOSE, `${purpose} ${text}`, mac)
}

/**
 * Uses up a challenge. Call it when all else is checked, so that strangers cannot fill the store.
 * @param challenge for which `isChallenge` was true
 * @returns false when it was used before
 */
export async function useChallenge({ store, clock }: ChallengePorts, challenge: string): Promise<boolean> {
  const nonce = parse(challenge)?.[3]
  // The nonce and not the challenge: several base64url texts decode to the same bytes.
  return nonce !== undefined && store.create(challengeKey(nonce), { at: clock.now().toISOString() })
}

const parse = (challenge: string) => FORM.exec(Buffer.from(challenge, 'base64url').toString())
const challengeKey = (nonce: string) => keyOf(FACTS.passkeyChallenge, { challenge: nonce })
