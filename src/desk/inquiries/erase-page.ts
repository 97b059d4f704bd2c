/** `/desk/inquiries/:reference/erase`: erases the inquiries of one person. For owners. */
import { html } from 'hono/html'
import { parseCursor, cursorOf, isCursor } from '../../inquiries/list.ts'
import { monthOf, officeTime } from '../../dates.ts'
import { isHeld, readHistory, readState } from '../../inquiries/history.ts'
import type { InquiryId } from '../../inquiries/inquiry-id.ts'
import { forgetNames } from '../../inquiries/erasure.ts'
import { keepNames } from '../../inquiries/kept-names.ts'
import { parseReference } from '../../inquiries/reference.ts'
import { isOffered } from '../../offers.ts'
import { eraseWithMail } from '../../service/erasure.ts'
import { PERSON_SEARCH_LIMITS, type FullInquiry, openRows, readByReference, readPage } from '../../inquiries/reader.ts'
import { SPAM_STATUS } from '../../inquiries/status.ts'
import { recordAudit } from '../../staff/audit.ts'
import { searchByEmail } from '../claims/pages.ts'
import { forgetOffer } from '../claims/forget.ts'
import { type DeskAnswer, type Html, type SignedIn, type InboxContext, withInbox } from '../page.ts'
import { INQUIRIES_PATH, inquiryPath } from './inquiry-table.ts'
import type { ClaimView } from '../../agents/claims/claim-list.ts'
import { printable } from '../../inquiries/printable.ts'
import { claimPath } from '../claims/views.ts'
import { hiddenFields, alertBox, describedByAlert, timeElement, tickField } from '../ui.ts'
import { LOOK_UP_PATH } from './look-up-page.ts'

/** Ticks of the form: that names stay, and that nothing speaks against it. */
const KEEP_NAMES = 'keep-names'
const NO_DISPUTE = 'no-dispute'

export const showErase = withInbox(async (context) => {
  const inquiry = await findInquiry(context, context.url.searchParams.get('received'))
  if (!inquiry) return NOTHING_TO_ERASE
  return renderPage(context, inquiry, await findOthers(context, inquiry, { found: [inquiry.id], ticked: [inquiry.id] }))
})

export const erase = withInbox(async (context) => {
  const { form } = context
  const inquiry = await findInquiry(context, form.get('received'))
  if (!inquiry) return NOTHING_TO_ERASE
  const idsOf = (name: string) => form.getAll(name).flatMap((text) => parseCursor(text) ?? [])
  const [before, lookedBackTo] = ['before', 'looked-back-to']
    .map((name) => form.get(name) ?? '')
    .map((text) => (isCursor(text) ? text : undefined))
  const selection: EraseSelection = { found: idsOf('found'), ticked: idsOf('inquiry'), next: before, lookedBackTo }
  if (form.get('what') === 'search') return renderPage(context, inquiry, await findOthers(context, inquiry, selection))
  if (selection.ticked.length === 0)
    return renderPage(context, inquiry, selection, 'Nothing was erased: no inquiry is checked.')
  if (parseReference(form.get('confirm') ?? '') !== inquiry.id.reference)
    return renderPage(context, inquiry, selection, 'Nothing was erased: you typed a different reference.')
  if (!form.has(NO_DISPUTE))
    return renderPage(
      context,
      inquiry,
      selection,
      'Nothing was erased: check the box that nothing prevents it, or keep it.',
    )
  return eraseAll(context, selection.ticked, inquiry.record?.request.email)
})

