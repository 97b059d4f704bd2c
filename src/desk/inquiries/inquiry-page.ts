/**
 * `/desk/inquiries/:reference`: shows one inquiry and changes it.
 */
import { html } from 'hono/html'
import { listErasures } from '../../inquiries/erasure.ts'
import { officeTime } from '../../dates.ts'
import { parseReference } from '../../inquiries/reference.ts'
import { type FullInquiry, readByReference } from '../../inquiries/reader.ts'
import { recordAudit } from '../../staff/audit.ts'
import type { DeskAnswer, DeskContext } from '../page.ts'
import { inquiryFacts, inquiryHead, inquiryHeading, inquiryHistory, inquiryMessage } from './card.ts'
import { inquiryForms } from './change-forms.ts'
import { doneLine, donePath } from './done-line.ts'
import {
  isFormName,
  performForm,
  readTypedForm,
  REFUSALS,
  type RefusalText,
  type TypedForm,
} from './inquiry-changes.ts'
import { INQUIRIES_PATH, inquiryPath } from './inquiry-table.ts'
import { NOT_DONE_YET } from '../unsent-form.ts'
import { replySection, replyStates } from './reply-section.ts'
import { withInbox } from '../with-inbox.ts'
import { alertBox } from '../ui/format.ts'
import { currentStaff, staffNames } from '../../staff/staff-names.ts'

/** Shows the inquiry. */
export const showInquiry = withInbox(async (context) => {
  const { service, inbox, url, params } = context
  const { reference = '' } = params
  const parsed = parseReference(reference)
  if (!parsed) return inquiryNotFound(context, reference)
  if (parsed !== reference) return { redirect: inquiryPath(parsed) }
  const found = await readByReference(service, inbox, parsed)
  const received = url.searchParams.get('received')
  const [only] = found.length === 1 ? found : found.filter(({ id }) => id.receivedAt === received)
  if (only) return openInquiry(context, only)
  return found.length > 0 ? chooseInquiry(found) : inquiryNotFound(context, parsed)
})

/** Applies a change by one of the page's forms. */
export const changeInquiry = withInbox(async (context) => {
  const { service, inbox, params, form } = context
  const { reference = '' } = params
  const read = async () =>
    (await readByReference(service, inbox, reference)).find(({ id }) => id.receivedAt === form.get('received'))
  const inquiry = await read()
  const typed = readTypedForm(form)
  if (!inquiry || !isFormName(form.get('what'))) return inquiryNotFound(context, reference)
  const outcome = await performForm(context, inquiry, typed)
  if (outcome === 'done') return { redirect: donePath(reference, typed.what) }
  const now = outcome === 'gone' ? undefined : await read()
  return now && outcome !== 'gone'
    ? inquiryPageOf(context, now, { ...REFUSALS[outcome], typed })
    : inquiryNotFound(context, reference)
})

/** Shows the inquiry with the unsent form filled in again. Changes nothing. */
export const restoreInquiry = withInbox(async (context) => {
  const { service, inbox, params, form } = context
  const { reference = '' } = params
  const parsed = parseReference(reference)
  if (!parsed) return inquiryNotFound(context, reference)
  const inquiry = (await readByReference(service, inbox, parsed)).find(
    ({ id }) => id.receivedAt === form.get('received'),
  )
  if (!inquiry) return inquiryNotFound(context, parsed)
  const meanwhile =
    Number(form.get('seen')) === inquiry.state.seq
      ? ''
      : ' Someone changed this inquiry meanwhile: read the history first.'
  return openInquiry(context, inquiry, { status: 200, text: NOT_DONE_YET + meanwhile, typed: readTypedForm(form) })
})

type RefusedForm = RefusalText & { typed: TypedForm }

async function openInquiry(context: DeskContext, inquiry: FullInquiry, refusal?: RefusedForm): Promise<DeskAnswer> {
  const [answer] = await Promise.all([
    inquiryPageOf(context, inquiry, refusal),
    recordAudit(context.service, context.member.id, 'inquiry.opened', inquiry.id.reference),
  ])
  return answer
}

async function inquiryPageOf(context: DeskContext, inquiry: FullInquiry, refusal?: RefusedForm): Promise<DeskAnswer> {
  const { service, member } = context
  const [names, current, replies] = await Promise.all([
    staffNames(service),
    currentStaff(service),
    replyStates(service, inquiry),
  ])
  const typedReply = refusal?.typed.what === 'reply' ? { ...refusal.typed, wrong: refusal.field } : undefined
  const [reply, done] = await Promise.all([
    replySection(context, inquiry, typedReply),
    doneLine(context, inquiry, names, replies),
  ])
  return {
    title: `Inquiry ${inquiry.id.reference}`,
    heading: inquiryHeading(inquiry),
    status: refusal?.status ?? 200,
    content: html`${refusal ? alertBox(refusal.text) : done}
      ${inquiryHead(inquiry, names, service)}
      ${jumpLinks(reply.toString() !== '')}
      <div class="inquiry">
        ${inquiryMessage(inquiry)}
        ${reply}
        ${inquiryForms(inquiry, { names, current }, member, refusal)}
        ${inquiryFacts(inquiry, service)}
        ${inquiryHistory(inquiry, names, replies)}
      </div>`,
  }
}

/** For narrow windows, where all of it is one column. */
const jumpLinks = (hasReply: boolean) =>
  html`<nav class="jumps" aria-label="On this page">${hasReply ? html`<a href="#reply">Reply</a>` : ''} <a href="#next">Status, note</a> <a href="#history">History</a></nav>`

/** References are random, so two inquiries may have the same one. */
function chooseInquiry(found: readonly FullInquiry[]): DeskAnswer {
  return {
    title: 'Two inquiries have this reference',
    content: html`<ul>${found.map(({ id }) => html`<li><a href="${inquiryPath(id.reference)}?received=${encodeURIComponent(id.receivedAt)}">The one received ${officeTime(id.receivedAt)}</a></li>`)}</ul>`,
  }
}

async function inquiryNotFound({ service }: DeskContext, reference: string): Promise<DeskAnswer> {
  const [erased] = await listErasures(service.store, reference)
  const names = erased && (await staffNames(service))
  return {
    title: 'There is no such inquiry',
    status: 404,
    content: html`<p>${erased ? `An inquiry with this reference was erased on ${officeTime(erased.at)} by ${names?.get(erased.by) ?? erased.by}.` : 'No inquiry has this reference. It may have been removed after it was closed.'}</p>
      <p><a href="${INQUIRIES_PATH}">All inquiries</a></p>`,
  }
}
