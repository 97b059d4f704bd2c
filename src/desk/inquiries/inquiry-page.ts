/**
 * `/desk/inquiries/:reference`: shows one inquiry and changes it.
 */
import { html } from 'hono/html'
import {
  type InquiryChange,
  applyChange,
  type Editor,
  MAX_NOTE_LENGTH,
  type ChangeOutcome,
} from '../../inquiries/change.ts'
import { isStatus } from '../../inquiries/status.ts'
import { listErasures } from '../../inquiries/erasure.ts'
import { officeTime } from '../../dates.ts'
import { parseReference } from '../../inquiries/reference.ts'
import { type FullInquiry, readByReference } from '../../inquiries/reader.ts'
import { canSend } from '../../mail/message.ts'
import { replyToInquiry } from '../../service/reply-to-inquiry.ts'
import { noticeOfAssignment } from '../../service/staff-mail.ts'
import { recordAudit } from '../../staff/audit.ts'
import type { DeskAnswer, DeskContext } from '../page.ts'
import { type FormName, inquiryCard, inquiryForms, inquiryHistory, type TypedForm } from './card.ts'
import { INQUIRIES_PATH, inquiryPath } from './inquiry-table.ts'
import { NOT_DONE_YET } from '../unsent-form.ts'
import { passagesLeft, replySection, replyStates } from './reply-section.ts'
import { withInbox } from '../with-inbox.ts'
import { alertBox } from '../ui/format.ts'
import { currentStaff, staffNames } from '../../staff/staff-names.ts'

/** Why a reply was not sent. */
type ReplyRefusal = 'no-mail' | 'no-text' | 'unfinished'

interface RefusalText {
  status: number
  text: string
  /** The invalid field. */
  field?: FormName
}

/** Messages for changes that were not made. What was typed is still in the form. */
const REFUSALS: Readonly<Record<Exclude<ChangeOutcome, 'done' | 'gone'> | ReplyRefusal, RefusalText>> = {
  changed: {
    status: 409,
    text: 'Someone else changed this inquiry meanwhile, so your change was not made. The history below shows what happened; what you wrote is still in the form. Send it again if it is still right.',
  },
  nothing: { status: 422, text: 'This would change nothing, so nothing was done.' },
  'out-of-turn': {
    status: 422,
    text: 'This status cannot follow the current one, so nothing was done.',
    field: 'status',
  },
  'too-long': {
    status: 422,
    text: `The note has more than ${MAX_NOTE_LENGTH.toLocaleString('en-US')} characters, so nothing was stored. It is still in the form: shorten it, or add it as two notes.`,
    field: 'note',
  },
  'unknown-assignee': {
    status: 422,
    text: 'The person you chose is not a current member of staff, so nothing was done.',
    field: 'assignee',
  },
  full: { status: 422, text: 'This inquiry has reached the maximum number of changes, so nothing was done.' },
  'no-mail': { status: 422, text: 'No mail server is set or the inquiry cannot be opened, so nothing was sent.' },
  'no-text': { status: 422, text: 'The reply has no text, so nothing was sent.', field: 'note' },
  unfinished: {
    status: 422,
    text: 'The reply has a passage in square brackets that is still to be filled in, so nothing was sent.',
    field: 'note',
  },
}

const FORMS: readonly FormName[] = ['status', 'assignee', 'note', 'reply']
const isFormName = (what: string): what is FormName => FORMS.some((form) => form === what)

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
  const { service, member, inbox, params, form } = context
  const { reference = '' } = params
  const read = async () =>
    (await readByReference(service, inbox, reference)).find(({ id }) => id.receivedAt === form.get('received'))
  const inquiry = await read()
  const what = form.get('what') ?? ''
  if (!inquiry || !isFormName(what)) return inquiryNotFound(context, reference)
  await recordAudit(service, member.id, `inquiry.${what}`, inquiry.id.reference)
  const typed = readTypedForm(form)
  const editor = { seen: Number(form.get('seen') ?? Number.NaN), by: member.id }
  const outcome = await (typed.what === 'reply' ? sendReply : change)(context, inquiry, typed, editor)
  if (outcome === 'done') return { redirect: inquiryPath(reference) }
  const now = outcome === 'gone' ? undefined : await read()
  return now && outcome !== 'gone'
    ? inquiryPageOf(context, now, { ...REFUSALS[outcome], typed })
    : inquiryNotFound(context, reference)
})

/** Does what a form says. */
type Perform = (
  context: DeskContext,
  inquiry: FullInquiry,
  typed: TypedForm,
  editor: Editor,
) => Promise<ChangeOutcome | ReplyRefusal>

const change: Perform = async ({ service }, { id }, typed, editor) => {
  const isUnknownAssignee =
    typed.what === 'assignee' && typed.assignee !== '' && !(await currentStaff(service)).has(typed.assignee)
  if (isUnknownAssignee) return 'unknown-assignee'
  const asked = changeIn(typed)
  const together = noticeOfAssignment(service, id, asked.assignee, editor.by)
  return applyChange(service, id, asked, { ...editor, together })
}

/** An inquiry that is assigned to no one is assigned to the member who replies. */
const sendReply: Perform = async ({ service, member }, { record, state }, { note, status }, editor) => {
  const reply = note.trim()
  if (!record || !canSend(service, 'reply')) return 'no-mail'
  if (reply === '') return 'no-text'
  if ((await passagesLeft(service, reply)).length > 0) return 'unfinished'
  const assignee = state.assignee ?? member.id
  return replyToInquiry(service, record, { reply, assignee, status: isStatus(status) ? status : undefined }, editor)
}

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

function readTypedForm(form: URLSearchParams): TypedForm {
  const what = form.get('what') ?? ''
  const note = (form.get('note') ?? '').replace(/\r\n?/g, '\n')
  return {
    what: isFormName(what) ? what : 'note',
    status: form.get('status') ?? '',
    assignee: form.get('assignee') ?? '',
    note,
  }
}

function changeIn({ what, status, assignee, note }: TypedForm): InquiryChange {
  if (what === 'note') return { note }
  if (what === 'assignee') return { assignee: assignee || null }
  return { status: isStatus(status) ? status : undefined, note }
}

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
  return {
    title: `Inquiry ${inquiry.id.reference}`,
    status: refusal?.status ?? 200,
    content: html`${refusal ? alertBox(refusal.text) : ''}
      ${inquiryCard(inquiry, names, service)}
      ${await replySection(context, inquiry, typedReply)}
      ${inquiryHistory(inquiry, names, replies)}
      ${inquiryForms(inquiry, { names, current }, member, refusal)}`,
  }
}

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
