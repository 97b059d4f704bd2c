/** `/desk/audit`: the audit trail of a month, for owners, in words. */
import { html } from 'hono/html'
import { isMonth, monthAt, monthInWords } from '../../dates.ts'
import { labelOf } from '../../mail/message.ts'
import { parseMessageId } from '../../mail/outbox.ts'
import { isOffered, type Offering } from '../../offers.ts'
import type { Ports } from '../../ports.ts'
import * as audit from '../../staff/audit.ts'
import { readSessionRecord } from '../../staff/session.ts'
import { nameOf, type StaffNames, staffNames } from '../../staff/staff-member.ts'
import { PATHS } from '../../site.ts'
import type { DeskAnswer, DeskContext, Html } from '../page.ts'
import { deskTable, monthForm, timeElement } from '../ui.ts'
import { parseReference } from '../../inquiries/inquiry-id.ts'
import { claimPath } from '../claims/pages.ts'
import { inquiryPath } from '../inquiries/inquiry-table.ts'

export const AUDIT_PATH = `${PATHS.desk}/audit`

export async function showAudit({ service, url: { searchParams } }: DeskContext): Promise<DeskAnswer> {
  const now = service.clock.now()
  const requested = searchParams.get('month') ?? ''
  const month = isMonth(requested) ? requested : monthAt(now)
  const [page, names, months] = await Promise.all([
    audit.readAudit(service, month, searchParams.get('before') ?? undefined),
    staffNames(service),
    audit.listMonths(service),
  ])
  const { entries, next } = page
  const known = { firm: service.firm, names, sessions: await sessionsOf(service, entries) }
  const cellsOf = (entry: audit.AuditRecord) => [
    timeElement(entry.at),
    nameOf(entry.by, names),
    audit.actionInWords(entry.action),
    GROUPS[groupOf(entry)]?.(entry.subject, known) ?? subjectLink(entry.subject, known),
  ]
  const earlier = html`<nav class="actions" aria-label="Pages">
    <a class="button" rel="next" href="${AUDIT_PATH}?${new URLSearchParams({ month, before: next ?? '' })}">Earlier</a>
  </nav>`
  const columns = { When: 'line', Who: '', Action: '', Subject: 'long' }
  return {
    title: `What was done in ${monthInWords(month)}`,
    content: html`${monthForm(AUDIT_PATH, month, months)}
      ${entries.length === 0 ? html`<p>Nothing was done.</p>` : ''}
      ${deskTable('Latest first. Each action was recorded before it was done, or together with it.', columns, entries.map(cellsOf), { className: 'lines' })}
      ${next ? earlier : ''}`,
  }
}

interface Known {
  firm: Offering
  names: StaffNames
}

type Sessions = ReadonlyMap<string, { member: string; at: string }>
type InWords = (subject: string, known: Known & { sessions: Sessions }) => Html | string

const SPANS: Readonly<Record<string, string>> = { all: 'all months', today: 'Today' }
const memberInWords: InWords = (member, { names }) => nameOf(member, names)
const claimInWords: InWords = (registration, known) =>
  registration === audit.NONE_FOUND ? 'no claim was found' : html`claim of ${subjectLink(registration, known)}`

type ActionGroup = audit.Action extends `${infer Group}.${string}` ? Group : never

/** The words for the subject of an action, by the first part of the action's name. */
const GROUPS: Readonly<Record<string, InWords>> = {
  session(id, { names, sessions }) {
    const session = sessions.get(id)
    if (!session) return html`a session that is no longer stored (<code>${id.slice(0, 8)}…</code>)`
    return html`session of ${nameOf(session.member, names)}, begun ${timeElement(session.at)}`
  },
  staff: memberInWords,
  passkey: memberInWords,
  inquiries: (span) => SPANS[span] ?? (isMonth(span) ? monthInWords(span) : span),
  inquiry: subjectLink,
  claims: claimInWords,
  claim: claimInWords,
  registration: claimInWords,
  mail(id, known) {
    const { kind, subject } = parseMessageId(id)
    return html`${labelOf(kind)}, ${subjectLink(subject, known)}`
  },
  clients: () => 'the firm’s list',
  address: (counts) => counts,
} satisfies Record<ActionGroup, InWords>

const groupOf = ({ action }: audit.AuditRecord) => action.split('.', 1)[0] ?? ''

/** Sessions are stored for a day. The start of an older session may be among the entries. */
async function sessionsOf(ports: Pick<Ports, 'store'>, entries: readonly audit.AuditRecord[]): Promise<Sessions> {
  const started = entries.filter(({ action }) => action === ('session.started' satisfies audit.Action))
  const sessions = new Map(started.map(({ subject, by, at }) => [subject, { member: by, at }]))
  const ids = new Set(entries.filter((entry) => groupOf(entry) === 'session').map(({ subject }) => subject))
  const read = await Promise.all(
    [...ids].filter((id) => !sessions.has(id)).map(async (id) => [id, await readSessionRecord(ports, id)] as const),
  )
  for (const [id, start] of read) if (start) sessions.set(id, start)
  return sessions
}

/** @returns the name of a member; otherwise the subject's id, as a link if the subject has a page */
export function subjectLink(subject: string, { firm, names }: Known): Html {
  const name = names.get(subject)
  if (name !== undefined) return html`${name}`
  const page = subject.startsWith('reg_')
    ? isOffered(firm, 'agents') && claimPath(subject)
    : parseReference(subject) === subject
      ? inquiryPath(subject)
      : undefined
  return page ? html`<a href="${page}">${subject}</a>` : html`<code>${subject}</code>`
}
