/** `/desk/inquiries/:reference`: shows one inquiry and changes it. */
import { html } from 'hono/html'
import {
  type ConflictSources,
  checkConflicts,
  readConflictSources,
  withoutTexts,
} from '../../inquiries/conflict-check.ts'
import { listErasures } from '../../inquiries/erasure.ts'
import { officeTime } from '../../dates.ts'
import { parseReference } from '../../inquiries/reference.ts'
import { type FullInquiry, readByReference, type ReadChange } from '../../inquiries/reader.ts'
import { recordAudit } from '../../staff/audit.ts'
import { type DeskAnswer, type DeskContext, type Html, type InboxContext, withInbox } from '../page.ts'
import { inquiryFacts, inquiryHead, inquiryHeading, inquiryHistory, inquiryMessage } from './card.ts'
import * as forms from './change-forms.ts'
import { conflictSection, READ_ANYWAY } from './conflict-section.ts'
import { INQUIRIES_PATH, inquiryPath, ageBadge } from './inquiry-table.ts'
import { namesOnlyPage, REMOVE_NAMES, removeNames } from './kept-names-page.ts'
import { talkPath } from './talk-page.ts'
import { replySection, replyStates, type ReplyState, type ReplyStates } from './reply-section.ts'
import { alertBox } from '../ui.ts'
import { readStaff, staffNames, type StaffNames } from '../../staff/staff-member.ts'
import { inquiryPlace } from '../../inquiries/inquiry-id.ts'
import { type ListedInquiry, listOpenInquiries } from '../../inquiries/list.ts'
import { findingInWords } from '../../inquiries/history.ts'
import { awaitsAnswer, statusInWords } from '../../inquiries/status.ts'
import { isOffered } from '../../offers.ts'
import { once } from '../../remembered.ts'
import { PATHS } from '../../site.ts'

export const showInquiry = withInbox(async (context) => {
  const { service, inbox, url, params } = context
  const { reference = '' } = params
  const parsed = parseReference(reference)
  if (!parsed) return inquiryNotFound(context, reference)
  if (parsed !== reference) return { redirect: inquiryPath(parsed) }
  const [found, beside] = await Promise.all([readByReference(service.store, inbox, parsed), readBeside(context)])
  const received = url.searchParams.get('received')
  const [only] = found.length === 1 ? found : found.filter(({ id }) => id.receivedAt === received)
  if (only) return openInquiry(context, only, beside)
  if (found.length > 0) return chooseInquiry(found)
  return (await namesOnlyPage(context, parsed)) ?? inquiryNotFound(context, parsed)
})

export const changeInquiry = withInbox(async (context) => {
  const { service, inbox, params, form } = context
  const { reference = '' } = params
  if (form.get('what') === REMOVE_NAMES) return removeNames(context, reference)
  const read = async () =>
    (await readByReference(service.store, inbox, reference)).find(({ id }) => id.receivedAt === form.get('received'))
  const inquiry = await read()
  const what = form.get('what')
  if (!inquiry || !forms.isFormName(what)) return inquiryNotFound(context, reference)
  const typed = forms.readTypedForm(form)
  const check = once(async () =>
    checkConflicts(await readConflictSources(service, inbox), inquiry, service.foldsUnlisted),
  )
  const outcome = await forms.performForm(context, inquiry, typed, check)
  if (outcome === 'done' && what !== READ_ANYWAY) return { redirect: donePath(reference, typed.what) }
  const [now, beside] = await Promise.all([outcome === 'gone' ? undefined : read(), readBeside(context)])
  if (!now || outcome === 'gone') return inquiryNotFound(context, reference)
  if (outcome === 'done') return openInquiry(context, now, beside, { isRead: true })
  const { status = 422, text, field } = forms.REFUSALS[outcome]
  const who = outcome === 'not-lawyer' ? `${forms.lawyersOnly(beside.staff.lawyers)} ` : ''
  return openInquiry(context, now, beside, { refusal: { text: who + text, field, status, typed } })
})

/** What the page of any inquiry needs besides the inquiry, read at the same time as that. */
interface Beside {
  sources: ConflictSources
  staff: Awaited<ReturnType<typeof readStaff>>
  /** Open inquiries, of which one is the next; read only after a change. */
  open: readonly ListedInquiry[]
}

async function readBeside({ service, inbox, url }: InboxContext): Promise<Beside> {
  const [sources, staff, open] = await Promise.all([
    readConflictSources(service, inbox),
    readStaff(service),
    url.searchParams.has(DONE) ? listOpenInquiries(service.store) : [],
  ])
  return { sources, staff, open }
}

