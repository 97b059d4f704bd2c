/** `/desk`: what is to be done today. Open inquiries are counted; only rows that are shown are decrypted. */
import { readKnownList } from '../../conflicts/known-parties.ts'
import { appointmentsToday } from './appointment-page.ts'
import { html } from 'hono/html'
import { countWaitingClaims } from '../../agents/claims/claim-list.ts'
import { listCurrent, listMonthsWithInquiries, openRows } from '../../inquiries/record.ts'
import * as states from '../../inquiries/status.ts'
import { ageInWords } from '../../inquiries/overdue.ts'
import { DAY_MS } from '../../duration.ts'
import { daysLeftInWords, daysUntil, officeTime, shortOfficeTime } from '../../dates.ts'
import { capitalized } from '../../letters.ts'
import { isOffered } from '../../offers.ts'
import { outboxStatus } from '../../mail/outbox.ts'
import { type StaffInbox, StoreUnavailable } from '../../ports.ts'
import { findClockGap } from '../../service/housekeeping.ts'
import { checkReadiness } from '../../service/readiness.ts'
import type { Service } from '../../service/service.ts'
import { CLAIMS_PATH } from '../claims/pages.ts'
import { type Html, type InboxContext, withInbox } from '../page.ts'
import { PATHS } from '../../site.ts'
import { CLIENTS_PATH } from '../clients/pages.ts'
import { STAFF_PATH } from '../staff/member-page.ts'
import { DATED, DUE, inQueueOrder, LATE, listFilterOf, MAYBE_SPAM, queueKeyFunction, URGENT } from './filter.ts'
import { INQUIRIES_PATH, inquiryTable, NEAR_DAYS } from './inquiry-table.ts'
import { telephoneLink } from './telephone-page.ts'
import { MAIL_PATH } from '../mail.ts'
import { newsRegion } from '../news.ts'
import { fill } from '../../words.ts'
import { alertBox } from '../ui.ts'
import { reachedRoles } from '../../staff/staff-address.ts'
import { staffNames } from '../../staff/staff-member.ts'
import words from '../words.json' with { type: 'json' }

const MAX_ROWS = 10
const MAX_CLAIMS_OPENED = 20

function figure(path: string, label: string, count: string | number, badge: Html | string = ''): Html | '' {
  if (String(count) === '0') return ''
  return html`<div>
        <dt><a href="${path}">${label}</a></dt>
        <dd>${count}${badge}</dd>
      </div>`
}

const attention = (status: string, text: string, isLate = false): Html =>
  html`<p class="attention"><a href="${INQUIRIES_PATH}?status=${status}"${isLate && html` class="late"`}>${text}</a></p>`

function sentencesOf(
  { inquiries: listed, maybeSpam }: Awaited<ReturnType<typeof openToday>>,
  countOf: (status: string) => number,
  now: Date,
): Html {
  const [urgent, late, due] = [countOf(URGENT), countOf(LATE), countOf(DUE)]
  const dates = listed.flatMap(({ state: { date } }) => (date && daysUntil(date, now) >= 0 ? [date] : [])).sort()
  const near = dates.filter((date) => daysUntil(date, now) <= NEAR_DAYS)
  const what = near.length === 1 ? '1 court date or deadline' : `${near.length} court dates or deadlines`
  const marked = urgent === 1 ? '1 person marked a message' : `${urgent} people marked their messages`
  const who = `${late} ${late === 1 ? 'person has' : 'people have'} waited longer than we promise`
  return html`${urgent > 0 ? attention(URGENT, `${marked} as urgent`) : ''}
    ${late > 0 ? attention(LATE, who, true) : maybeSpam.length > 0 ? '' : html`<p class="small">No one waits longer than we promise.</p>`}
    ${spamLine(maybeSpam, now)}
    ${due > 0 ? attention(DUE, `${due} ${due === 1 ? 'inquiry' : 'inquiries'} to look at again`) : ''}
    ${near[0] ? attention(DATED, `${what} within ${NEAR_DAYS} days: the next is ${daysLeftInWords(near[0], now)}`) : ''}`
}

/** The staff should look through possible spam once a day. The first parameter lists it oldest first. */
function spamLine([oldest, ...others]: readonly states.ListedInquiry[], now: Date): Html | '' {
  if (!oldest) return ''
  const { receivedAt } = oldest.id
  const text = `${others.length + 1} may be spam: look through once a day`
  const isLate = now.getTime() - Date.parse(receivedAt) > DAY_MS
  return attention(MAYBE_SPAM, `${text}. The oldest: ${ageInWords(receivedAt, now)}`, isLate)
}

async function openToday(service: Service, inbox: StaffInbox) {
  const [listed, months] = await Promise.all([listCurrent(service.store), listMonthsWithInquiries(service.store)])
  const open = listed.filter(({ state }) => states.isOpen(state.status)).reverse()
  const inquiries = open.filter((one) => !states.isMaybeSpam(one))
  const awaiting = inquiries.filter(({ state }) => states.awaitsAnswer(state))
  const waiting = inQueueOrder(awaiting, queueKeyFunction(service))
  const first = waiting.slice(0, MAX_ROWS).map(({ id }) => id)
  const rows = await openRows(service.store, inbox, first)
  const scheduled = listed.filter(({ state }) => state.appointmentAt !== undefined)
  const maybeSpam = open.filter(states.isMaybeSpam)
  return { hasNoInquiry: months.length === 0, scheduled, inquiries, waiting, maybeSpam, rows }
}

