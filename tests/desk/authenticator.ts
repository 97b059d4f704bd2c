/** A software authenticator (ES256, attestation "none") that can do one thing wrong: WebAuthn Level 3, sections 5.8.1, 6.1, 6.5. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { BASE } from '../test-desk.ts'

const [USER_PRESENT, USER_VERIFIED, MAY_BE_BACKED_UP, BACKED_UP, HAS_KEY] = [0x01, 0x04, 0x08, 0x10, 0x40]

export interface Faults {
  origin?: string
  rpId?: string
  challenge?: string
  /** False when it asked for neither finger nor code. */
  verified?: boolean
  /** 0 for an authenticator that keeps none. */
  counter?: number
  backedUp?: boolean
  /** It names this member in place of the right one. */
  member?: string
  type?: string
  /** One bit of the signature is another. */
  forged?: boolean
}

interface CreationOptions {
  challenge: string
  user: { id: string }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

function authenticatorData(faults: Faults, key?: Uint8Array) {
  const { rpId = new URL(BASE).hostname, verified = true, counter = 0, backedUp } = faults
  const flags =
    USER_PRESENT | (verified ? USER_VERIFIED : 0) | (backedUp ? MAY_BE_BACKED_UP | BACKED_UP : 0) | (key ? HAS_KEY : 0)
  const end = Buffer.alloc(5)
  end.writeUInt8(flags)
  end.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), end, ...(key ? [key] : [])])
}

function clientData(type: string, options: { challenge: string }, faults: Faults): string {
  const { challenge = options.challenge, origin = BASE } = faults
  return JSON.stringify({ type: faults.type ?? type, challenge, origin, crossOrigin: false })
}

/** What a browser sends of a passkey. */
const answerOf = (id: string, response: object) =>
  JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

/** @param credential bytes of its id @returns the passkey, and what the browser sends of it */
export function createPasskey(options: CreationOptions, faults: Faults = {}, credential = randomBytes(32)) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // COSE (RFC 9053): kty EC2, alg ES256, crv P-256.
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const length = Buffer.alloc(2)
  length.writeUInt16BE(credential.length)
  const authData = authenticatorData(faults, Buffer.concat([Buffer.alloc(16), length, credential, cose]))
  const attestation = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ]),
  )
  const id = base64url(credential)
  const answer = answerOf(id, {
    clientDataJSON: base64url(clientData('webauthn.create', options, faults)),
    attestationObject: base64url(attestation),
    transports: ['internal', 'hybrid', 'carrier-pigeon'],
  })
  return { passkey: { id, key: privateKey, userHandle: options.user.id }, answer }
}
export type SoftPasskey = ReturnType<typeof createPasskey>['passkey']

/** @returns what the browser sends */
export function signWith({ id, key, userHandle }: SoftPasskey, options: { challenge: string }, faults: Faults = {}) {
  const client = clientData('webauthn.get', options, faults)
  const authData = authenticatorData(faults)
  const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), key)
  if (faults.forged) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
  return answerOf(id, {
    clientDataJSON: base64url(client),
    authenticatorData: base64url(authData),
    signature: base64url(signature),
    userHandle: faults.member === undefined ? userHandle : base64url(faults.member),
  })
}