/** What became of a form: it was refused; or the message is shown in spite of a possible conflict, this once. */
interface Sent {
  refusal?: forms.RefusalText & { typed: forms.TypedForm }
  isRead?: boolean
}

async function openInquiry(
  context: InboxContext,
  whole: FullInquiry,
  { sources, staff: { names, current, lawyers }, open }: Beside,
  { refusal, isRead = false }: Sent = {},
): Promise<DeskAnswer> {
  const { service, member } = context
  const check = await checkConflicts(sources, whole, service.foldsUnlisted)
  // That it was read anyway is recorded with the reason.
  const action = check?.isFolded && !isRead ? 'inquiry.folded' : 'inquiry.opened'
  const [replies] = await Promise.all([
    replyStates(service, whole),
    recordAudit(service, member.id, action, whole.id.reference),
  ])
  const inquiry = check?.isFolded && !isRead ? withoutTexts(whole) : whole
  const typed = refusal && { ...refusal.typed, wrong: refusal.field }
  const typedReply = typed?.what === 'reply' ? typed : undefined
  // A conflict is answered too, with a letter that declines.
  const mayReply = !check?.isFolded || check.mark?.finding === 'conflict' || typedReply !== undefined
  const marking = { typed, isRead, lawyers }
  const reply = await (mayReply ? replySection(context, inquiry, typedReply) : html``)
  return {
    title: `Inquiry ${inquiry.id.reference}`,
    heading: inquiryHeading(inquiry),
    status: refusal?.status ?? 200,
    content: html`${refusal ? alertBox(refusal.text) : doneLine(context, inquiry, { names, replies, open })}
      ${inquiryHead(inquiry, names, service)}
      ${jumpLinks(reply.toString() !== '')}
      ${check ? conflictSection(inquiry, check, { names, member }, marking) : ''}
      <div class="inquiry">
        ${inquiryMessage(inquiry)}
        ${reply}
        ${forms.inquiryForms(inquiry, { names, current, retentionDays: service.retentionDays }, member, refusal)}
        ${service.consultations && isOffered(service.firm, 'talks') ? html`<p><a href="${talkPath(inquiry.id)}">Offer times for a talk, or say what became of it</a></p>` : ''}
        ${inquiryFacts(inquiry, names, service)}
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

/** Parameter with the form that was sent; also the id of the line. */
const DONE = 'done'

/** The page of an inquiry after one of its forms did what it says. */
export const donePath = (reference: string, what: forms.FormName): string =>
  `${inquiryPath(reference)}?${new URLSearchParams({ [DONE]: what })}`

/** The line, if the address says that a form was sent and the member's last change is one of that form. */
function doneLine(
  { service, member, url }: DeskContext,
  { id, record, history }: FullInquiry,
  { names, replies, open }: { names: StaffNames; replies: ReplyStates; open: Beside['open'] },
): Html {
  const what = url.searchParams.get(DONE)
  const last = history.findLast(({ by }) => by === member.id)
  if (!last || !forms.isFormName(what) || !last.changed.includes(forms.FORMS[what].field)) return html``
  const others = open.filter((other) => inquiryPlace(other.id) !== inquiryPlace(id))
  // The one that has waited longest for an answer, else the newest that is open.
  const next = others.find(({ state }) => awaitsAnswer(state)) ?? others.at(-1)
  const assignee = last.assignee === member.id ? 'you' : names.get(last.assignee ?? '')
  return html`<p role="status" tabindex="-1" id="${DONE}" autofocus class="done"><strong>${record?.writtenBy !== undefined && last.seq === 1 ? 'The call is stored. ' : ''}${sentencesOf(last, assignee ?? 'no one', replies.get(last.seq)).join(' ')}</strong>
    ${next ? html`<span class="next">Next: <a href="${inquiryPath(next.id.reference)}">${next.id.reference}</a>, ${ageBadge(next, service)}</span>` : html`<span class="next">No other inquiry is open. <a href="${PATHS.desk}">Today</a></span>`}</p>`
}

function sentencesOf({ changed, status, finding, hold }: ReadChange, assignee: string, reply: ReplyState | undefined) {
  const states = [
    changed.includes('status') && `now “${statusInWords(status)}”`,
    changed.includes('assignee') && `assigned to ${assignee}`,
  ].filter(Boolean)
  return [
    reply?.done,
    states.length > 0 && `The inquiry is ${states.join(' and ')}.`,
    finding && `Marked “${findingInWords(finding)}”.`,
    hold !== undefined && (hold ? 'Under a legal hold.' : 'The legal hold has ended.'),
    changed.includes('note') && 'Note added.',
  ].filter(Boolean)
}
