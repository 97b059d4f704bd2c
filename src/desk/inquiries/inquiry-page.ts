/** `/desk/inquiries/:reference`: shows and changes one inquiry, or shows and removes the names kept from an erased one. */
import { html } from 'hono/html'
import { findClaim } from '../../agents/claims/claim-list.ts'
import * as conflicts from '../../conflicts/conflict-check.ts'
import { findKeptNames } from '../../conflicts/kept-names.ts'
import { topicInWords } from '../../firm/topics.ts'
import { type FullInquiry, listErasures, listIds, listOpen, readByReference } from '../../inquiries/record.ts'
import { awaitsAnswer, isMaybeSpam, type ListedInquiry, type Contact, CALL_RESULTS } from '../../inquiries/status.ts'
import { type InquiryId, parseCursor, parseReference } from '../../inquiries/inquiry-id.ts'
import { eraseNames } from '../../service/erasure.ts'
import { vouchingLine } from '../claims/pages.ts'
import { type DeskAnswer, type DeskContext, type InboxContext, type SignedIn, withInbox } from '../page.ts'
import * as card from './card.ts'
import * as forms from './change-forms.ts'
import { conflictSection, quickMark, READ_ANYWAY, withStates } from './conflicts.ts'
import { ALL_INQUIRIES_LINK, exactPath, inquiryPath, readExact } from './inquiry-table.ts'
import { inquiryForms, replySection, replyStates, THEN, THEN_NEXT, THEN_STAY } from './inquiry-forms.ts'
import { FINDINGS } from '../../inquiries/change.ts'
import { inquiryThread } from './thread.ts'
import { alertBox, asTyped, deskForm, factList, timeElement } from '../ui.ts'
import { nameOf, readStaff, staffNames } from '../../staff/staff-member.ts'
import { isOffered } from '../../offers.ts'
import { once } from '../../memoize.ts'
import type { Service } from '../../service/service.ts'

export const showInquiry = withInbox(async (context) => {
  const { service, inbox, url, params } = context
  const { reference = '' } = params
  const parsed = parseReference(reference)
  if (!parsed) return inquiryNotFound(context, reference)
  if (parsed !== reference) return { redirect: inquiryPath(parsed) }
  const listed = listIds(service.store, {}, service.clock.now())
  const [found, data] = await Promise.all([
    readByReference(service.store, inbox, parsed, listed),
    readPageData(context, conflicts.readConflictSources(service, inbox, listed), listed),
  ])
  const received = url.searchParams.get('received')
  const [only] = found.length === 1 ? found : found.filter(({ id }) => id.receivedAt === received)
  if (only) return openInquiry(context, only, data)
  if (found.length > 0) return chooseInquiry(found)
  return (await namesOnlyPage(context, parsed)) ?? inquiryNotFound(context, parsed)
})

export const changeInquiry = withInbox(async (context) => {
  const { service, inbox, params, form } = context
  const { reference = '' } = params
  const what = form.get('what')
  if (what === REMOVE_NAMES) return removeNames(context, reference)
  const sources = once(() => conflicts.readConflictSources(service, inbox))
  // Nearly every reply needs the check, so its sources are read early.
  const [inquiry] = await Promise.all([readExact(context), what === 'reply' ? sources() : undefined])
  if (!inquiry || !forms.isFormName(what)) return inquiryNotFound(context, reference)
  const typed = readTypedForm(form)
  const check = once(async () => conflicts.checkConflicts(await sources(), inquiry, service.hidesUnlisted))
  const outcome = await forms.performForm(context, inquiry, typed, check)
  if (outcome === 'done' && what !== READ_ANYWAY) {
    if (what !== 'save') return { redirect: card.donePath(reference, what) }
    if (form.get(THEN) !== THEN_NEXT) return { redirect: card.donePath(reference, what, { [THEN]: THEN_STAY }) }
    const { next } = card.nextOf(service, inquiry, await openOldestFirst(service))
    if (!next || !awaitsAnswer(next.state)) return { redirect: card.donePath(reference, what) }
    return { redirect: card.donePath(next.id.reference, what, { [BEFORE]: reference }) }
  }
  const [changed, data] = await Promise.all([
    outcome === 'gone' ? undefined : readExact(context),
    readPageData(context, conflicts.readConflictSources(service, inbox)),
  ])
  if (!changed || outcome === 'gone') return inquiryNotFound(context, reference)
  if (outcome === 'done') return openInquiry(context, changed, data, { isShown: true })
  const refusal = await forms.refusalOf(service, outcome, typed, data.staff.lawyers)
  return openInquiry(context, changed, data, { refusal })
})

