/**
 * An attempt at a claim: a user code that is valid until a later attempt, five tries, or the end of the claim window.
 */
import type { AgentPorts } from '../agent-ports.ts'
import { keyOf, readFact } from '../../store/fact.ts'
import { FACTS, type FactValue } from '../../store/facts.ts'
import { claimantKey, startedKey } from '../claim-keys.ts'
import { createCode, parseCode } from './user-code.ts'
import { type Person, sealParties } from '../person.ts'
import { isoFromSeconds, randomId, type Registration } from '../registration.ts'

/** An attempt as stored. */
export type AttemptRecord = FactValue<'attempt'>

export interface Attempt {
  id: string
  record: AttemptRecord
}

/** Limits per attempt: codes entered on the page, mails with the link, codes read back to the agent. */
export const SLOT_LIMITS = { tries: 5, mails: 3, 'read-back': 5 } as const

export const attemptKey = (registration: string, attempt: string) => keyOf(FACTS.attempt, { registration, attempt })
const slotKey = (registration: string, limit: keyof typeof SLOT_LIMITS, attempt: string, number: number) =>
  keyOf(FACTS.slot, { registration, limit, attempt, number })
export const codeKey = (code: string) => keyOf(FACTS.code, { code })

const hashCode = ({ keyedHash }: Pick<AgentPorts, 'keyedHash'>, code: string) => keyedHash.mac('user-code', code)

interface NewAttempt {
  registration: Registration
  person: Person
  /** End of the claim window, seconds since 1970. */
  expiresAt: number
  /** Keyed hash of the provider's subject that a confirmation links to the person. */
  link?: string | undefined
}

/**
 * Starts an attempt, which replaces the earlier ones.
 * @returns the attempt, and its code, which is given to the agent only once
 */
export async function createAttempt(
  ports: AgentPorts,
  { registration, person, expiresAt, link }: NewAttempt,
): Promise<Attempt & { code: string }> {
  const sealedEmail = await sealParties(ports, { email: person.email, clientName: registration.clientName })
  for (let collisions = 0; ; collisions++) {
    const code = createCode()
    const mac = await hashCode(ports, code)
    // Ids sort by time. After a code collision, a later start makes the retry the current attempt.
    const startedAt = new Date(ports.clock.now().getTime() + collisions).toISOString()
    const id = `${startedAt}-${randomId()}`
    const record: AttemptRecord = {
      type: registration.type,
      startedAt,
      expiresAt: isoFromSeconds(expiresAt),
      code: mac,
      person: person.mac,
      sealedEmail,
      ...(link && { link }),
    }
    const [unique] = await Promise.all([
      ports.store.create(codeKey(mac), { registration: registration.id, attempt: id, at: startedAt }),
      ports.store.create(attemptKey(registration.id, id), record),
      ports.store.create(claimantKey(person.mac, startedAt, registration.id), { at: startedAt }),
      ports.store.create(startedKey(startedAt, registration.id), { at: startedAt }),
    ])
    if (unique) return { id, record, code }
  }
}

export async function readAttempt(
  { store }: Pick<AgentPorts, 'store'>,
  registration: string,
  id: string,
): Promise<AttemptRecord | undefined> {
  return readFact(store, FACTS.attempt, attemptKey(registration, id))
}

/**
 * Finds an attempt by its code.
 * @returns undefined when the text is not a code, or is an unknown one
 */
export async function findAttemptByCode(
  ports: Pick<AgentPorts, 'store' | 'keyedHash'>,
  text: string,
): Promise<FactValue<'code'> | undefined> {
  const code = parseCode(text)
  if (!code) return undefined
  return readFact(ports.store, FACTS.code, codeKey(await hashCode(ports, code)))
}

/** True when the text is the code of the attempt, in any spelling that `parseCode` accepts. */
export async function matchesCode(
  ports: Pick<AgentPorts, 'keyedHash'>,
  record: AttemptRecord,
  text: string,
): Promise<boolean> {
  const code = parseCode(text)
  // Comparing keyed hashes leaks nothing about the code through timing.
  return code !== undefined && (await hashCode(ports, code)) === record.code
}

/**
 * Reserves one of a limited number of tries. Call it before comparing a code, so that parallel requests cannot exceed the limit.
 * @param id of the attempt
 * @returns the number of the try, from 1; undefined when none is left
 */
export async function reserveSlot(
  { store, clock }: Pick<AgentPorts, 'store' | 'clock'>,
  registration: string,
  id: string,
  kind: keyof typeof SLOT_LIMITS,
): Promise<number | undefined> {
  for (let number = 1; number <= SLOT_LIMITS[kind]; number++) {
    if (await store.create(slotKey(registration, kind, id, number), { at: clock.now().toISOString() })) return number
  }
  return undefined
}

/** The time at the beginning of an id of an attempt, ISO 8601. */
export const startOf = (id: string): string => id.slice(0, id.indexOf('Z-') + 1)

/** The ids of the attempts, from the keys of the claim. */
export function attemptIdsOf(registration: string, keys: readonly string[]): string[] {
  const prefix = attemptKey(registration, '')
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

/** Of the keys of the claim, those of one attempt: itself, and the tries that were used. */
export const keysOfAttempt = (id: string, keys: readonly string[]): string[] =>
  keys.filter((key) => key.split('/').includes(id))

/** The latest attempt of a claim. */
export interface CurrentAttempt {
  id: string
  /** Its tries are used up. */
  isExhausted: boolean
  /** Its mails are used up. */
  isMailedOut: boolean
}

/** @returns the latest attempt, from the keys of the claim; undefined when there is none */
export function currentAttempt(registration: string, keys: readonly string[]): CurrentAttempt | undefined {
  const id = attemptIdsOf(registration, keys).sort().at(-1)
  if (id === undefined) return undefined
  const isUsedUp = (kind: keyof typeof SLOT_LIMITS) => keys.includes(slotKey(registration, kind, id, SLOT_LIMITS[kind]))
  return { id, isExhausted: isUsedUp('tries'), isMailedOut: isUsedUp('mails') }
}
