/** The forms on the page of an inquiry: the reply, with its letters, and what comes next. Also: what became of sent replies. */
import { html } from 'hono/html'
import { fillInText } from '../../firm/placeholders.ts'
import { linksBooking, readReplyTemplates, type ReplyTemplate, type ReplyWord } from '../../firm/reply-template.ts'
import { isHeld, isUndone, lastMark } from '../../inquiries/change.ts'
import { capitalized, printable } from '../../letters.ts'
import type { FullInquiry } from '../../inquiries/record.ts'
import { isSafe } from '../../inquiries/safe-contact.ts'
import * as states from '../../inquiries/status.ts'
import { type Language, languageInWords } from '../../language.ts'
import { canSend } from '../../mail/message.ts'
import { NO_ANSWER, replyStatus, type ReplyStatus } from '../../mail/outbox.ts'
import { letterLanguage } from '../../mail/person-letters.ts'
import { isOffered } from '../../offers.ts'
import { nameOf, type StaffNames } from '../../staff/staff-member.ts'
import { memberSignature } from '../../words.ts'
import { MAIL_PATH, reasonInWords } from '../mail.ts'
import type { DeskContext, Html, SignedIn } from '../page.ts'
import { inputField, disclosure, selectField, textField, tickField, timeElement } from '../ui.ts'
import type { FieldErrors, RefusedForm } from './change-forms.ts'
import { downloadLinks } from './hand-over.ts'
import { changeForm, exactPath } from './inquiry-table.ts'

export interface ReplyState {
  words: Html | string
  /** A sentence for the page that follows the form. */
  done: string
}

/** The states of all replies, by the number of the change that has the reply. */
export type ReplyStates = ReadonlyMap<number, ReplyState>

export function replyStates({ history, mail }: FullInquiry): ReplyStates {
  const replies = history.filter(({ changed }) => changed.includes('reply'))
  const undone = { words: 'taken back before it was sent', done: 'Reply taken back.' }
  const stateOf = (seq: number) => (isUndone(history, seq) ? undone : stateInWords(replyStatus(mail, seq)))
  return new Map(replies.map(({ seq }) => [seq, stateOf(seq)]))
}

function stateInWords(status: ReplyStatus): ReplyState {
  if (status === 'sent') return { words: 'sent', done: 'Reply sent.' }
  const done = 'Reply stored, but not delivered: see it below.'
  if (status === 'lost') return { words: warningBadge('not sent: it was lost. Send it again.'), done }
  if (status.state === 'waiting' || (status.state === 'failing' && status.reason === NO_ANSWER))
    return { words: 'on its way', done: 'Reply stored; it is on its way.' }
  const { dueAt } = status
  const next = dueAt === undefined ? 'It will not be retried.' : html`Next try: ${timeElement(dueAt)}`
  return {
    words: html`${warningBadge('not delivered')} ${reasonInWords(status)} ${next} <a href="${MAIL_PATH}">Mail</a>`,
    done,
  }
}

const warningBadge = (text: string) => html`<strong class="badge late">${text}</strong>`

const TEMPLATE_PARAMETER = 'letter'

/** The build has already filled in the words about the firm. */
export function letterText(
  { text }: ReplyTemplate,
  { reference, request }: NonNullable<FullInquiry['record']>,
  { language, member, booking = '' }: { language: Language; member: SignedIn; booking?: string | undefined },
): string {
  const signature = memberSignature(member.name, member.lawyer, language)
  const words: Record<ReplyWord, string> = { name: printable(request.name), reference, member: signature, booking }
  return fillInText(text, words)
}

