/**
 * Tokens that only this service issues and reads: JWS with ES256 (RFC 7515) and JWE with `dir` and A256GCM (RFC 7516).
 * They are written and read with OpenSSL, because `jose` moves each step to another thread, which costs more than the step.
 */
import * as openssl from 'node:crypto'
import { once } from '../remembered.ts'
import type { Ports, TokenKeys } from '../ports.ts'
import { createKeyedHash } from './hashes.ts'
import { sealingInbox } from './inbox.ts'
import { type KeySet, SIGNING_ALG } from './key-set.ts'

export const keyring = (keySet: KeySet): Pick<Ports, 'inbox' | 'keyedHash' | 'keys'> => ({
  inbox: sealingInbox(keySet.inbox),
  keyedHash: createKeyedHash(keySet.pepper),
  keys: createTokenKeys(keySet),
})

/** RFC 7518 section 5.3, in bytes. A key may be used with 2^32 random IVs (NIST SP 800-38D section 8.3). */
const [IV_BYTES, authTagLength] = [12, 16]
const SEALING = { alg: 'dir', enc: 'A256GCM' } as const
const CIPHER = 'aes-256-gcm'
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The first keys sign and seal; all keys verify and open. */
export function createTokenKeys({ signing, sealing }: Pick<KeySet, 'signing' | 'sealing'>): TokenKeys {
  const jwks = signing.map(({ d: _private, ...jwk }) => ({ ...jwk, use: 'sig', alg: SIGNING_ALG }))
  const signer = once(() => openssl.createPrivateKey({ key: signing[0], format: 'jwk' }))
  const verifiers = jwks.map((jwk) => ({
    kid: jwk.kid,
    key: once(() => openssl.createPublicKey({ key: jwk, format: 'jwk' })),
  }))
  const openers = sealing.map(({ kid, secret }) => ({ kid, key: () => Buffer.from(secret, 'base64url') }))
  const jwsHeader = (kid: string, typ: string) => json({ alg: SIGNING_ALG, typ, kid })
  const jweHeader = (kid: string, typ: string) => json({ ...SEALING, kid, typ })

  return {
    async sign(typ, claims) {
      const input = `${jwsHeader(signing[0].kid, typ)}.${json(claims)}`
      // R and S, one after the other (RFC 7518 section 3.4).
      return `${input}.${encode(openssl.sign('sha256', Buffer.from(input), { key: signer(), dsaEncoding: 'ieee-p1363' }))}`
    },
    async verify(typ, text) {
      const [header = '', claims = '', signature = '', ...rest] = text.split('.')
      const known = verifiers.find(({ kid }) => header === jwsHeader(kid, typ))
      if (!known || rest.length > 0 || !isCanonicalToken(text)) return undefined
      const key = { key: known.key(), dsaEncoding: 'ieee-p1363' } as const
      return openssl.verify('sha256', Buffer.from(`${header}.${claims}`), key, decode(signature))
        ? parse(decode(claims))
        : undefined
    },
    async seal(purpose, value) {
      return compactJwe(jweHeader(sealing[0].kid, purpose), Buffer.from(sealing[0].secret, 'base64url'), value)
    },
    async unseal(purpose, text) {
      const [header = '', encryptedKey, iv = '', ciphertext = '', tag = '', ...rest] = text.split('.')
      const known = openers.find(({ kid }) => header === jweHeader(kid, purpose))
      if (!known || encryptedKey !== '' || rest.length > 0 || !isCanonicalToken(text)) return undefined
      try {
        const decipher = openssl.createDecipheriv(CIPHER, known.key(), decode(iv), { authTagLength })
        decipher.setAAD(Buffer.from(header)).setAuthTag(decode(tag))
        return parse(Buffer.concat([decipher.update(decode(ciphertext)), decipher.final()]))
      } catch {
        return undefined
      }
    },
    jwks: { keys: jwks },
  }
}

/** @param header as it is written @param key for A256GCM, shared with the recipient */
export function compactJwe(header: string, key: Buffer, value: unknown): string {
  const iv = openssl.randomBytes(IV_BYTES)
  const cipher = openssl.createCipheriv(CIPHER, key, iv, { authTagLength }).setAAD(Buffer.from(header))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return [header, '', ...[iv, ciphertext, cipher.getAuthTag()].map(encode)].join('.')
}

const encode = (bytes: Buffer) => bytes.toString('base64url')
const decode = (text: string) => Buffer.from(text, 'base64url')
/** A header or claims, as they are written. */
export const json = (value: unknown) => encode(Buffer.from(JSON.stringify(value)))

/** @returns undefined when it is not JSON */
function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes))
  } catch {
    return undefined
  }
}

/** Base64url decoders accept several spellings of the same bytes. Only the one that encoders produce is valid. */
export const isCanonicalToken = (text: string) =>
  text.split('.').every((part) => encode(Buffer.from(part, 'base64url')) === part)