/** @param email of the person, to go on with; undefined when it is not known */
async function eraseAll({ service, inbox, member, form }: InboxContext, ids: readonly InquiryId[], email?: string) {
  const erased: string[] = []
  const keepsNames = form.has(KEEP_NAMES)
  const endedAt = service.clock.now().toISOString()
  const read = async (id: InquiryId) => {
    const [state, history] = await Promise.all([readState(service.store, id), readHistory(service.store, id)])
    return { id, state, held: isHeld(history) }
  }
  const listed = await Promise.all(ids.map(read))
  const held = listed.filter((one) => one.held).map(({ id }) => id.reference)
  const rows = await openRows(
    service.store,
    inbox,
    listed.filter((one) => !one.held),
  )
  // One after the other, so that after an interruption the audit trail names only inquiries whose erasure began.
  for (const { id, record, state } of rows) {
    if (!keepsNames) await forgetNames(service.store, id)
    else if (record && state.status !== SPAM_STATUS)
      await keepNames(service, id, record.request, { status: state.status, endedAt })
    await recordAudit(service, member.id, 'inquiry.erased', id.reference)
    if (await eraseWithMail(service, id, member.id)) erased.push(id.reference)
  }
  const heldWords = `Not erased, because of a legal hold: ${held.join(', ')}. A lawyer can end the hold on the page of the inquiry.`
  if (erased.length === 0)
    return held.length > 0
      ? {
          title: 'Nothing was erased',
          status: 409,
          content: html`${alertBox(heldWords)}<p><a href="${INQUIRIES_PATH}">All inquiries</a></p>`,
        }
      : NOTHING_TO_ERASE
  return {
    title: erased.length === 1 ? `${erased[0]} is erased` : `${erased.length} inquiries are erased`,
    content: html`<p>
        Erased: ${erased.join(', ')}, with message, notes, history, and unsent mail about it. Only a record remains that it was
        erased, when, and by whom${keepsNames ? ', and the names, for conflict checks' : ''}.
      </p>
      ${held.length > 0 ? html`<p><strong>${heldWords}</strong></p>` : ''}
      <p>
        You must erase copies elsewhere: e-mail to and from the person, exports, backups of the store, and the firm’s own
        list, if it names them.
      </p>
      ${email === undefined ? '' : forgetOffer(email, member)}
      <p><a href="${INQUIRIES_PATH}">All inquiries</a></p>`,
  }
}

/** @param received time of receipt, which selects one of two inquiries with the same reference */
async function findInquiry({ service, inbox, params: { reference = '' } }: InboxContext, received: string | null) {
  const found = await readByReference(service.store, inbox, reference)
  return found.length === 1 ? found[0] : found.find(({ id }) => id.receivedAt === received)
}

/** Searches for more inquiries from the same e-mail address, from the cursor on, and ticks each one found. */
async function findOthers(
  { service, inbox, member }: InboxContext,
  { id, record }: FullInquiry,
  selection: EraseSelection,
): Promise<EraseSelection> {
  const email = record?.request.email
  // Without an address nothing says which others are of the same person.
  if (email === undefined) return selection
  const from = monthOf(selection.next ?? service.clock.now().toISOString())
  await recordAudit(service, member.id, 'inquiries.searched', from)
  const { rows, next, lookedBackTo } = await readPage(
    service.store,
    inbox,
    { email },
    { before: selection.next, ...PERSON_SEARCH_LIMITS },
  )
  const more = rows.map((row) => row.id).filter((one) => cursorOf(one) !== cursorOf(id))
  return { found: [...selection.found, ...more], ticked: [...selection.ticked, ...more], next, lookedBackTo }
}

async function renderPage(context: InboxContext, inquiry: FullInquiry, selection: EraseSelection, error?: string) {
  const { service, member } = context
  await recordAudit(service, member.id, 'inquiry.opened', inquiry.id.reference)
  const email = inquiry.record?.request.email
  const hasClaims = isOffered(service.firm, 'agents')
  const claims = email === undefined || !hasClaims ? [] : await searchByEmail(context, email)
  return {
    title: `Erase ${inquiry.id.reference}?`,
    status: error ? 422 : 200,
    content: html`${ownerSummary(inquiry, hasClaims ? claims : undefined, member)}
      ${eraseForm(inquiry.id, context, selection, error)}`,
  }
}

const NOTHING_TO_ERASE: DeskAnswer = {
  title: 'There is nothing to erase',
  status: 404,
  content: html`<p>No inquiry has this reference, or it was already erased. <a href="${INQUIRIES_PATH}">All inquiries</a></p>`,
}

interface EraseSelection {
  /** The inquiry of the page, and others of the same address. */
  found: readonly InquiryId[]
  ticked: readonly InquiryId[]
  /** Cursor from which the search continues; undefined when all were searched. */
  next?: string | undefined
  /** Cursor of the oldest inquiry that was searched. */
  lookedBackTo?: string | undefined
}

