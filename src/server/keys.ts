/**
 * The service's keys: the inbox key pair, of which the intake holds the public half only, and the pepper of its hashes.
 * In production they come from the environment; one machine makes its own on first start.
 */
import { exportJWK, generateKeyPair, calculateJwkThumbprint } from 'jose'
import * as z from 'zod'
import { SettingsError } from '../settings.ts'

/** Key agreement of the inbox, direct (RFC 7518 section 4.6): what the staff's key pair is for. There is one recipient, so no key is wrapped. */
export const INBOX_ALG = 'ECDH-ES'
/** Its curve (RFC 8037): seals in about half the time that P-256 with key wrapping takes (`npm run bench inquiries`). */
const INBOX_CRV = 'X25519'
const PEPPER_BYTES = 32

const PublicJwk = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal(INBOX_CRV),
  x: z.string(),
  kid: z.string(),
})
const PrivateJwk = PublicJwk.extend({ d: z.string() })

/** What the intake holds: it can encrypt and hash, and cannot read what was sent. */
export const KeySet = z.strictObject({
  /** Made by first start for trying out; production refuses it. */
  development: z.literal(true).optional(),
  /** Secret of the keyed hashes, base64url of 32 bytes. */
  pepper: z.base64url().length(Math.ceil((PEPPER_BYTES * 4) / 3)),
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
  const pair = await generateKeyPair(INBOX_ALG, { crv: INBOX_CRV, extractable: true })
  const { kty, crv, x, d } = await exportJWK(pair.privateKey)
  const shared = { kty, crv, x, kid: await calculateJwkThumbprint(pair.publicKey) }
  const pepper = Buffer.from(crypto.getRandomValues(new Uint8Array(PEPPER_BYTES))).toString('base64url')
  const mark = development ? { development: true } : {}
  return {
    keys: KeySet.parse({ ...mark, pepper, inbox: shared }),
    inboxPrivateKey: InboxPrivateKey.parse({ ...shared, d }),
  }
}

/**
 * Reads a key set.
 * @param text JSON, as `npm run keys` prints it
 * @param where name of the variable or file, for the message
 * @throws SettingsError when it is no key set, or one for trying out where real people are served
 */
export function readKeySet(text: string, where: string, production: boolean): KeySet {
  const keys = readJson(text, where, KeySet, 'a key set')
  if (production && keys.development) {
    throw new SettingsError(`${where} holds keys made for trying out. In production, make a key set with \`npm run keys\`.`)
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
    throw new SettingsError(`${where} does not hold ${what}. Make one with \`npm run keys\`, or restore the one you had.`)
  }
}
