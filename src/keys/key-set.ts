/**
 * The service's keys: the inbox key pair, of which the intake holds the public half only; the keys that sign and seal what
 * agents are given; and the pepper of its hashes. In production they come from the environment; one machine makes its own.
 */
import { exportJWK, generateKeyPair, calculateJwkThumbprint } from 'jose'
import * as z from 'zod'
import { SettingsError } from '../settings.ts'

/** Key agreement of the inbox, direct (RFC 7518 section 4.6): what the staff's key pair is for. There is one recipient, so no key is wrapped. */
export const INBOX_ALG = 'ECDH-ES'
/** Its curve (RFC 8037): seals in about half the time that P-256 with key wrapping takes (`npm run bench inquiries`). */
const INBOX_CRV = 'X25519'
/** What the service signs with (RFC 7518 section 3.4). */
export const SIGNING_ALG = 'ES256'
const SECRET_BYTES = 32
const Secret = z.base64url().length(Math.ceil((SECRET_BYTES * 4) / 3))

const PublicJwk = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal(INBOX_CRV),
  x: z.string(),
  kid: z.string(),
})
const PrivateJwk = PublicJwk.extend({ d: z.string() })
/** A signing key; one that only verifies any more has lost its private member. */
const SigningJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  d: z.string().optional(),
})
const SealingKey = z.strictObject({ kid: z.string(), secret: Secret })

/** What the intake holds: it can encrypt and hash, and cannot read what was sent. */
export const KeySet = z.strictObject({
  /** Made by first start for trying out; production refuses it. */
  development: z.literal(true).optional(),
  /** Secret of the keyed hashes, base64url of 32 bytes. */
  pepper: Secret,
  /** The first signs; all are published and verify. */
  signing: z
    .array(SigningJwk)
    .min(1)
    .refine(([first]) => first?.d !== undefined, 'the first signing key must have its private member'),
  /** The first seals; all open. */
  sealing: z.array(SealingKey).min(1),
  /** Public key that inquiries are encrypted to. */
  inbox: PublicJwk,
})
export type KeySet = z.infer<typeof KeySet>

/** What the staff hold: it opens inquiries. */
export const InboxPrivateKey = PrivateJwk
export type InboxPrivateKey = z.infer<typeof InboxPrivateKey>

/**
 * Makes a new key set and the private key that belongs to it.
 * @param development true for keys that production must refuse
 */
export async function createKeys(development: boolean): Promise<{ keys: KeySet; inboxPrivateKey: InboxPrivateKey }> {
  const { d, ...inbox } = await createJwk(INBOX_ALG, INBOX_CRV)
  const mark = development ? { development: true } : {}
  return {
    keys: KeySet.parse({
      ...mark,
      pepper: createSecret(),
      inbox,
      signing: [await createJwk(SIGNING_ALG)],
      sealing: [createSealingKey()],
    }),
    inboxPrivateKey: InboxPrivateKey.parse({ ...inbox, d }),
  }
}

/**
 * Puts new keys in front: they sign and seal from now on. Those before go on verifying and opening, and sign no more.
 * Pepper and inbox stay: codes that were given out, and inquiries that were sealed, belong to them.
 */
export async function rotateKeys(keys: KeySet): Promise<KeySet> {
  const retired = keys.signing.map(({ d: _private, ...publicPart }) => publicPart)
  return KeySet.parse({
    ...keys,
    signing: [await createJwk(SIGNING_ALG), ...retired],
    sealing: [createSealingKey(), ...keys.sealing],
  })
}

/** Drops all keys but those in use: what was signed or sealed with the others is dead. */
export function dropRetiredKeys(keys: KeySet): KeySet {
  return { ...keys, signing: keys.signing.slice(0, 1), sealing: keys.sealing.slice(0, 1) }
}

async function createJwk(alg: string, crv?: string): Promise<Record<string, unknown>> {
  const pair = await generateKeyPair(alg, { ...(crv && { crv }), extractable: true })
  const { kty, crv: curve, x, y, d } = await exportJWK(pair.privateKey)
  return { kty, crv: curve, x, ...(y && { y }), kid: await calculateJwkThumbprint(pair.publicKey), d }
}

const createSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString('base64url')
const createSealingKey = () => ({ kid: crypto.randomUUID().slice(0, 8), secret: createSecret() })

/**
 * Reads a key set.
 * @param text JSON, as `npm run keys` prints it
 * @param where name of the variable or file, for the message
 * @throws SettingsError when it is no key set, or one for trying out where real people are served
 */
export function readKeySet(text: string, where: string, production: boolean): KeySet {
  const keys = readJson(text, where, KeySet, 'a key set')
  if (production && keys.development) {
    throw new SettingsError(
      `${where} holds keys made for trying out. In production, make a key set with \`npm run keys\`.`,
    )
  }
  return keys
}

/**
 * Reads the private key of the inbox.
 * @throws SettingsError when it is none
 */
export function readInboxPrivateKey(text: string, where: string): InboxPrivateKey {
  return readJson(text, where, InboxPrivateKey, 'the private key of the inbox')
}

function readJson<T>(text: string, where: string, schema: z.ZodType<T>, what: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    // The reason would quote the key.
    throw new SettingsError(
      `${where} does not hold ${what}. Make one with \`npm run keys\`, or restore the one you had.`,
    )
  }
}
