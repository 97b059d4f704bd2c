import { hash, randomBytes } from 'node:crypto'
import type { Ports } from '../ports.ts'
import { changeMember, ifCurrent, type MemberDecision, type StaffMember, readMember } from './staff-member.ts'
import * as z from 'zod'
import { MINUTE_MS, SKEW_MS } from '../duration.ts'
import { keyOf, createRecord, parseValue } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { isMemberId } from './staff-key.ts'

export const MAX_PASSKEYS = 10

export type Passkey = StaffMember['passkeys'][number]
export type NewPasskey = Omit<Passkey, 'id' | 'at' | 'name' | 'usedAt'>

/** A hash, because a credential id may be long. */
const passkeyIdOf = (credential: string): string => hash('sha256', credential, 'hex')

/** Refuses a passkey that the member has or has removed, and any passkey beyond `MAX_PASSKEYS`. */
export const withPasskey = (added: Passkey): MemberDecision =>
  ifCurrent((member) => {
    const { passkeys, removedPasskeys } = member
    const isKnown = [...passkeys.map(({ id }) => id), ...removedPasskeys].includes(added.id)
    return isKnown || passkeys.length >= MAX_PASSKEYS ? undefined : { ...member, passkeys: [...passkeys, added] }
  })

/** Refuses when the member has no such passkey. */
export const withoutPasskey = (removed: string): MemberDecision =>
  ifCurrent((member) => {
    const passkeys = member.passkeys.filter(({ id }) => id !== removed)
    if (passkeys.length === member.passkeys.length) return undefined
    return { ...member, passkeys, removedPasskeys: [...member.removedPasskeys, removed] }
  })

/** Refuses a counter that did not grow: a copied passkey. Authenticators without a counter always send 0 (WebAuthn, section 7.2). */
export const withPasskeyUse = (used: string, counter: number, usedAt: string): MemberDecision =>
  ifCurrent((member) => {
    const passkey = member.passkeys.find(({ id }) => id === used)
    if (!passkey || (counter <= passkey.counter && (counter > 0 || passkey.counter > 0))) return undefined
    const passkeys = member.passkeys.map((one) => (one === passkey ? { ...one, counter, usedAt } : one))
    return { ...member, passkeys }
  })

/** @returns false when the passkey cannot be added */
export function addPasskey(ports: Pick<Ports, 'store' | 'clock'>, member: string, name: string, added: NewPasskey) {
  const [id, at] = [passkeyIdOf(added.credential), ports.clock.now().toISOString()]
  return changeMember(ports, member, withPasskey({ id, at, name, ...added }))
}

/** A challenge contains its expiry time and a keyed hash, so only used challenges are stored (WebAuthn Level 3, section 13.4.3). */
type ChallengePorts = Pick<Ports, 'store' | 'clock' | 'keyedHash'>

/** People need time to fetch a phone. WebAuthn recommends this as the default (section 15.1). */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS
const NONCE_BYTES = 16
const HASH_PURPOSE = 'passkey-challenge'
/** Groups: 1 contains 2 and 3; 2 is the expiry time, milliseconds since 1970; 3 the nonce; 4 the keyed hash of purpose and group 1. */
const FORM = /^((\d{13})\.([\w-]{22}))\.([\w-]{43})$/

/** `add` is followed by the id of the session, so that the challenge is valid in this session only. */
type ChallengePurpose = 'sign-in' | `add ${string}`

export async function createChallenge({ clock, keyedHash }: ChallengePorts, purpose: ChallengePurpose) {
  const expires = clock.now().getTime() + CHALLENGE_LIFETIME_MS
  const text = `${expires}.${randomBytes(NONCE_BYTES).toString('base64url')}`
  return Buffer.from(`${text}.${await keyedHash.mac(HASH_PURPOSE, `${purpose} ${text}`)}`).toString('base64url')
}

async function isChallenge({ clock, keyedHash }: ChallengePorts, purpose: ChallengePurpose, challenge: string) {
  const [, text, expires, , mac] = parse(challenge) ?? []
  if (text === undefined || mac === undefined) return false
  const remaining = Number(expires) - clock.now().getTime()
  // If more time than the lifetime remains, the clock was ahead when the challenge was made.
  if (remaining <= 0 || remaining > CHALLENGE_LIFETIME_MS + SKEW_MS) return false
  return keyedHash.matches(HASH_PURPOSE, `${purpose} ${text}`, mac)
}

/** Call this after all other checks, so that strangers cannot fill the store. @returns false when the challenge was used or is malformed */
export async function useChallenge({ store, clock }: ChallengePorts, challenge: string): Promise<boolean> {
  const nonce = parse(challenge)?.[3]
  // The nonce is in the record's key, because several base64url texts decode to the same challenge.
  return nonce !== undefined && createRecord(store, challengeKey(nonce), { at: clock.now().toISOString() })
}

