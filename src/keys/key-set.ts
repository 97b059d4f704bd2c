/** The key set of the service, from the environment in production, and the private key of the inbox, which is not part of the set. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { exportJWK, generateKeyPair, calculateJwkThumbprint } from 'jose'
import * as z from 'zod'
import { SettingsError } from '../settings.ts'

/** RFC 7518 section 4.6. There is one recipient, so the key is not wrapped. */
export const INBOX_ALG = 'ECDH-ES'
/** RFC 8037. Sealing takes less time than with P-256 and key wrapping. */
const INBOX_CRV = 'X25519'
/** RFC 7518 section 3.4. */
export const SIGNING_ALG = 'ES256'
const SECRET_BYTES = 32
const Secret = z.base64url().length(Math.ceil((SECRET_BYTES * 4) / 3))

const PublicJwk = z.strictObject({ kty: z.literal('OKP'), crv: z.literal(INBOX_CRV), x: z.string(), kid: z.string() })
const PrivateJwk = PublicJwk.extend({ d: z.string() })
/** A retired key has no private member `d`; it only verifies. */
const SigningJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  d: z.string().optional(),
})
const SealingKey = z.strictObject({ kid: z.string(), secret: Secret })

/** With these keys, the intake can encrypt inquiries but not read them. */
export const KeySet = z.strictObject({
  /** If true, production refuses the key set. */
  development: z.literal(true).optional(),
  /** Secret of the keyed hashes. */
  pepper: Secret,
  /** The first key signs; all are published, and verify. */
  signing: z.tuple([SigningJwk.required({ d: true })], SigningJwk),
  /** The first key encrypts; all decrypt. */
  sealing: z.tuple([SealingKey], SealingKey),
  inbox: PublicJwk,
})
export type KeySet = z.infer<typeof KeySet>

export const InboxPrivateKey = PrivateJwk.refine(isPair)
export type InboxPrivateKey = z.infer<typeof InboxPrivateKey>
const InboxPrivateKeys = z.union([
  InboxPrivateKey.transform((key) => [key]),
  z.strictObject({ keys: z.array(InboxPrivateKey).min(1) }).transform(({ keys }) => keys),
])

/** @param development true for keys that production must refuse */
export async function createKeys(development: boolean): Promise<{ keys: KeySet; inboxPrivateKey: InboxPrivateKey }> {
  const { d, ...inbox } = await createJwk(INBOX_ALG, INBOX_CRV)
  return {
    keys: KeySet.parse({
      ...(development && { development }),
      pepper: createSecret(),
      inbox,
      signing: [await createJwk(SIGNING_ALG)],
      sealing: [createSealingKey()],
    }),
    inboxPrivateKey: InboxPrivateKey.parse({ ...inbox, d }),
  }
}

export async function rotateInbox(keys: KeySet): Promise<{ keys: KeySet; inboxPrivateKey: InboxPrivateKey }> {
  const { keys: made, inboxPrivateKey } = await createKeys(false)
  return { keys: { ...keys, inbox: made.inbox }, inboxPrivateKey }
}

function isPair({ kty, crv, x, d }: z.infer<typeof PrivateJwk>): boolean {
  try {
    const pair = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' })
    return createPublicKey(pair).export({ format: 'jwk' }).x === x
  } catch {
    return false
  }
}

/** Puts new keys first; the old ones only verify and decrypt. `pepper` never changes, because issued codes depend on it. */
export async function rotateKeys(keys: KeySet): Promise<KeySet> {
  const retired = keys.signing.map(({ d: _private, ...publicPart }) => publicPart)
  return KeySet.parse({
    ...keys,
    signing: [await createJwk(SIGNING_ALG), ...retired],
    sealing: [createSealingKey(), ...keys.sealing],
  })
}

/** Tokens that the retired keys signed or sealed become invalid. */
export const dropRetiredKeys = (keys: KeySet): KeySet => ({
  ...keys,
  signing: [keys.signing[0]],
  sealing: [keys.sealing[0]],
})

async function createJwk(alg: string, crv?: string): Promise<Record<string, unknown>> {
  const pair = await generateKeyPair(alg, { ...(crv && { crv }), extractable: true })
  const { kty, crv: curve, x, y, d } = await exportJWK(pair.privateKey)
  return { kty, crv: curve, x, ...(y && { y }), kid: await calculateJwkThumbprint(pair.publicKey), d }
}

const createSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString('base64url')
const createSealingKey = () => ({ kid: crypto.randomUUID().slice(0, 8), secret: createSecret() })

/**
 * @param where name of the variable or file, for the error message
 * @throws SettingsError when the key set is invalid, or is a development key set in production
 */
export function readKeySet(text: string, where: string, production: boolean): KeySet {
  const keys = readJson(text, where, KeySet, 'a key set')
  if (production && keys.development)
    throw new SettingsError(`${where} holds development keys. In production, make a key set with \`npm run keys\`.`)
  return keys
}

/**
 * @param text one key, or a JWK set (RFC 7517 section 5)
 * @throws SettingsError when it is invalid
 */
export const readInboxPrivateKeys = (text: string, where: string): InboxPrivateKey[] =>
  readJson(text, where, InboxPrivateKeys, 'the private key of the inbox')

function readJson<T>(text: string, where: string, schema: z.ZodType<T>, what: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    // The parser's message would quote the key.
    throw new SettingsError(
      `${where} does not hold ${what}. Make one with \`npm run keys\`, or restore the one you had.`,
    )
  }
}