function firstSteps(isOwner: boolean): Html {
  const steps = [
    { path: STAFF_PATH, label: 'Add your passkey' },
    ...(isOwner ? [{ path: CLIENTS_PATH, label: 'Bring in the list of clients' }] : []),
    { path: PATHS.contact, label: 'Send yourself a test from the contact page' },
  ]
  return html`<h2>This is where inquiries arrive</h2>
    <p>To do first:</p>
    <ol class="steps">
      ${steps.map(({ path, label }) => html`<li><a href="${path}">${label}</a></li>`)}
    </ol>`
}

/** Decrypted texts may be shown only if the visit was recorded. @returns false when the store could not record it */
async function recordVisit({ audit }: InboxContext): Promise<boolean> {
  try {
    await audit('inquiries.listed', 'today')
    return true
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

const gapWarning = ({ from, to, heldUntil }: NonNullable<Awaited<ReturnType<typeof findClockGap>>>, now: Date) => {
  const times = { from, to, heldUntil, now: now.toISOString() }
  return fill(words.failures.gap, Object.fromEntries(Object.entries(times).map(([name, at]) => [name, officeTime(at)])))
}

type Outage = NonNullable<Awaited<ReturnType<typeof outboxStatus>>['outage']>

const outageWarning = ({ since, count }: Outage, now: Date) => {
  const waiting = count === 1 ? '1 message waits' : `${count} messages wait`
  return fill(words.failures.outage, { since: shortOfficeTime(since, now), waiting })
}

const mailNote = (text: string, label: string): Html =>
  html`<p role="note" class="small">${text} <a href="${STAFF_PATH}">${label}</a></p>`

const leftOutNote = (isOwner: boolean): Html =>
  html`<p role="note" class="small">Lines of the firm’s list were left out or not read in full.
    ${isOwner ? html`<a href="${CLIENTS_PATH}">See which</a>` : 'An owner can see which.'}</p>`

export const todayPage = withInbox(async (context) => {
  const { service, member, inbox } = context
  const [today, claimCount, mail, names, failedStep, gap, isRecorded, reached, list] = await Promise.all([
    openToday(service, inbox),
    countWaitingClaims(service, MAX_CLAIMS_OPENED),
    outboxStatus(service),
    staffNames(service),
    checkReadiness(service),
    findClockGap(service),
    recordVisit(context),
    reachedRoles(service),
    readKnownList(service.store),
  ])
  const { hasNoInquiry, inquiries, waiting, maybeSpam, rows, scheduled } = today
  const appointments = await appointmentsToday(service, scheduled)
  const isDamaged = failedStep === 'check'
  const trouble = (isDamaged ? undefined : failedStep) ?? (isRecorded ? undefined : 'write')
  const { statedRetentionDays: stated, retentionDays: set } = service
  const now = service.clock.now()
  const undelivered = `${mail.failing.length + mail.givenUp.length}${mail.hasMore ? ' or more' : ''}`
  const warnings = [
    ...(trouble ? [fill(words.failures.store, { failed: trouble })] : []),
    ...(isDamaged ? [words.failures.damaged] : []),
    ...(stated === set ? [] : [fill(words.failures.retention, { stated: `${stated}`, set: `${set}` })]),
    ...(gap ? [gapWarning(gap, now)] : []),
    ...(service.mailer ? [] : [words.failures.noMail]),
    ...(mail.outage ? [outageWarning(mail.outage, now)] : []),
    ...(mail.isAlarming && !mail.outage ? [`Mail is stuck: ${undelivered} not delivered, see Mail.`] : []),
  ]
  const countOf = (status: string, assignee = '') => {
    const wanted = listFilterOf({ status, assignee }, service)
    return inquiries.filter((one) => states.matchesState(one, wanted)).length
  }
  const undeliveredBadge = mail.isAlarming ? html` <strong class="badge late">not delivered</strong>` : ''
  const listPath = (status: string) => `${INQUIRIES_PATH}?status=${status}`
  const options = { ...service, names, hidesStatus: true }
  return {
    title: 'Today',
    content: html`${telephoneLink}
      ${newsRegion(service)}
      ${warnings.length > 0 ? alertBox(warnings.join(' ')) : ''}
      ${sentencesOf(today, countOf, now)}
      <dl class="figures">
        ${states.statusesOf('open').map((status) => figure(listPath(status), capitalized(status), countOf(status)))}
        ${figure(listPath(MAYBE_SPAM), 'Maybe spam', maybeSpam.length)}
        ${figure(`${INQUIRIES_PATH}?assignee=${member.id}`, 'Mine', countOf('', member.id))}
        ${isOffered(service.firm, 'agents') ? figure(CLAIMS_PATH, 'Claims waiting', claimCount.toLocaleString('en-US')) : ''}
        ${figure(MAIL_PATH, 'Failed mail', undelivered, undeliveredBadge)}
      </dl>
      ${appointments}
      ${hasNoInquiry ? firstSteps(member.owner) : ''}
      ${trouble ? '' : inquiryTable('Waiting, the most pressing first', rows, options)}
      ${trouble || rows.length > 0 || maybeSpam.length > 0 || hasNoInquiry ? '' : html`<p>No one is waiting for an answer.</p>`}
      ${waiting.length > MAX_ROWS ? html`<p><a href="${INQUIRIES_PATH}">All that wait: ${waiting.length}, and the others that are open</a></p>` : ''}
      ${list?.leftOut ? leftOutNote(member.owner) : ''} ${service.mailer && !reached.owner ? mailNote('Reminders of late inquiries and of dates reach no owner.', 'Enter an owner’s e-mail address') : ''}
      ${service.mailer && service.firm.onCall && !reached.onCall ? mailNote('Urgent messages reach no one on call.', 'Give a member that role, and an e-mail address') : ''}`,
  }
})
