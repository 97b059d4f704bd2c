/**
 * `/desk`: what is to be done today. Counted from keys; only the rows that it shows are decrypted.
 */
import { html } from 'hono/html'
import { listWaitingClaims } from '../../agents/claims/claim-list.ts'
import { listOpenInquiries } from '../../inquiries/list.ts'
import { openRows } from '../../inquiries/reader.ts'
import { outboxStatus } from '../../mail/outbox-status.ts'
import { recordAudit } from '../../staff/audit.ts'
import { CLAIMS_PATH } from '../claims/views.ts'
import type { Html } from '../page.ts'
import { ageBadge, INQUIRIES_PATH, inquiryPath, inquiryTable, isLate } from './inquiry-table.ts'
import { MAIL_PATH } from '../mail/pages.ts'
import { withInbox } from '../with-inbox.ts'
import { staffNames } from '../../staff/staff-names.ts'

/** Rows of inquiries that have waited longest. */
const MAX_ROWS = 10
/** Claims that are read for an exact count; any more are counted by their keys, nearly as exactly. */
const MAX_CLAIMS_OPENED = 20

const statusLink = (status: string, text: string): Html =>
  html`<a href="${INQUIRIES_PATH}?status=${status}">${text}</a>`

export const todayPage = withInbox(async ({ service, member, inbox }) => {
  await recordAudit(service, member.id, 'inquiries.listed', 'today')
  const [{ inquiries, more }, claims, { failing, givenUp, isAlarming }, names] = await Promise.all([
    listOpenInquiries(service),
    listWaitingClaims(service, MAX_CLAIMS_OPENED),
    outboxStatus(service),
    staffNames(service),
  ])
  const waiting = inquiries.filter(({ state }) => state.status === 'new')
  const rows = await openRows(service.store, inbox, waiting.slice(0, MAX_ROWS))
  const count = (status: string) => inquiries.filter(({ state }) => state.status === status).length
  const late = waiting.filter((listed) => isLate(listed, service)).length
  const spam = rows.filter(({ record }) => record && record.suspicions.length > 0).length
  const [oldest] = waiting
  const mine = inquiries.filter(({ state }) => state.assignee === member.id).length
  return {
    title: 'Today',
    content: html`<dl class="figures">
        <div><dt>${statusLink('new', 'New')}</dt><dd>${waiting.length}${late > 0 ? html` <strong class="badge late">${late} late</strong>` : ''}</dd></div>
        <div><dt>${statusLink('contacted', 'Contacted')}</dt><dd>${count('contacted')}</dd></div>
        <div class="wide"><dt>Oldest waiting</dt><dd>${oldest ? html`<a href="${inquiryPath(oldest.id.reference)}">${oldest.id.reference}</a> ${ageBadge(oldest, service)}` : 'none'}</dd></div>
        <div><dt>${statusLink('conflict_check', 'Conflict check')}</dt><dd>${count('conflict_check')}</dd></div>
        <div><dt>Open, assigned to you</dt><dd>${mine}</dd></div>
        <div><dt><a href="${CLAIMS_PATH}">Claims waiting</a></dt><dd>${claims.claims.length + claims.more}</dd></div>
        <div><dt><a href="${MAIL_PATH}">Failed mail</a></dt><dd>${failing.length + givenUp.length}${isAlarming ? html` <strong class="badge late">not delivered</strong>` : ''}</dd></div>
      </dl>
      ${more ? html`<p>There are more open inquiries than these counts include.</p>` : ''}
      ${rows.length > 0 ? inquiryTable(`Waiting longest${spam > 0 ? ` (${spam} of these may be spam)` : ''}`, rows, names, service) : html`<p>No new inquiries are waiting.</p>`}
      <p class="small">Late: not answered within ${service.firm.replyWithin}, as the site promises.</p>`,
  }
})