function readTypedForm(form: URLSearchParams): forms.TypedForm {
  const what = form.get('what')
  return {
    what: forms.isFormName(what) ? what : 'save',
    status: form.get('status') ?? form.get('finding')?.split(' ')[1],
    assignee: form.get('assignee') ?? undefined,
    takes: form.has('take'),
    followUp: form.get('followUp') ?? undefined,
    contact: (Object.keys(CALL_RESULTS) as Contact[]).find((contact) => contact === form.get('contact')),
    note: (form.get('note') ?? '').replace(/\r\n?/g, '\n'),
    // The chosen value is a finding, perhaps followed by a status.
    finding: FINDINGS.find((finding) => finding === form.get('finding')?.split(' ')[0]),
    checkedElsewhere: form.has('elsewhere'),
    hold: form.get('hold') === 'begin',
    asks: form.has('asks'),
  }
}

/** The query parameter with the reference of the inquiry that was changed on the previous page. */
const BEFORE = 'before'

/** Lists the open inquiries that are not possible spam. */
const openOldestFirst = async ({ store }: Pick<Service, 'store'>): Promise<ListedInquiry[]> =>
  (await listOpen(store)).filter((one) => !isMaybeSpam(one)).reverse()

/** Reads what the page shows besides its inquiry. */
async function readPageData(
  { service, inbox, url }: InboxContext,
  reading: Promise<conflicts.ConflictSources>,
  listed?: Promise<readonly InquiryId[]>,
) {
  const reference = parseReference(url.searchParams.get(BEFORE) ?? '')
  const [sources, staff, open, [before] = []] = await Promise.all([
    reading,
    readStaff(service),
    openOldestFirst(service),
    reference ? readByReference(service.store, inbox, reference, listed) : undefined,
  ])
  return { sources, staff, open, before }
}

/** `isShown`: the message is shown this once, in spite of a possible conflict. */
async function openInquiry(
  context: InboxContext,
  whole: FullInquiry,
  { sources, staff: { names, current, lawyers }, open, before }: Awaited<ReturnType<typeof readPageData>>,
  { refusal, isShown = false }: { refusal?: forms.Refusal; isShown?: boolean } = {},
): Promise<DeskAnswer> {
  const { service, member } = context
  const check = await conflicts.checkConflicts(sources, whole, service.hidesUnlisted)
  // When a hidden message is read, the history says so, with the reason.
  const isHidden = check?.hiddenBecause !== undefined && !isShown
  const action = isHidden ? 'inquiry.hidden' : 'inquiry.opened'
  const { registration } = whole.record ?? {}
  const replies = replyStates(whole)
  const [claim, next, shown] = await Promise.all([
    registration && isOffered(service.firm, 'agents') ? findClaim(service, registration) : undefined,
    card.nextLine(context, whole, open),
    check && withStates(service.store, check),
    context.audit(action, whole.id.reference),
  ])
  const inquiry = isHidden ? conflicts.withoutTexts(whole) : whole
  const typed = refusal?.typed
  const typedReply = typed?.what === 'reply' ? typed : undefined
  // An inquiry marked “Conflict” can be answered too, with a letter that declines.
  const mayReply = !check?.hiddenBecause || check.mark?.finding === 'conflict' || typedReply !== undefined
  const reply = await (mayReply ? replySection(context, inquiry, typedReply) : html``)
  const done = refusal ? undefined : card.doneWords(context, before ?? inquiry, { names, replies })
  const mark = check ? quickMark(inquiry, check, member, typed) : ''
  const goesOn = context.url.searchParams.get(THEN) !== THEN_STAY && awaitsAnswer(inquiry.state)
  const { retentionDays } = service
  const section = shown ? conflictSection(inquiry, shown, { names, member }, { typed, isShown, lawyers }) : ''
  return {
    title: `Inquiry ${inquiry.id.reference}`,
    heading: inquiry.record && asTyped(inquiry.record.request.name),
    status: refusal?.status ?? 200,
    content: html`${done === undefined ? html`<p class="beside-title next">${next}</p>` : card.doneLine(done, next, before)}
      ${refusal ? alertBox(refusal.text, refusal.fieldId) : ''}
      ${card.inquiryHead(inquiry, names, service, section)}
      <div class="inquiry">
        <section class="conversation">${inquiryThread(inquiry, { names, replies })} ${reply}</section>
        <aside class="rail">
          ${inquiryForms(inquiry, { names, current, retentionDays, member, typed, mark, goesOn })}
          ${card.inquiryFacts(inquiry, names, service, claim && vouchingLine(claim, names))}
        </aside>
      </div>`,
  }
}

