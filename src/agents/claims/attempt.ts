/**
 * An attempt at a claim: a code for the person, good until a later attempt, five wrong tries, or the end of the window.
 */
import type { AgentPorts } from '../agent-ports.ts'
import { claimantKey, claimPrefix } from '../claim-keys.ts'
import { createCode, parseCode } from './user-code.ts'
import { type Person, sealEmail } from '../person.ts'
import { isoFromSeconds, randomId, type Registration } from '../registration.ts'

/** What is kept of an attempt. */
export interface AttemptRecord {
  type: Registration['type']
  /** ISO 8601. */
  startedAt: string
  expiresAt: string
  /** Keyed hash of the code. */
  code: string
  person: string
  sealedEmail: string
  /** The provider's subject that the person confirms with it. */
  link?: string
}

export interface Attempt {
  id: string
  record: AttemptRecord
}

/** How often each may be tried in one attempt: a code on the page, a mail with the link, the code that is read back. */
export const MOST = { tries: 5, mails: 3, 'read-back': 5 } as const

const attemptKey = (registration: string, id: string) => `${claimPrefix(registration)}attempts/${id}`
const slotKey = (registration: string, kind: keyof typeof MOST, id: string, number: number) =>
  `${claimPrefix(registration)}${kind}/${id}/${number}`
/** Below this prefix there is one key per code: its keyed hash. */
export const CODES_PREFIX = 'codes/'
const codeKey = (mac: string) => CODES_PREFIX + mac

const hashCode = ({ keyedHash }: Pick<AgentPorts, 'keyedHash'>, code: string) => keyedHash.mac('user-code', code)

interface NewAttempt {
  registration: Registration
  person: Person
  /** End of the registration's window, seconds. */
  expiresAt: number
  /** The provider's subject that the person confirms with it. */
  link?: string | undefined
}

/**
 * Starts an attempt; whatever was started before ends with it.
 * @returns the attempt, and the code that the agent is told once
 */
export async function createAttempt(
  ports: AgentPorts,
  { registration, person, expiresAt, link }: NewAttempt,
): Promise<Attempt & { code: string }> {
  const sealedEmail = await sealEmail(ports, person)
  for (let collisions = 0; ; collisions++) {
    const code = createCode()
    const mac = await hashCode(ports, code)
    // Ids sort by time; a draw that met the code of another claim is followed by a later one.
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
    ])
    if (unique) return { id, record, code }
  }
}

/** Reads an attempt. */
export async function readAttempt(
  { store }: Pick<AgentPorts, 'store'>,
  registration: string,
  id: string,
): Promise<AttemptRecord | undefined> {
  return (await store.read(attemptKey(registration, id))) as AttemptRecord | undefined
}

/**
 * Finds an attempt by the code that somebody quotes.
 * @returns undefined when the text is no code, or nobody's
 */
export async function findAttemptByCode(
  ports: Pick<AgentPorts, 'store' | 'keyedHash'>,
  text: string,
): Promise<{ registration: string; attempt: string } | undefined> {
  const code = parseCode(text)
  if (!code) return undefined
  return (await ports.store.read(codeKey(await hashCode(ports, code)))) as
    { registration: string; attempt: string } | undefined
}

/** Whether the text is the code of the attempt, however it is written. */
export async function matchesCode(
  ports: Pick<AgentPorts, 'keyedHash'>,
  record: AttemptRecord,
  text: string,
): Promise<boolean> {
  const code = parseCode(text)
  // Keyed hashes are compared, so the time it takes tells nothing of the code.
  return code !== undefined && (await hashCode(ports, code)) === record.code
}

/**
 * Takes one of a number of tries. Taken before the code is compared, so that a hundred at once are still five.
 * @param id of the attempt
 * @returns which one it was, from 1; undefined when none is left
 */
export async function reserveSlot(
  { store, clock }: Pick<AgentPorts, 'store' | 'clock'>,
  registration: string,
  id: string,
  kind: keyof typeof MOST,
): Promise<number | undefined> {
  for (let number = 1; number <= MOST[kind]; number++) {
    if (await store.create(slotKey(registration, kind, id, number), { at: clock.now().toISOString() })) return number
  }
  return undefined
}

/** Which attempt is the current one, and whether its tries are used up; read off the keys of the claim. */
export function currentAttempt(
  registration: string,
  keys: readonly string[],
): { id: string; isExhausted: boolean } | undefined {
  const prefix = attemptKey(registration, '')
  const id = keys
    .filter((key) => key.startsWith(prefix))
    .sort()
    .at(-1)
    ?.slice(prefix.length)
  if (id === undefined) return undefined
  return { id, isExhausted: keys.includes(slotKey(registration, 'tries', id, MOST.tries)) }
}
