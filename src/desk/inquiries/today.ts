/**
 * `/desk`: what is to be done today. Counted from keys; only the rows that it shows are decrypted.
 */
import { html } from 'hono/html'
import { listWaitingClaims } from '../../agents/claims/claim-list.ts'
import { listOpenInquiries } from '../../inquiries/list.ts'
import { openRows } from '../../inquiries/reader.ts'
import { FIGURES, FIRST_STATUS, type Status, statusInWords } from '../../inquiries/status.ts'
import { outboxStatus } from '../../mail/outbox-status.ts'
import { type StaffInbox, StoreUnavailable } from '../../ports.ts'
import type { StoreStep } from '../../problem.ts'
import { checkReadiness } from '../../service/readiness.ts'
import type { Service } from '../../service/service.ts'
import { recordAudit } from '../../staff/audit.ts'
import { claimCount, CLAIMS_PATH } from '../claims/views.ts'
import type { Html } from '../page.ts'
import { ageBadge, INQUIRIES_PATH, inquiryPath, inquiryTable, isLate } from './inquiry-table.ts'
import { MAIL_PATH } from '../mail/pages.ts'
import { alertBox } from '../ui/format.ts'
import { withInbox } from '../with-inbox.ts'
import { staffNames } from '../../staff/staff-names.ts'

/** Rows of inquiries that have waited longest. */
const MAX_ROWS = 10
/** Claims that are read for an exact count; any more are counted by their keys, nearly as exactly. */
const MAX_CLAIMS_OPENED = 20

/** The table of figures has four in a row; the oldest inquiry is as wide as two and stands after as many. */
const FIGURES_BEFORE_OLDEST = 2

/** How many inquiries have a status, linked to their list, and how many of these are late. */
const statusFigure = (status: Status, count: number, late: number): Html =>
  html`<div><dt><a href="${INQUIRIES_PATH}?status=${status}">${capitalized(statusInWords(status))}</a></dt><dd>${count}${late > 0 ? html` <strong class="badge late">${late} late</strong>` : ''}</dd></div>`

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What is open, what of it waits for a first answer, and the rows of those that have waited longest. */
async function openToday(service: Service, inbox: StaffInbox) {
  const open = await listOpenInquiries(service)
  const waiting = open.inquiries.filter(({ state }) => state.status === FIRST_STATUS)
  return { ...open, waiting, rows: await openRows(service.store, inbox, waiting.slice(0, MAX_ROWS)) }
}

/** Whether the visit was recorded. What was decrypted may be shown only then. */
const isRecorded = (service: Service, member: string): Promise<boolean> =>
  recordAudit(service, member, 'inquiries.listed', 'today').then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreUnavailable) return false
      throw error
    },
  )

const storeWarning = (failed: StoreStep) =>
  `Nothing can be stored just now (${failed}): the site accepts no inquiry, and the desk opens none. Ask the person who runs this service.`

const retentionWarning = ({ statedRetentionDays, retentionDays }: Service) =>
  `The privacy page says that messages are kept for ${statedRetentionDays} days, but RETENTION_DAYS is ${retentionDays}. Ask the person who runs this service to build the site again with the same setting.`

export const todayPage = withInbox(async ({ service, member, inbox }) => {
  const [{ inquiries, more, waiting, rows }, claims, mail, names, failed, recorded] = await Promise.all([
    openToday(service, inbox),
    listWaitingClaims(service, { maxOpened: MAX_CLAIMS_OPENED }),
    outboxStatus(service),
    staffNames(service),
    checkReadiness(service),
    isRecorded(service, member.id),
  ])
  const trouble = failed ?? (recorded ? undefined : 'write')
  const undelivered = `${mail.failing.length + mail.givenUp.length}${mail.next === undefined ? '' : ' or more'}`
  const warnings = [
    ...(trouble ? [storeWarning(trouble)] : []),
    ...(service.statedRetentionDays === service.retentionDays ? [] : [retentionWarning(service)]),
    ...(mail.isAlarming ? [`Mail is stuck: ${undelivered} not delivered, see Mail.`] : []),
  ]
  const figures = FIGURES.map((status) => {
    const counted = inquiries.filter(({ state }) => state.status === status)
    return statusFigure(status, counted.length, counted.filter((listed) => isLate(listed, service)).length)
  })
  const spam = rows.filter(({ record }) => record && record.suspicions.length > 0).length
  const [oldest] = waiting
  const mine = inquiries.filter(({ state }) => state.assignee === member.id).length
  return {
    title: 'Today',
    content: html`${warnings.length > 0 ? alertBox(warnings.join(' ')) : ''}<dl class="figures">
        ${figures.slice(0, FIGURES_BEFORE_OLDEST)}
        <div class="wide"><dt>Oldest waiting</dt><dd>${oldest ? html`<a href="${inquiryPath(oldest.id.reference)}">${oldest.id.reference}</a> ${ageBadge(oldest, service)}` : 'none'}</dd></div>
        ${figures.slice(FIGURES_BEFORE_OLDEST)}
        <div><dt>Open, assigned to you</dt><dd>${mine}</dd></div>
        <div><dt><a href="${CLAIMS_PATH}">Claims waiting</a></dt><dd>${claimCount(claims)}</dd></div>
        <div><dt><a href="${MAIL_PATH}">Failed mail</a></dt><dd>${undelivered}${mail.isAlarming ? html` <strong class="badge late">not delivered</strong>` : ''}</dd></div>
      </dl>
      ${more ? html`<p>There are more open inquiries than these counts include.</p>` : ''}
      ${trouble ? '' : rows.length > 0 ? inquiryTable(`Waiting longest${spam > 0 ? ` (${spam} of these may be spam)` : ''}`, rows, names, service) : html`<p>No new inquiries are waiting.</p>`}
      <p class="small">Late: not answered within ${service.firm.replyWithin}, as the site promises.</p>`,
  }
})
