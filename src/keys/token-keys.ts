/**
 * Tokens of this service: JWS with ES256 (RFC 7515), which others can verify, and JWE with `dir` and A256GCM (RFC 7516).
 * OpenSSL signs, because `jose` moves each signature to another thread, which takes longer than the signature.
 */
import * as openssl from 'node:crypto'
import { compactDecrypt, compactVerify } from 'jose'
import { once } from '../memoize.ts'
import type { Ports, TokenKeys } from '../ports.ts'
import { createKeyedHash } from './hashes.ts'
import { sealingInbox } from './inbox.ts'
import { encode, encodeJson, ENC, writeJwe } from './jwe.ts'
import { type KeySet, SIGNING_ALG } from './key-set.ts'

export const keyring = (keySet: KeySet): Pick<Ports, 'inbox' | 'keyedHash' | 'keys'> => ({
  inbox: sealingInbox(keySet.inbox),
  keyedHash: createKeyedHash(keySet.pepper),
  keys: createTokenKeys(keySet),
})

const SEALING_ALG = 'dir'
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The first keys sign and seal; all keys verify and open. */
export function createTokenKeys({ signing, sealing }: Pick<KeySet, 'signing' | 'sealing'>): TokenKeys {
  const [signingKey] = signing
  const [sealingKey] = sealing
  const jwks = signing.map(({ d: _private, ...jwk }) => ({ ...jwk, use: 'sig', alg: SIGNING_ALG }))
  const signer = once(() => openssl.createPrivateKey({ key: signingKey, format: 'jwk' }))
  const verifiers = new Map(jwks.map((key) => [key.kid, once(() => openssl.createPublicKey({ key, format: 'jwk' }))]))
  const sealer = once(() => openssl.createSecretKey(sealingKey.secret, 'base64url'))
  const openers = new Map(sealing.map(({ kid, secret }) => [kid, () => Buffer.from(secret, 'base64url')]))

  return {
    async sign(typ, claims) {
      const input = `${encodeJson({ alg: SIGNING_ALG, typ, kid: signingKey.kid })}.${encodeJson(claims)}`
      // R and S, one after the other (RFC 7518 section 3.4).
      return `${input}.${encode(openssl.sign('sha256', Buffer.from(input), { key: signer(), dsaEncoding: 'ieee-p1363' }))}`
    },
    verify: (typ, text) =>
      read(typ, text, async () => {
        const { payload, protectedHeader } = await compactVerify(text, keyIn(verifiers), { algorithms: [SIGNING_ALG] })
        return [protectedHeader, payload]
      }),
    seal: async (purpose, value) => writeJwe({ alg: SEALING_ALG, kid: sealingKey.kid, typ: purpose }, sealer(), value),
    unseal: (purpose, text) =>
      read(purpose, text, async () => {
        const { plaintext, protectedHeader } = await compactDecrypt(text, keyIn(openers), {
          keyManagementAlgorithms: [SEALING_ALG],
          contentEncryptionAlgorithms: [ENC],
        })
        return [protectedHeader, plaintext]
      }),
    jwks: { keys: jwks },
  }
}

const keyIn =
  <Key>(keys: ReadonlyMap<string, () => Key>) =>
  ({ kid = '' }: { kid?: string }): Key => {
    const key = keys.get(kid)
    if (!key) throw new Error('No key of this service has this id')
    return key()
  }

/** Base64url decoders accept several spellings of the same bytes. Only the spelling that encoders produce is valid. */
export const isCanonicalToken = (text: string) =>
  text.split('.').every((part) => encode(Buffer.from(part, 'base64url')) === part)

/** @returns undefined when no key of this service made the token, or it has another type, is not canonical or contains no JSON */
async function read(typ: string, text: string, open: () => Promise<[header: { typ?: string }, content: Uint8Array]>) {
  try {
    const [header, content] = await open()
    return header.typ === typ && isCanonicalToken(text) ? (JSON.parse(UTF8.decode(content)) as unknown) : undefined
  } catch {
    return undefined
  }
}
