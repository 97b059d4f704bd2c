/**
 * A session's id is the SHA-256 of the browser's secret. The secret begins with the member's id, so that session and member are read at
 * the same time. If someone changes the member's id in a secret, the secret's hash is no longer the id of a session.
 * A session that began in the future is not open, because the clock was wrong.
 */
import { hash, randomBytes } from 'node:crypto'
import type { Ports, Store } from '../ports.ts'
import { readMember, type StaffMember } from './staff-member.ts'
import { changeRecord, createRecord, keyOf, listKeys, prefixOf, readRecordOr } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { HOUR_MS, MINUTE_MS, SKEW_MS } from '../duration.ts'

type SessionPorts = Pick<Ports, 'store' | 'clock'>

export const IDLE_TIMEOUT_MS = 30 * MINUTE_MS
/** A session ends this long after signing in, even if it is in use. */
const MAX_SESSION_MS = 10 * HOUR_MS
/** Use is recorded in steps of this length, so an idle session may end up to one step early, but never late. */
const USE_STEP_MS = 5 * MINUTE_MS
const SECRET_BYTES = 32
const SECRET = /^(\w+)\.[\w-]{43}$/
const ID = /^[0-9a-f]{64}$/

const SESSIONS_PREFIX = prefixOf(RECORDS.session)
const keyOfSession = (id: string) => keyOf(RECORDS.session, { session: id })

type SessionRecord = RecordValue<'session'>

export type SessionView = SessionRecord & { id: string }

export type FoundSession = OpenSession | { state: 'idle' | 'over' }
type OpenSession = { state: 'open'; member: StaffMember } & Pick<SessionView, 'id' | 'usedAt'>

export const sessionIdOf = (secret: string): string => hash('sha256', secret, 'hex')

/** The caller has checked the member's key or passkey. */
export async function startSession({ store, clock }: SessionPorts, member: string) {
  const secret = `${member}.${randomBytes(SECRET_BYTES).toString('base64url')}`
  const id = sessionIdOf(secret)
  const at = clock.now().toISOString()
  await createRecord(store, keyOfSession(id), { member, at, usedAt: at } satisfies SessionRecord)
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
  if (usedAt >= step) return
  await changeSession(store, id, (session) => (session.usedAt < step ? { ...session, usedAt: step } : undefined))
}

export const endSession = ({ store, clock }: SessionPorts, id: string): Promise<boolean> =>
  changeSession(store, id, (session) => ({ ...session, endedAt: clock.now().toISOString() }))

/** A session that has ended stays as it is. */
const changeSession = (store: Store, id: string, decide: (session: SessionRecord) => SessionRecord | undefined) =>
  changeRecord(store, RECORDS.session, keyOfSession(id), (session) =>
    session.endedAt === undefined ? decide(session) : undefined,
  )

/** Reading does not count as a use. @returns undefined when the session is not open */
export async function readOpenSession(ports: SessionPorts, id: string): Promise<SessionView | undefined> {
  const found = await readSession(ports, id)
  return found.state === 'open' ? found.session : undefined
}

/** @param members ids of the current staff; sessions of other members are left out */
export async function listSessions(ports: SessionPorts, members: ReadonlySet<string>): Promise<SessionView[]> {
  const ids = (await listKeys(ports.store, SESSIONS_PREFIX)).map((key) => key.slice(SESSIONS_PREFIX.length))
  const sessions = await Promise.all(ids.map((id) => readOpenSession(ports, id)))
  return sessions
    .filter((session) => session !== undefined)
    .filter(({ member }) => members.has(member))
    .sort((one, other) => (one.usedAt > other.usedAt ? -1 : 1))
}

/** Also finds sessions that have ended, while they are stored. */
export const readSessionRecord = async ({ store }: Pick<Ports, 'store'>, id: string) =>
  ID.test(id) ? readRecordOr(store, RECORDS.session, keyOfSession(id), undefined) : undefined

async function readSession(
  ports: SessionPorts,
  id: string,
): Promise<{ state: 'open'; session: SessionView } | { state: 'idle' | 'over' }> {
  const session = await readSessionRecord(ports, id)
  if (!session || session.endedAt !== undefined) return { state: 'over' }
  const now = ports.clock.now().getTime()
  const age = now - Date.parse(session.at)
  if (age < -SKEW_MS || age >= MAX_SESSION_MS) return { state: 'over' }
  return now - Date.parse(session.usedAt) >= IDLE_TIMEOUT_MS
    ? { state: 'idle' }
    : { state: 'open', session: { id, ...session } }
}