const parse = (challenge: string) => FORM.exec(Buffer.from(challenge, 'base64url').toString())
const challengeKey = (nonce: string) => keyOf(RECORDS.passkeyChallenge, { challenge: nonce })

/** A passkey belongs to the host name of `base`, and a signature names the origin, which is `base`. */
type Site = ChallengePorts & { base: string }

const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256 (RFC 9053, RFC 8812). Without this list, the library would accept other algorithms too. */
const ALGORITHMS = [-8, -7, -257]
/** The device must check the fingerprint, the face or the PIN of the user. */
const USER_VERIFICATION = 'required'
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const relyingPartyOf = (base: string) => new URL(base).hostname
const addingTo = (session: string): ChallengePurpose => `add ${session}`

/** Authenticators send less: credential ids have at most 1,023 bytes. */
const MAX_PART_LENGTH = 16_384
const Part = z
  .string()
  .max(MAX_PART_LENGTH)
  .regex(/^[\w-]+$/)
const credentialSchema = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: Part,
    rawId: Part,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: Part, ...response }),
  })
const Registration = credentialSchema({ attestationObject: Part, transports: z.array(z.string()).optional() })
const Assertion = credentialSchema({ authenticatorData: Part, signature: Part, userHandle: Part })

/** The authenticator finds the passkey itself, so the member types no name. */
export const signInOptions = async (site: Site) => ({
  challenge: await createChallenge(site, 'sign-in'),
  rpId: relyingPartyOf(site.base),
  userVerification: USER_VERIFICATION,
  timeout: CHALLENGE_LIFETIME_MS,
})

export async function addingOptions(
  site: Site,
  { member, session }: { member: Pick<StaffMember, 'id' | 'name'>; session: string },
  firmName: string,
) {
  const [{ generateRegistrationOptions }, challenge, stored] = await Promise.all([
    library(),
    createChallenge(site, addingTo(session)),
    readMember(site, member.id),
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
    excludeCredentials: stored?.passkeys.map(({ credential, transports }) => ({ id: credential, transports })) ?? [],
    authenticatorSelection: { residentKey: 'required', userVerification: USER_VERIFICATION },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** `expected` is what the response must contain. `use` marks the challenge of the response as used; call it after all other checks. */
function expectation(site: Site, purpose: ChallengePurpose) {
  let named = ''
  const expected = {
    expectedChallenge: (challenge: string) => isChallenge(site, purpose, (named = challenge)),
    expectedOrigin: site.base,
    expectedRPID: relyingPartyOf(site.base),
    requireUserVerification: true,
  }
  return { expected, use: () => useChallenge(site, named) }
}

/** Marks the challenge as used. @returns undefined when a check fails, or the challenge was used before */
export async function verifyAdding(site: Site, session: string, text: string): Promise<NewPasskey | undefined> {
  const response = Registration.safeParse(parseValue(text)).data
  if (!response) return undefined
  const { verifyRegistrationResponse } = await library()
  const { expected, use } = expectation(site, addingTo(session))
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {}, response: { ...response.response, transports: [] } },
    ...expected,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse)
  if (!verified?.registrationInfo || !(await use())) return undefined
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credential: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: TRANSPORTS.filter((known) => response.response.transports?.includes(known)),
    backedUp: credentialBackedUp,
  }
}

/** Parses what the browser sent, without verifying it. @returns undefined when the text is malformed or names no possible member */
export function parseAssertion(text: string) {
  const credential = Assertion.safeParse(parseValue(text)).data
  if (!credential) return undefined
  const member = Buffer.from(credential.response.userHandle, 'base64url').toString()
  return isMemberId(member) ? { member, credential } : undefined
}

/**
 * Marks the challenge as used. The member that the browser names need not be trusted: a passkey of that member must verify the signature.
 * @returns undefined when the member is unknown or revoked, the passkey unknown or removed, or the signature, challenge or counter wrong
 */
export async function findByPasskey(
  site: Site,
  { member: memberId, credential }: NonNullable<ReturnType<typeof parseAssertion>>,
) {
  const [{ verifyAuthenticationResponse }, member] = await Promise.all([library(), readMember(site, memberId)])
  // A revoked member has no passkeys.
  const passkey = member?.passkeys.find(({ id }) => id === passkeyIdOf(credential.id))
  if (!member || !passkey) return undefined
  const { expected, use } = expectation(site, 'sign-in')
  const { credential: id, publicKey, counter } = passkey
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    ...expected,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(refuse)
  if (!verified?.verified || !(await use())) return undefined
  const counted = withPasskeyUse(passkey.id, verified.authenticationInfo.newCounter, site.clock.now().toISOString())
  return (await changeMember(site, memberId, counted)) ? member : undefined
}

/** The reason is dropped, because it would only help an attacker. */
const refuse = () => undefined