export async function replySection(
  { service, member, url }: Pick<DeskContext, 'service' | 'member' | 'url'>,
  inquiry: FullInquiry,
  typed?: { note: string; status?: string | undefined; asks?: boolean } & FieldErrors,
): Promise<Html> {
  const { id, state, record } = inquiry
  // The firm writes to clients from its own mail: the notices below a reply are for people who are not clients.
  if (!record || (state.status === states.CLIENT_STATUS && !typed)) return html``
  if (!canSend(service, 'reply'))
    return section(html`<p>No mail server is set, so nothing can be sent from here: write to the address above.</p>`)
  const { email } = record.request
  if (email === undefined)
    return section(html`<p>The person gave no e-mail address, so nothing can be sent: call them.</p>`)
  if (!isSafe(record.request, 'email'))
    return section(html`<p>The person says that e-mail is not safe for them, so nothing can be sent from here.</p>`)
  const language = letterLanguage(record.request.language, service.languages)
  const finding = lastMark(inquiry.history)?.finding
  const mayAsk = finding === 'none' && isOffered(service.firm, 'statusPage')
  const booking = states.mayBook(state) ? service.firm.bookingUrl : undefined
  const letters = ((await readReplyTemplates(service.published))[language] ?? [])
    .filter((letter) => booking !== undefined || !linksBooking(letter))
    .filter(({ status, afterMark, asks }) =>
      finding === 'conflict' ? status === 'declined' : asks ? mayAsk : !afterMark || finding === 'none',
    )
  const chosen = letters.find((letter) => letter.id === url.searchParams.get(TEMPLATE_PARAMETER))
  const usual = states.awaitsAnswer(state) && finding !== 'conflict' ? states.ANSWERED_STATUS : undefined
  const proposed = typed ? typed.status : chosen ? chosen.status : usual
  const status = states.nextStatuses(state.status, finding).find((next) => next === proposed)
  const statusField = html`<input type="hidden" name="status" value="${status}"><span id="reply-status">Then: ${status}</span>`
  const text = typed?.note ?? (chosen ? letterText(chosen, record, { language, member, booking }) : '')
  const linkTo = (letter: ReplyTemplate) => {
    const current = letter === chosen ? html` aria-current="true"` : ''
    const path = exactPath(id, '', { [TEMPLATE_PARAMETER]: letter.id })
    return html`<li><a href="${path}#reply"${current}>${letter.title}</a></li>`
  }
  const label = `Reply to ${printable(email)}, in ${languageInWords(language)}`
  const content = html`${textField('reply-note', label, text, { rows: 12, error: typed?.errors?.note, select: typed?.openPassage })}
    ${mayAsk ? tickField({ name: 'asks', isTicked: (typed ?? chosen)?.asks ?? false }, 'It asks something: the person may answer on their private page') : ''}
    <div class="send">
      <p class="hint">The notices and the firm’s signature are added. ${status ? statusField : ''}</p>
      <button type="submit">Send the reply</button>
    </div>`
  const rank = (letter: ReplyTemplate) => (letter === chosen ? 0 : letter.asks ? 1 : letter.afterMark ? 2 : 3)
  const inOrder = letters.toSorted((one, other) => rank(one) - rank(other)).map(linkTo)
  // The three letters that fit best are shown, and the others are behind “more”.
  const [first, more] = [inOrder.slice(0, 3), inOrder.slice(3)]
  const form = html`<nav class="letters" aria-label="Letters">
      <ul class="plain">${first}</ul>
      ${more.length > 0 ? disclosure(`${more.length} more`, html`<ul class="plain">${more}</ul>`) : ''}
    </nav>
    ${changeForm(inquiry, member, 'reply', content)}`
  return section(states.isMaybeSpam(inquiry) && !typed && !chosen ? disclosure('Reply all the same', form) : form)
}

const section = (content: Html) => html`<section class="reply" aria-labelledby="reply">
  <h2 id="reply" class="visually-hidden">Reply</h2>
  ${content}
</section>`

const NOTE_ROWS = 2
/** The checkbox “Then the next one” sends `then=next`. In the address of a page, `then=stay` leaves the checkbox clear. */
export const [THEN, THEN_NEXT, THEN_STAY] = ['then', 'next', 'stay'] as const

interface FormsContext {
  names: StaffNames
  /** The names of current staff. `names` also has former members. */
  current: StaffNames
  retentionDays: number
  member: SignedIn
  typed: RefusedForm | undefined
  /** The checkbox of `quickMark`, or ''. */
  mark: Html | ''
  /** Whether “Then the next one” is ticked. */
  goesOn: boolean
}

export function inquiryForms(inquiry: FullInquiry, context: FormsContext): Html {
  const { id, state } = inquiry
  const { member, typed } = context
  return html`<section class="forms" aria-labelledby="next">
    <h2 id="next">What comes next</h2>
    ${saveForm(inquiry, { ...context, typed: typed?.what === 'save' ? typed : undefined })}
    ${states.isOpen(state.status) ? changeForm(inquiry, member, 'contact', contactButtons(inquiry)) : ''}
    ${inquiry.record && html`<p><a href="${exactPath(id, '/appointment')}">${state.appointmentAt ? html`Appointment: ${timeElement(state.appointmentAt)}` : 'Make an appointment'}</a></p>`}
    ${state.status === states.CLIENT_STATUS ? downloadLinks(id) : ''}
    ${finalForms(inquiry, member, typed?.what === 'hold' ? typed : undefined)}
  </section>`
}

