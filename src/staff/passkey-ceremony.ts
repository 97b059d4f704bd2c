/**
 * Challenges for passkeys: what an authenticator signs, so that a signature is new and for one purpose. A challenge carries when it
 * expires and a keyed hash, so it is not stored before it was answered. Source: WebAuthn Level 3, section 13.4.3.
 */
import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { MINUTE_MS, SKEW_MS } from '../duration.ts'
import type { Ports } from '../ports.ts'
import { keyOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { isMemberId } from './staff-key.ts'
import { readMember, type StaffMember } from './staff-member.ts'
import { listPasskeys, type NewPasskey, passkeyIdOf, readPasskey, recordPasskeyUse } from './passkey.ts'

type ChallengePorts = Pick<Ports, 'store' | 'clock' | 'keyedHash'>

/** Long enough to fetch a phone; the upper end of what WebAuthn recommends for a ceremony with a person (section 15.1). */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS
const NONCE_BYTES = 16
const HASH_PURPOSE = 'passkey-challenge'
/** When it expires, milliseconds since 1970; the nonce; the keyed hash of both and the purpose. */
const FORM = /^((\d{13})\.([\w-]{22}))\.([\w-]{43})$/

/** What a signature is for: signing in, or adding a passkey in one session. */
type ChallengePurpose = 'sign-in' | `add ${string}`

export async function createChallenge({ clock, keyedHash }: ChallengePorts, purpose: ChallengePurpose) {
  const expires = clock.now().getTime() + CHALLENGE_LIFETIME_MS
  const text = `${expires}.${randomBytes(NONCE_BYTES).toString('base64url')}`
  return Buffer.from(`${text}.${await keyedHash.mac(HASH_PURPOSE, `${purpose} ${text}`)}`).toString('base64url')
}

/** Whether this service made a challenge for this purpose, and it has not expired. */
async function isChallenge({ clock, keyedHash }: ChallengePorts, purpose: ChallengePurpose, challenge: string) {
  const [, text, expires, , mac] = parse(challenge) ?? []
  if (text === undefined || mac === undefined) return false
  const remaining = Number(expires) - clock.now().getTime()
  // One with more time than any is given was made while the clock was ahead.
  if (remaining <= 0 || remaining > CHALLENGE_LIFETIME_MS + SKEW_MS) return false
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

/** The ports, and the base address: a passkey belongs to its host name, and a signature names its origin. */
type Site = ChallengePorts & { base: string }

export interface Adding {
  member: Pick<StaffMember, 'id' | 'name'>
  /** Id of the session: a challenge counts in this one only. */
  session: string
}

const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256 (RFC 9053, RFC 8812). Named, because the library adds others where the runtime knows them. */
const ALGORITHMS = [-8, -7, -257]
/** The device asks for the finger, the face or its own code: having it is not enough. */
const USER_VERIFICATION = 'required'
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const relyingPartyOf = (base: string) => new URL(base).hostname
const addingTo = (session: string): ChallengePurpose => `add ${session}`

/** Longer than any authenticator gives: credential ids have at most 1,023 bytes. */
const MAX_PART_LENGTH = 16_384
const Part = z
  .string()
  .max(MAX_PART_LENGTH)
  .regex(/^[\w-]+$/)
/** As `PublicKeyCredential.toJSON` writes it. What is not named here is not used. */
const credentialSchema = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: Part,
    rawId: Part,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: Part, ...response }),
  })
const Registration = credentialSchema({ attestationObject: Part, transports: z.array(z.string()).optional() })
const Assertion = credentialSchema({ authenticatorData: Part, signature: Part, userHandle: Part })

/** What the browser asks an authenticator for when signing in. It finds the passkey itself, so no name is typed. */
export const signInOptions = async (site: Site) => ({
  challenge: await createChallenge(site, 'sign-in'),
  rpId: relyingPartyOf(site.base),
  userVerification: USER_VERIFICATION,
  timeout: CHALLENGE_LIFETIME_MS,
})

/** @param firmName shown by the authenticator */
export async function addingOptions(site: Site, { member, session }: Adding, firmName: string) {
  const [{ generateRegistrationOptions }, challenge, existing] = await Promise.all([
    library(),
    createChallenge(site, addingTo(session)),
    listPasskeys(site, member.id),
  ])
  return generateRegistrationOptions({
    rpName: firmName,
    rpID: relyingPartyOf(site.base),
    userName: member.name,
    userDisplayName: member.name,
    userID: new TextEncoder().encode(member.id),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential, transports }) => ({ id: credential, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: USER_VERIFICATION },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Checks what an authenticator gave for a new passkey, and uses up its challenge. Returns undefined when anything about it is wrong. */
export async function verifyAdding(site: Site, session: string, text: string): Promise<NewPasskey | undefined> {
  const response = parseJson(Registration, text)
  if (!response) return undefined
  const { verifyRegistrationResponse } = await library()
  let signed = ''
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {}, response: { ...response.response, transports: [] } },
    expectedChallenge: (challenge) => isChallenge(site, addingTo(session), (signed = challenge)),
    expectedOrigin: site.base,
    expectedRPID: relyingPartyOf(site.base),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse)
  if (!verified?.registrationInfo || !(await useChallenge(site, signed))) return undefined
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credential: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: TRANSPORTS.filter((known) => response.response.transports?.includes(known)),
    backedUp: credentialBackedUp,
  }
}

/** Reads a signature, not checked yet, with the id of the member that it names. */
export function parseAssertion(text: string) {
  const credential = parseJson(Assertion, text)
  if (!credential) return undefined
  const member = Buffer.from(credential.response.userHandle, 'base64url').toString()
  return isMemberId(member) ? { member, credential } : undefined
}

/**
 * Finds the member whose passkey signed, records its use, and uses up the challenge. The member that the browser names is not
 * trusted: only one of their own passkeys is looked for, and its public key must fit the signature.
 * @returns undefined when the member is unknown or revoked, the passkey unknown or removed, or the signature does not count
 */
export async function findByPasskey(
  site: Site,
  { member: memberId, credential }: NonNullable<ReturnType<typeof parseAssertion>>,
) {
  const id = { member: memberId, passkey: passkeyIdOf(credential.id) }
  const [{ verifyAuthenticationResponse }, member, passkey] = await Promise.all([
    library(),
    readMember(site, memberId),
    readPasskey(site, id),
  ])
  if (!member || member.revokedAt !== undefined || !passkey) return undefined
  let signed = ''
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: (challenge) => isChallenge(site, 'sign-in', (signed = challenge)),
    expectedOrigin: site.base,
    expectedRPID: relyingPartyOf(site.base),
    // With the counter of its last use: one that did not grow is of a copy. 0 and 0 is an authenticator that does not count.
    credential: {
      id: passkey.credential,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(refuse)
  if (!verified?.verified || !(await useChallenge(site, signed))) return undefined
  await recordPasskeyUse(site, id, verified.authenticationInfo.newCounter)
  return member
}

/** The library throws for whatever is wrong with an answer. Why is of no use to an honest member, and of some to others. */
const refuse = () => undefined

function parseJson<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