/** Whose data it is, and which claims there are for the same e-mail address, where agents have any. */
function ownerSummary({ record }: FullInquiry, claims: readonly ClaimView[] | undefined, member: SignedIn): Html {
  if (!record)
    return html`<p>It was encrypted for another key, so its sender and their other inquiries are not known.</p>`
  const { name, email } = record.request
  const [address, others] =
    email === undefined
      ? ['without an e-mail address', 'Other inquiries']
      : [html`<bdi>${printable(email)}</bdi>`, 'Inquiries from another address']
  return html`<p>
      Sent by <strong><bdi>${printable(name)}</bdi></strong>, ${address}. ${others} are found only by
      <a href="${LOOK_UP_PATH}">look-up</a>.
    </p>
    ${
      email === undefined || !claims
        ? ''
        : claims.length === 0
          ? html`<p>No agent asks to act for this address.</p>`
          : html`<p>Not erased with the inquiry: agents' requests to act for this address.</p>
          <ul>
            ${claims.map(
              ({ registration, state, startedAt }) =>
                html`<li><a href="${claimPath(registration)}">Asked ${officeTime(startedAt)}</a>: ${state}</li>`,
            )}
          </ul>`
    }
    ${email === undefined ? '' : forgetOffer(email, member)}`
}

/** @param error why nothing was erased */
function eraseForm(
  { reference, receivedAt }: InquiryId,
  { service, member, form }: InboxContext,
  { found, ticked, next, lookedBackTo }: EraseSelection,
  error?: string,
): Html {
  const keepsNames = !form.has('found') || form.has(KEEP_NAMES)
  const isTicked = (id: InquiryId) => ticked.some((one) => cursorOf(one) === cursorOf(id))
  return html`${error ? alertBox(error) : ''}
    <form method="post" action="${inquiryPath(reference)}/erase" class="form" autocomplete="off">
      ${hiddenFields(member, {
        received: receivedAt,
        ...(next && { before: next }),
        ...(lookedBackTo && { 'looked-back-to': lookedBackTo }),
      })}
      ${found.map((id) => html`<input type="hidden" name="found" value="${cursorOf(id)}">`)}
      <fieldset>
        <legend>Erase, with notes, history and unsent mail about it</legend>
        ${found.map((id) => inquiryTick(id, isTicked(id)))}
      </fieldset>
      <p>${searchSummary(found.length, next, lookedBackTo)} Erased inquiries cannot be restored.</p>
      ${service.keepsNames ? tickField({ name: KEEP_NAMES, isTicked: keepsNames }, KEEP_NAMES_LABEL) : ''}
      ${tickField({ name: NO_DISPUTE, isTicked: form.has(NO_DISPUTE) }, NO_DISPUTE_LABEL)}
      <div class="field">
        <label for="confirm">To confirm, type the reference ${reference}</label>
        <input id="confirm" name="confirm" value="${form.get('confirm') ?? ''}" autocomplete="off" spellcheck="false"
          required${error ? describedByAlert : ''}>
      </div>
      <div class="actions">
        <button type="submit" name="what" value="erase" class="danger">Erase for good</button>
        <a class="button quiet" href="${inquiryPath(reference)}">Keep it</a>
        ${next ? LOOK_FURTHER : ''}
      </div>
    </form>`
}

const LOOK_FURTHER = html`<button type="submit" name="what" value="search" class="quiet" formnovalidate>
  Look further back for others
</button>`
const KEEP_NAMES_LABEL = 'Keep the names, for conflict checks (rule 4-1.18)'
const NO_DISPUTE_LABEL = 'There is no dispute, complaint or subpoena for which it must be kept (rule 4-3.4(a))'

const inquiryTick = (id: InquiryId, isTicked: boolean): Html =>
  tickField(
    { name: 'inquiry', value: cursorOf(id), isTicked },
    html`${id.reference}, received ${timeElement(id.receivedAt)}`,
  )

function searchSummary(found: number, next: string | undefined, lookedBackTo: string | undefined): string {
  if (lookedBackTo === undefined) return ''
  const others =
    found > 1
      ? `${found - 1} other${found > 2 ? 's' : ''} from this e-mail address found`
      : 'No others from this e-mail address found'
  return next
    ? `${others}, back to ${officeTime(lookedBackTo.split('/')[0] ?? '')}; earlier inquiries have not been searched.`
    : `${others}; all inquiries were searched.`
}