function saveForm(inquiry: FullInquiry, context: FormsContext): Html {
  const { names, current, retentionDays, member, typed, mark, goesOn } = context
  const { state, history } = inquiry
  const { errors = {} } = typed ?? {}
  const statuses = [state.status, ...states.nextStatuses(state.status, lastMark(history)?.finding)]
  // A former member stays selected until the inquiry is assigned to someone else.
  const formerAssignee =
    state.assignee !== undefined && !current.has(state.assignee)
      ? [[state.assignee, `${nameOf(state.assignee, names)} (no longer works here)`] as const]
      : []
  const status = states.isStatus(typed?.status) ? typed.status : state.status
  const options = statuses.map((one) => [one, `${one}${one === state.status ? ', as now' : ''}`] as const)
  const assignee = typed?.assignee ?? state.assignee ?? ''
  const colleagues = [['', 'no one'], ...formerAssignee, ...current] as const
  const day = typed?.followUp ?? state.followUp ?? ''
  const note = { rows: NOTE_ROWS, error: errors.note, attributes: html` placeholder="such as: do not call"` }
  const take = html`<button type="submit" name="take" value="yes" class="quiet">Take it</button>`
  const isOpen = states.isOpen(state.status)
  const fields = html`${mark}
    ${selectField('status', 'Status', options, { value: status, error: errors.status })}
    <p class="hint">
      ${state.status === states.CLIENT_STATUS ? 'Client matter: is all of it in the client’s file? Once you close it,' : 'Once declined or closed,'}
      it is deleted ${retentionDays} days later (not under a legal hold).
    </p>
    ${selectField('assignee', 'Assigned to', colleagues, { value: assignee, error: errors.assignee })}
    ${textField('note', 'Note for the office', typed?.note ?? '', note)}
    <div class="send">
      ${inputField('date', 'followUp', 'Look again on', { value: day, error: errors.followUp })}
      <button type="submit" class="quiet">Save</button>
    </div>
    ${isOpen ? html`<div class="send">${tickField({ name: THEN, value: THEN_NEXT, isTicked: goesOn }, 'Then the next one')} ${state.assignee === member.id ? '' : take}</div>` : ''}`
  return changeForm(inquiry, member, 'save', fields)
}

function contactButtons({ record }: FullInquiry): Html {
  const isVoicemailSafe = !record || isSafe(record.request, 'voicemail')
  const results = Object.entries(states.CALL_RESULTS).filter(([contact]) => contact !== 'message' || isVoicemailSafe)
  return html`<div class="called">
  <span>Called:</span>
  ${results.map(([contact, words]) => html`<button type="submit" name="contact" value="${contact}" class="link">${words}</button>`)}
</div>`
}

/** Actions that are rare or cannot be undone are behind a disclosure. */
function finalForms(inquiry: FullInquiry, member: SignedIn, typed: RefusedForm | undefined): Html | '' {
  const { lawyer, owner } = member
  const parts = [lawyer && 'legal hold', owner && 'erase'].filter(Boolean).join(', ')
  if (parts === '') return ''
  const erase = html`<p><a href="${exactPath(inquiry.id, '/erase')}">Erase what this person sent</a></p>`
  const content = html`${lawyer ? holdForm(inquiry, member, typed) : ''} ${owner ? erase : ''}`
  return disclosure(capitalized(parts), content, typed !== undefined)
}

function holdForm(inquiry: FullInquiry, member: SignedIn, typed: RefusedForm | undefined): Html {
  const held = isHeld(inquiry.history)
  const hint = held
    ? 'The inquiry is then erased like any other.'
    : 'For a dispute, a complaint or a subpoena (rule 4-3.4(a)): it is not erased until a lawyer ends the hold.'
  const { note = '', errors } = typed ?? {}
  const fields = html`<p class="hint">${hint}</p>
    <input type="hidden" name="hold" value="${held ? 'end' : 'begin'}">
    ${textField('hold-note', 'Why', note, { rows: NOTE_ROWS, error: errors?.note })}
    <button type="submit" class="quiet">${held ? 'End the hold' : 'Hold it'}</button>`
  return changeForm(inquiry, member, 'hold', fields)
}
