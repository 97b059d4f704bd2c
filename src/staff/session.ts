/**
 * The id is the SHA-256 of the browser's secret. The secret begins with the member's id, so that session and member are read at the same
 * time; with the id of another member, its hash names no session.
 * A session that began in the future is not open, because the clock was wrong.
 */
import { hash, randomBytes } from 'node:crypto'
import type { Ports } from '../ports.ts'
import { readMember, type StaffMember } from './staff-member.ts'
import { keyOf, prefixOf, readRecordOr, createRecord, listKeys } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { HOUR_MS, MINUTE_MS, SKEW_MS } from '../duration.ts'

type SessionPorts = Pick<Ports, 'store' | 'clock'>

export const IDLE_TIMEOUT_MS = 30 * MINUTE_MS
/** A session ends this long after signing in, even if it is in use. */
const MAX_SESSION_MS = 10 * HOUR_MS
/** Use is recorded in steps of this length, so an idle session may end one step early, and never late. */
const USE_STEP_MS = 5 * MINUTE_MS
const SECRET_BYTES = 32
const SECRET = /^(\w+)\.[\w-]{43}$/
const ID = /^[0-9a-f]{64}$/

const SESSIONS_PREFIX = prefixOf(RECORDS.sessionStart)
const sessionPrefix = (id: string) => `${SESSIONS_PREFIX}${id}/`
const startKey = (id: string) => keyOf(RECORDS.sessionStart, { session: id })
const endKey = (id: string) => keyOf(RECORDS.sessionEnd, { session: id })
const usedPrefix = (id: string) => keyOf(RECORDS.sessionUse, { session: id, time: '' })

type StartRecord = RecordValue<'sessionStart'>

export interface SessionView extends StartRecord {
  id: string
  /** ISO 8601, rounded down to five minutes. */
  usedAt: string
}

export type FoundSession = OpenSession | { state: 'idle' | 'over' }
type OpenSession = { state: 'open'; member: StaffMember } & Pick<SessionView, 'id' | 'usedAt'>

export const sessionIdOf = (secret: string): string => hash('sha256', secret, 'hex')

/** The caller has checked the member's key. */
export async function startSession({ store, clock }: SessionPorts, member: string) {
  const secret = `${member}.${randomBytes(SECRET_BYTES).toString('base64url')}`
  const id = sessionIdOf(secret)
  await createRecord(store, startKey(id), { member, at: clock.now().toISOString() } satisfies StartRecord)
  return { id, secret }
}

export async function findSession(ports: SessionPorts, secret: string): Promise<FoundSession> {
  const memberId = SECRET.exec(secret)?.[1]
  if (memberId === undefined) return { state: 'over' }
  const [found, member] = await Promise.all([readSession(ports, sessionIdOf(secret)), readMember(ports, memberId)])
  if (found.state !== 'open') return found
  if (!member || member.revokedAt !== undefined) return { state: 'over' }
  const { id, usedAt } = found.session
  return { state: 'open', id, usedAt, member }
}

export async function recordUse({ store, clock }: SessionPorts, { id, usedAt }: OpenSession): Promise<void> {
  const now = clock.now().getTime()
  const step = new Date(now - (now % USE_STEP_MS)).toISOString()
  if (usedAt < step) await createRecord(store, usedPrefix(id) + step, { at: new Date(now).toISOString() })
}

export async function endSession({ store, clock }: SessionPorts, id: string): Promise<void> {
  await createRecord(store, endKey(id), { at: clock.now().toISOString() })
}

/** Records no use. @returns undefined when the session is not open */
export async function readOpenSession(ports: SessionPorts, id: string): Promise<SessionView | undefined> {
  const found = await readSession(ports, id)
  return found.state === 'open' ? found.session : undefined
}

/** @param members ids of the current staff; sessions of other members are not valid */
export async function listSessions(ports: SessionPorts, members: ReadonlySet<string>): Promise<SessionView[]> {
  const ids = new Set<string>()
  for (const key of await listKeys(ports.store, SESSIONS_PREFIX)) ids.add(key.split('/')[1] ?? '')
  const sessions = await Promise.all([...ids].map((id) => readOpenSession(ports, id)))
  return sessions
    .filter((session) => session !== undefined)
    .filter(({ member }) => members.has(member))
    .sort((one, other) => (one.usedAt > other.usedAt ? -1 : 1))
}

/** Sessions that have ended count too, while they are stored. */
export const readStart = async ({ store }: Pick<Ports, 'store'>, id: string): Promise<StartRecord | undefined> =>
  ID.test(id) ? readRecordOr(store, RECORDS.sessionStart, startKey(id), undefined) : undefined

async function readSession(
  { store, clock }: SessionPorts,
  id: string,
): Promise<{ state: 'open'; session: SessionView } | { state: 'idle' | 'over' }> {
  if (!ID.test(id)) return { state: 'over' }
  const [start, keys] = await Promise.all([
    readRecordOr(store, RECORDS.sessionStart, startKey(id), undefined),
    listKeys(store, sessionPrefix(id)),
  ])
  const now = clock.now().getTime()
  if (!start || keys.includes(endKey(id))) return { state: 'over' }
  const age = now - Date.parse(start.at)
  if (age < -SKEW_MS || age >= MAX_SESSION_MS) return { state: 'over' }
  // ISO 8601 times in UTC sort as text.
  const steps = keys.filter((key) => key.startsWith(usedPrefix(id))).map((key) => key.slice(usedPrefix(id).length))
  const usedAt = [start.at, ...steps].sort().at(-1) ?? start.at
  return now - Date.parse(usedAt) >= IDLE_TIMEOUT_MS
    ? { state: 'idle' }
    : { state: 'open', session: { id, ...start, usedAt } }
}
