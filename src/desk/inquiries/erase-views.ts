/**
 * The erase page as HTML: whose data it is, what will be erased, and what will not.
 */
import { html } from 'hono/html'
import type { ClaimView } from '../../agents/claims/claim-list.ts'
import { cursorOf } from '../../inquiries/list.ts'
import type { InquiryId } from '../../inquiries/inquiry-id.ts'
import { officeTime } from '../../dates.ts'
import { printable } from '../../inquiries/printable.ts'
import type { FullInquiry } from '../../inquiries/reader.ts'
import { forgetOffer } from '../claims/forget-views.ts'
import { claimPath } from '../claims/views.ts'
import { hiddenFields } from '../ui/form-fields.ts'
import type { Html, SignedIn } from '../page.ts'
import { inquiryPath } from './inquiry-table.ts'
import { LOOK_UP_PATH } from './look-up-page.ts'
import { alertBox, describedByAlert, timeElement } from '../ui/format.ts'

/** The inquiries that the page offers to erase. */
export interface EraseSelection {
  /** The inquiry of the page, and others of the same address. */
  found: readonly InquiryId[]
  ticked: readonly InquiryId[]
  /** Cursor from which the search continues; undefined when all were searched. */
  next?: string | undefined
  /** Cursor of the oldest inquiry that was searched. */
  lookedBackTo?: string | undefined
}

/**
 * Whose data it is.
 * @param claims claims for the same e-mail address
 */
export function ownerSummary({ record }: FullInquiry, claims: readonly ClaimView[], member: SignedIn): Html {
  if (!record)
    return html`<p>It was encrypted for another key, so its sender and their other inquiries are not known.</p>`
  const { name, email } = record.request
  return html`<p>Sent by <strong><bdi>${printable(name)}</bdi></strong>, ${email === undefined ? 'without an e-mail address' : html`<bdi>${printable(email)}</bdi>`}. ${email === undefined ? 'Other inquiries' : 'Inquiries from another address'} are found only by <a href="${LOOK_UP_PATH}">look-up</a>.</p>
    ${
      email === undefined
        ? ''
        : claims.length === 0
          ? html`<p>No agent asks to act for this address.</p>`
          : html`<p>Not erased with the inquiry: requests of agents to act for this address.</p>
          <ul>${claims.map(({ registration, state, startedAt }) => html`<li><a href="${claimPath(registration)}">Asked ${officeTime(startedAt)}</a>: ${state}</li>`)}</ul>`
    }
    ${email === undefined ? '' : forgetOffer(email, member)}`
}

/** @param error why nothing was erased */
export function eraseForm(
  { reference, receivedAt }: InquiryId,
  member: SignedIn,
  { found, ticked, next, lookedBackTo }: EraseSelection,
  error?: string,
): Html {
  const isTicked = (id: InquiryId) => ticked.some((one) => cursorOf(one) === cursorOf(id))
  return html`${error ? alertBox(error) : ''}
    <form method="post" action="${inquiryPath(reference)}/erase" class="form" autocomplete="off">
      ${hiddenFields(member, { received: receivedAt, ...(next && { before: next }), ...(lookedBackTo && { 'looked-back-to': lookedBackTo }) })}
      ${found.map((id) => html`<input type="hidden" name="found" value="${cursorOf(id)}">`)}
      <fieldset>
        <legend>Erase, with notes, history and unsent mail about it</legend>
        ${found.map((id) => html`<p class="tick"><label><input type="checkbox" name="inquiry" value="${cursorOf(id)}"${isTicked(id) ? html` checked` : ''}> <span>${id.reference}, received ${timeElement(id.receivedAt)}</span></label></p>`)}
      </fieldset>
      <p>${searchSummary(found.length, next, lookedBackTo)} Erased inquiries cannot be restored.</p>
      <div class="field">
        <label for="confirm">To confirm, type the reference ${reference}</label>
        <input id="confirm" name="confirm" autocomplete="off" spellcheck="false" required${error ? describedByAlert : ''}>
      </div>
      <div class="actions">
        <button type="submit" name="what" value="erase" class="danger">Erase for good</button>
        <a class="button quiet" href="${inquiryPath(reference)}">Keep it</a>
        ${next ? html`<button type="submit" name="what" value="search" class="quiet" formnovalidate>Look further back for others</button>` : ''}
      </div>
    </form>`
}

function searchSummary(found: number, next: string | undefined, lookedBackTo: string | undefined): string {
  if (lookedBackTo === undefined) return ''
  const others =
    found > 1
      ? `${found - 1} other${found > 2 ? 's' : ''} from this e-mail address found`
      : 'No others from this e-mail address found'
  return next
    ? `${others}, back to ${officeTime(lookedBackTo.split('/')[0] ?? '')}. Earlier inquiries were not searched yet.`
    : `${others}; all inquiries were searched.`
}