/** References are random, so two inquiries may have the same one. */
function chooseInquiry(found: readonly FullInquiry[]): DeskAnswer {
  const linkTo = ({ id }: FullInquiry) =>
    html`<li><a href="${exactPath(id)}">The one received ${timeElement(id.receivedAt)}</a></li>`
  return { title: 'Two inquiries have this reference', content: html`<ul>${found.map(linkTo)}</ul>` }
}

async function inquiryNotFound({ service }: DeskContext, reference: string): Promise<DeskAnswer> {
  const [erased] = await listErasures(service.store, reference)
  const words = erased
    ? html`An inquiry with this reference was erased ${timeElement(erased.at)} by ${nameOf(erased.by, await staffNames(service))}.`
    : 'No inquiry has this reference. It may have been removed after it was closed.'
  return {
    title: 'There is no such inquiry',
    status: 404,
    content: html`<p>${words}</p>
      ${ALL_INQUIRIES_LINK}`,
  }
}

const REMOVE_NAMES = 'remove-names'
const mayRemoveNames = ({ owner, lawyer }: SignedIn) => owner || lawyer

/** Names of an erased inquiry may be kept for the check of conflicts. @returns undefined when none are kept */
async function namesOnlyPage(context: InboxContext, reference: string): Promise<DeskAnswer | undefined> {
  const { service, inbox, member } = context
  const found = await findKeptNames(service.store, inbox, reference)
  if (found.length === 0) return undefined
  await context.audit('inquiry.opened', reference)
  const cardOf = ({ id, names: { name, otherParty, topic, status, endedAt } }: (typeof found)[number]) =>
    factList(
      [
        ['Name', asTyped(name)],
        ['Other side', otherParty && asTyped(otherParty)],
        ['Topic', topic && topicInWords(topic, service.practiceAreas)],
        ['Received', timeElement(id.receivedAt)],
        ['Ended', html`${status}, ${timeElement(endedAt)}`],
      ],
      'card',
    )
  const removal = html`<p>Without them, a later inquiry from the other side does not show that this person wrote to the firm.</p>
    <button type="submit" name="what" value="${REMOVE_NAMES}" class="danger">Remove the names for good</button>`
  const removeForm = (received: string) =>
    deskForm(member, { action: inquiryPath(reference), fields: { received } }, removal)
  const whoMayRemove = html`<p>An owner or a lawyer can remove them.</p>`
  return {
    title: `Names of ${reference}`,
    content: html`<p>The message was erased. The firm keeps these names, and nothing else, to find conflicts of interest (rule 4-1.18).</p>
      ${found.map((one) => html`${cardOf(one)} ${mayRemoveNames(member) ? removeForm(one.id.receivedAt) : whoMayRemove}`)}
      ${ALL_INQUIRIES_LINK}`,
  }
}

async function removeNames(context: InboxContext, reference: string): Promise<DeskAnswer> {
  const { service, member, form } = context
  const refusal = html`<p>Only an owner or a lawyer can remove the names that are kept.</p>`
  if (!mayRemoveNames(member)) return { title: 'Nothing was removed', status: 403, content: refusal }
  const id = parseCursor(`${form.get('received')}/${reference}`)
  if (!id) return inquiryNotFound(context, reference)
  await eraseNames(service, id, member.id)
  return {
    title: `The names of ${reference} are removed`,
    content: html`<p>All that is left of the inquiry of ${timeElement(id.receivedAt)} is the record of what the staff did.</p>
      ${ALL_INQUIRIES_LINK}`,
  }
}
