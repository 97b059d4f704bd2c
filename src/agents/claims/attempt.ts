/**
 * An attempt at a claim: a user code that is valid until the next attempt, five wrong tries, or the end of the claim window. People read,
 * type and say the code, like `BCDF-GHJK` (RFC 8628 section 6.1). It has 34.6 bits, so it can be guessed: every caller that checks one must
 * limit the tries.
 */
import { CODE_ALPHABET, drawLetters, inGroups, isOf, lettersFrom } from '../../alphabet.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { keyOf, prefixOf, readFact } from '../../store/fact.ts'
import { FACTS, type FactValue } from '../../store/facts.ts'
import type { ClaimToken } from './claim-token.ts'
import { type Person, sealParties } from '../person.ts'
import { isoFromSeconds, randomId } from '../registration.ts'

export type AttemptRecord = FactValue<'attempt'>

/** How often a code may be entered on the page, and how often the link may be mailed. */
export const MAX_TRIES = { codes: 5, mails: 3 } as const
type Limit = keyof typeof MAX_TRIES

/** Prefix of the attempts at a claim and their tries. The latest attempt sorts last. */
export const attemptsPrefix = (registration: string) => `${prefixOf(FACTS.attempt)}${registration}/`
const attemptKey = (registration: string, attempt: string) => keyOf(FACTS.attempt, { registration, attempt })
const tryKey = (registration: string, attempt: string, limit: Limit, number: number) =>
  keyOf(FACTS.attemptTry, { registration, attempt, limit, number })
export const codeKey = (code: string) => keyOf(FACTS.code, { code })
/** A key in the index of attempts that may wait for a decision, by time. */
export const startedKey = ({ startedAt, person }: AttemptRecord, registration: string) =>
  keyOf(FACTS.started, { time: startedAt, registration, address: person })

const CODE_LENGTH = 8

/** @returns a random code, one of 20⁸ */
export const createCode = (): string => inGroups(drawLetters(CODE_ALPHABET, CODE_LENGTH))

/**
 * Derives a code from a hash. The same hash gives the same code.
 * @param mac a keyed hash, base64url; 32 bytes are enough although `lettersFrom` skips some
 */
export const codeFromHash = (mac: string): string =>
  inGroups(lettersFrom(Buffer.from(mac, 'base64url'), CODE_ALPHABET).slice(0, CODE_LENGTH))

/**
 * Parses a code as people write it: any case, with or without hyphens, spaces and full stops.
 * @returns the code as displayed, or undefined when the text is not one
 */
export function parseCode(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[\s.\-–_]/g, '')
  return isOf(CODE_ALPHABET, CODE_LENGTH, letters) ? inGroups(letters) : undefined
}

const hashCode = ({ keyedHash }: AgentPorts, code: string) => keyedHash.mac('user-code', code)

/**
 * Starts an attempt, which replaces the earlier ones.
 * @returns its id and its code, which cannot be read again
 */
export async function createAttempt(ports: AgentPorts, { registration, expiresAt, link }: ClaimToken, person: Person) {
  const sealedEmail = await sealParties(ports, { email: person.email, clientName: registration.clientName })
  for (let collisions = 0; ; collisions++) {
    const code = createCode()
    const mac = await hashCode(ports, code)
    // Ids sort by time. After a collision of codes, the retry gets a later time, so that it is the current attempt.
    const startedAt = new Date(ports.clock.now().getTime() + collisions).toISOString()
    const id = `${startedAt}-${randomId()}`
    const record: AttemptRecord = {
      type: registration.type,
      startedAt,
      expiresAt: isoFromSeconds(expiresAt),
      code: mac,
      person: person.mac,
      sealedEmail,
      link,
    }
    const [unique] = await Promise.all([
      ports.store.create(codeKey(mac), { registration: registration.id, attempt: id, at: startedAt }),
      ports.store.create(attemptKey(registration.id, id), record),
      ports.store.create(startedKey(record, registration.id), { at: startedAt }),
    ])
    if (unique) return { id, code }
  }
}

export const readAttempt = ({ store }: AgentPorts, registration: string, id: string) =>
  readFact(store, FACTS.attempt, attemptKey(registration, id))

/** @returns undefined when the text is not a code, or the code is unknown */
export async function findAttemptByCode(ports: AgentPorts, text: string) {
  const code = parseCode(text)
  return code === undefined ? undefined : readFact(ports.store, FACTS.code, codeKey(await hashCode(ports, code)))
}

/** Whether the text is the code of the attempt, in any spelling that `parseCode` accepts. */
export async function matchesCode(ports: AgentPorts, record: AttemptRecord, text: string) {
  const code = parseCode(text)
  // The time to compare keyed hashes says nothing about the code.
  return code !== undefined && (await hashCode(ports, code)) === record.code
}

/**
 * Uses one of a limited number of tries. Call it before comparing a code, so that parallel requests cannot exceed the limit.
 * @param keyFor makes the key of the fact that records a try, from its number, which starts at 1
 * @returns the number of the try; undefined when none is left
 */
export async function takeTry(
  { store, clock }: AgentPorts,
  max: number,
  keyFor: (number: number) => string,
): Promise<number | undefined> {
  for (let number = 1; number <= max; number++)
    if (await store.create(keyFor(number), { at: clock.now().toISOString() })) return number
  return undefined
}

export const takeAttemptTry = (
  ports: AgentPorts,
  registration: string,
  attempt: string,
  limit: Limit,
): Promise<number | undefined> =>
  takeTry(ports, MAX_TRIES[limit], (number) => tryKey(registration, attempt, limit, number))

/** The id of the attempt in a key that begins with `attemptsPrefix`. */
export const attemptOf = (key: string): string => key.split('/')[2] ?? ''

/**
 * @param keys the sorted keys of all attempts at a claim
 * @returns the latest attempt and whether its tries are used up; undefined when there is none
 */
export function currentAttempt(registration: string, keys: readonly string[]) {
  const last = keys.at(-1)
  if (last === undefined) return undefined
  const id = attemptOf(last)
  const isUsedUp = (limit: Limit) => keys.includes(tryKey(registration, id, limit, MAX_TRIES[limit]))
  return { id, isExhausted: isUsedUp('codes'), isMailedOut: isUsedUp('mails') }
}
