/**
 * What an entry of the audit trail was done to, in words: a name, a session, a month, or a link to a page.
 */
import { html } from 'hono/html'
import { isMonth, monthInWords } from '../../dates.ts'
import { labelOf } from '../../mail/message.ts'
import { parseMessageId } from '../../mail/outbox.ts'
import type { Ports } from '../../ports.ts'
import { type Action, type AuditRecord, NONE_FOUND } from '../../staff/audit.ts'
import { readStart } from '../../staff/session.ts'
import type { StaffNames } from '../../staff/staff-names.ts'
import type { Html } from '../page.ts'
import { subjectLink } from '../subject-link.ts'
import { timeElement } from '../ui/format.ts'

/** What is known of sessions, by id: whose they are and when they began. */
type Sessions = ReadonlyMap<string, { member: string; at: string }>

/** What the words are made with. */
interface Known {
  names: StaffNames
  sessions: Sessions
}

type InWords = (subject: string, known: Known) => Html | string

const memberInWords: InWords = (member, { names }) => names.get(member) ?? member

/** Digits of the id of a session of which nothing else is known any more. */
const SHOWN_DIGITS = 8

const SPANS: Readonly<Record<string, string>> = { all: 'all months', today: 'Today' }

const spanInWords: InWords = (span) => SPANS[span] ?? (isMonth(span) ? monthInWords(span) : span)

const sessionInWords: InWords = (id, { names, sessions }) => {
  const session = sessions.get(id)
  if (!session) return html`a session that is no longer stored (<code>${id.slice(0, SHOWN_DIGITS)}…</code>)`
  return html`session of ${names.get(session.member) ?? session.member}, begun ${timeElement(session.at)}`
}

const claimInWords: InWords = (registration) =>
  registration === NONE_FOUND ? 'no claim was found' : html`claim of ${subjectLink(registration)}`

const messageInWords: InWords = (id, { names }) => {
  const { kind, subject } = parseMessageId(id)
  return html`${labelOf(kind)}, ${subjectLink(subject, names)}`
}

/** What stands before the full stop of an action. */
type ActionGroup = Action extends `${infer Group}.${string}` ? Group : never

/** How the subjects of a group of actions are shown. */
const GROUPS: Readonly<Record<ActionGroup, InWords>> = {
  session: sessionInWords,
  staff: memberInWords,
  passkey: memberInWords,
  inquiries: spanInWords,
  inquiry: (reference) => subjectLink(reference),
  claims: claimInWords,
  claim: claimInWords,
  registration: claimInWords,
  mail: messageInWords,
  clients: () => 'the firm’s list',
  address: (counts) => counts,
}

const isGroup = (text: string): text is ActionGroup => Object.hasOwn(GROUPS, text)
const groupOf = ({ action }: Pick<AuditRecord, 'action'>) => action.split('.', 1)[0] ?? ''
const isOfSession = (entry: AuditRecord) => groupOf(entry) === 'session'

/** @returns the words for the subject of one of the entries */
export async function subjectsInWords(
  ports: Pick<Ports, 'store'>,
  entries: readonly AuditRecord[],
  names: StaffNames,
): Promise<(entry: AuditRecord) => Html | string> {
  const known: Known = { names, sessions: await sessionsOf(ports, entries) }
  return (entry) => {
    const group = groupOf(entry)
    return isGroup(group) ? GROUPS[group](entry.subject, known) : subjectLink(entry.subject, names)
  }
}

/** A session is stored for a day. After that its start may be among the entries. */
async function sessionsOf(ports: Pick<Ports, 'store'>, entries: readonly AuditRecord[]): Promise<Sessions> {
  const started = entries.filter(({ action }) => action === ('session.started' satisfies Action))
  const sessions = new Map(started.map(({ subject, by, at }) => [subject, { member: by, at }]))
  const others = new Set(entries.filter(isOfSession).map(({ subject }) => subject))
  const read = await Promise.all(
    [...others].filter((id) => !sessions.has(id)).map(async (id) => [id, await readStart(ports, id)] as const),
  )
  for (const [id, start] of read) if (start) sessions.set(id, start)
  return sessions
}
