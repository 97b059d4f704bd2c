/**
 * A user code is valid until the next attempt, five wrong tries, or the end of the claim window (RFC 8628 section 6.1).
 * Its 34.6 bits can be guessed, so every caller that checks a code must limit the tries.
 */
import { CODE_ALPHABET, drawLetters, inGroups, isOf, lettersFrom } from '../../alphabet.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { keyOf, prefixOf, readRecord, createRecord } from '../../store/record.ts'
import { RECORDS, type RecordValue } from '../../store/records.ts'
import type { ClaimToken } from './claim-token.ts'
import { type Person, sealParties } from '../person.ts'
import { isoFromSeconds, randomId } from '../registration.ts'

export type AttemptRecord = RecordValue<'attempt'>

export const MAX_TRIES = { codes: 5, mails: 3 } as const
type Limit = keyof typeof MAX_TRIES

/** The latest attempt sorts last. */
export const attemptsPrefix = (registration: string) => `${prefixOf(RECORDS.attempt)}${registration}/`
const attemptKey = (registration: string, attempt: string) => keyOf(RECORDS.attempt, { registration, attempt })
const tryKey = (registration: string, attempt: string, limit: Limit, number: number) =>
  keyOf(RECORDS.attemptTry, { registration, attempt, limit, number })
export const codeKey = (code: string) => keyOf(RECORDS.code, { code })
/** The index of attempts that may wait for a decision, by time. */
export const startedKey = ({ startedAt, person }: AttemptRecord, registration: string) =>
  keyOf(RECORDS.started, { time: startedAt, registration, address: person })

const CODE_LENGTH = 8

export const createCode = (): string => inGroups(drawLetters(CODE_ALPHABET, CODE_LENGTH))

/** @param mac a keyed hash, base64url; 32 bytes are enough although `lettersFrom` skips some */
export const codeFromHash = (mac: string): string =>
  inGroups(lettersFrom(Buffer.from(mac, 'base64url'), CODE_ALPHABET).slice(0, CODE_LENGTH))

/** Accepts any case, with or without hyphens, spaces and full stops. */
export function parseCode(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[\s.\-–_]/g, '')
  return isOf(CODE_ALPHABET, CODE_LENGTH, letters) ? inGroups(letters) : undefined
}

const hashCode = ({ keyedHash }: AgentPorts, code: string) => keyedHash.mac('user-code', code)

/** Replaces the earlier attempts. The returned code cannot be read again. */
export async function createAttempt(ports: AgentPorts, { registration, expiresAt, link }: ClaimToken, person: Person) {
  const sealedEmail = await sealParties(ports, { email: person.email, clientName: registration.clientName })
  for (let collisions = 0; ; collisions++) {
    const code = createCode()
    const mac = await hashCode(ports, code)
    // Ids sort by time. After a collision of codes, a later time makes the retry the current attempt.
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
      createRecord(ports.store, codeKey(mac), { registration: registration.id, attempt: id, at: startedAt }),
      createRecord(ports.store, attemptKey(registration.id, id), record),
      createRecord(ports.store, startedKey(record, registration.id), { at: startedAt }),
    ])
    if (unique) return { id, code }
  }
}

export const readAttempt = ({ store }: AgentPorts, registration: string, id: string) =>
  readRecord(store, RECORDS.attempt, attemptKey(registration, id))

export async function findAttemptByCode(ports: AgentPorts, text: string) {
  const code = parseCode(text)
  return code === undefined ? undefined : readRecord(ports.store, RECORDS.code, codeKey(await hashCode(ports, code)))
}

export async function matchesCode(ports: AgentPorts, record: AttemptRecord, text: string) {
  const code = parseCode(text)
  // The time to compare keyed hashes says nothing about the code.
  return code !== undefined && (await hashCode(ports, code)) === record.code
}

/** Call this before comparing a code, so that parallel requests cannot exceed the limit. @returns undefined when no try is left */
export async function takeTry(
  { store, clock }: AgentPorts,
  max: number,
  keyFor: (number: number) => string,
): Promise<number | undefined> {
  for (let number = 1; number <= max; number++)
    if (await createRecord(store, keyFor(number), { at: clock.now().toISOString() })) return number
  return undefined
}

export const takeAttemptTry = (
  ports: AgentPorts,
  registration: string,
  attempt: string,
  limit: Limit,
): Promise<number | undefined> =>
  takeTry(ports, MAX_TRIES[limit], (number) => tryKey(registration, attempt, limit, number))

/** @param key begins with `attemptsPrefix` */
export const attemptOf = (key: string): string => key.split('/')[2] ?? ''

/** @param keys the sorted keys of all attempts at a claim */
export function currentAttempt(registration: string, keys: readonly string[]) {
  const last = keys.at(-1)
  if (last === undefined) return undefined
  const id = attemptOf(last)
  const isUsedUp = (limit: Limit) => keys.includes(tryKey(registration, id, limit, MAX_TRIES[limit]))
  return { id, isExhausted: isUsedUp('codes'), isMailedOut: isUsedUp('mails') }
}
