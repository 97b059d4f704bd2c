/** `/desk/inquiries/:reference/talk`: offers a person times for a talk, with a letter, and says what became of the talk. */
import { html } from 'hono/html'
import { TALK_KINDS } from '../../firm/talk-kind.ts'
import { officeDay, officeDayStart } from '../../dates.ts'
import { WORDS } from '../../words.ts'
import { talkHourInWords, talkInWords } from '../../firm/talk-words.ts'
import type { InquiryChange } from '../../inquiries/change.ts'
import { checkConflicts, mayRetain, readConflictSources } from '../../conflicts/conflict-check.ts'
import { type FullInquiry, readByReference } from '../../inquiries/reader.ts'
import { safeEmail } from '../../inquiries/safe-contact.ts'
import { ANSWERED_STATUS, awaitsAnswer } from '../../inquiries/status.ts'
import { isTalkEnd, shownTime, TALK_ENDS, type TalkEnd, talksIn } from '../../inquiries/talk.ts'
import { listTaken, openTimes } from '../../inquiries/taken-times.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import { canSend } from '../../mail/message.ts'
import { Problem } from '../../problem.ts'
import { changeInquiry } from '../../service/change-inquiry.ts'
import type { Service } from '../../service/service.ts'
import { recordAudit } from '../../staff/audit.ts'
import { type DeskAnswer, type Html, type InboxContext, withInbox } from '../page.ts'
import { alertBox, deskTable, hiddenFields, textField, tickField } from '../ui.ts'
import { exactPath, inquiryPath } from './inquiry-table.ts'
import { REFUSALS } from './refusals.ts'
import { offerLetter } from './reply-section.ts'

export const talkPath = (id: FullInquiry['id']): string => exactPath(id, '/talk')

const END_BUTTONS: Readonly<Record<TalkEnd, string>> = {
  held: 'It was held',
  missed: 'The person did not come',
  cancelled: 'Cancel it, and e-mail the person',
}

export const showTalk = withInbox(async (context) => {
  const inquiry = await requireOpen(context)
  await recordAudit(context.service, context.member.id, 'inquiry.opened', inquiry.id.reference)
  return talkPage(context, inquiry)
})

export const changeTalk = withInbox(async (context) => {
  const { member, form } = context
  const inquiry = await requireOpen(context)
  const end = form.get('end') ?? undefined
  const change = isTalkEnd(end) ? { time: end } : offerIn(form, inquiry, member.id)
  const refusal = typeof change === 'string' ? change : await refusalOf(context, inquiry, change)
  return refusal === undefined ? { redirect: talkPath(inquiry.id) } : talkPage(context, inquiry, refusal)
})

/** The talks of this day, on Today; nothing on a day without one. */
export async function talksToday({ store, clock, consultations }: Service): Promise<Html> {
  if (!consultations) return html``
  const today = officeDay(clock.now())
  const talks = await listTaken({ store }, Date.parse(officeDayStart(today)), Date.parse(officeDayStart(today, 1)))
  if (talks.length === 0) return html``
  const rows = talks.map(({ startsAt, minutes, lawyer, inquiry }) => [
    talkHourInWords(startsAt, FIRST_LANGUAGE),
    `${minutes} minutes`,
    consultations.lawyers[lawyer] ?? lawyer,
    html`<a href="${talkPath(inquiry)}">${inquiry.reference}</a>`,
  ])
  return deskTable('Talks today', { Time: '', Length: '', Lawyer: '', Inquiry: '' }, rows)
}

async function requireOpen({ service, inbox, params, url, form }: InboxContext): Promise<FullInquiry> {
  const received = form.get('received') ?? url.searchParams.get('received')
  const found = await readByReference(service.store, inbox, params.reference ?? '')
  const inquiry = found.find(({ id, record }) => record && id.receivedAt === received)
  if (!inquiry || !service.consultations)
    throw new Problem('not-found', { detail: 'There is no such inquiry, or no talks are offered.' })
  return inquiry
}

/** @returns what the form offers, or why it cannot */
function offerIn(form: URLSearchParams, { record, state }: FullInquiry, by: string): InquiryChange | string {
  const kinds = TALK_KINDS.filter((kind) => form.getAll('kind').includes(kind))
  const reply = (form.get('note') ?? '').replace(/\r\n?/g, '\n').trim()
  if (kinds.length === 0)
    return 'Choose in which way you can talk: by telephone, at the office or by video. Nothing was offered.'
  if (reply === '' && record && safeEmail(record.request)) return 'The letter has no text, so nothing was offered.'
  const status = awaitsAnswer(state) ? ANSWERED_STATUS : undefined
  return { offer: { kinds }, status, assignee: state.assignee ?? by, ...(reply && { reply }) }
}

/** Makes the change. @returns why it was refused */
async function refusalOf({ service, inbox, member, form }: InboxContext, inquiry: FullInquiry, change: InquiryChange) {
  if (change.reply && !canSend(service, 'reply')) return REFUSALS['no-mail'].text
  const check =
    change.offer && (await checkConflicts(await readConflictSources(service, inbox), inquiry, service.foldsUnlisted))
  const isUnmarked = change.offer !== undefined && !mayRetain(check)
  const editor = { seen: Number(form.get('seen') ?? Number.NaN), by: member.id }
  const outcome = isUnmarked ? 'unmarked' : await changeInquiry(service, inquiry, change, editor)
  if (outcome === 'unmarked')
    return 'Times are offered only after a lawyer has marked “No conflict”, also after any hit that came later. Nothing was offered.'
  return outcome === 'done'
    ? undefined
    : outcome === 'gone'
      ? 'The inquiry was erased meanwhile.'
      : REFUSALS[outcome].text
}

async function talkPage(context: InboxContext, inquiry: FullInquiry, refusal?: string): Promise<DeskAnswer> {
  const { service, member, form } = context
  const { id, state, history } = inquiry
  const { talk } = talksIn(history)
  const lawyers = service.consultations?.lawyers
  const hasBegun = talk !== undefined && talk.startsAt <= service.clock.now().toISOString()
  const ends = TALK_ENDS.filter((end) => (end === 'cancelled') !== hasBegun)
  const sending = (content: Html) => html`<form method="post" action="${talkPath(id)}" class="form">
    ${hiddenFields(member, { seen: state.seq, received: id.receivedAt })}
    ${content}
  </form>`
  const open = await openTimes(service, id, { offer: { kinds: [...TALK_KINDS] } })
  const kinds = TALK_KINDS.filter((wanted) => open.some(({ kind }) => kind === wanted))
  return {
    title: `Talk about ${id.reference}`,
    status: refusal === undefined ? 200 : 422,
    content: html`${refusal === undefined ? '' : alertBox(refusal)}
      ${
        talk
          ? sending(html`<p>Chosen: <strong>${talkInWords(shownTime(talk, lawyers), FIRST_LANGUAGE)}</strong></p>
            <div class="actions">
              ${ends.map(
                (end) =>
                  html`<button type="submit" class="quiet" name="end" value="${end}">${END_BUTTONS[end]}</button>`,
              )}
            </div>`)
          : ''
      }
      <h2>${talk ? 'Offer other times' : 'Offer times'}</h2>
      ${sending(html`<p>
          The person chooses on their private page, which the letter links.
          ${talk ? 'This cancels the time that was chosen.' : ''}
        </p>
        ${kinds.map((kind) =>
          tickField(
            { name: 'kind', value: kind, isTicked: form.getAll('kind').includes(kind) },
            WORDS[FIRST_LANGUAGE].talk.kinds[kind],
          ),
        )}
        ${textField({
          id: 'letter',
          name: 'note',
          label: 'Letter to the person',
          value: form.get('note') ?? (await offerLetter(context, inquiry)),
          rows: 12,
        })}
        <button type="submit">Offer the times</button>`)}
      <p><a href="${inquiryPath(id.reference)}">Back to the inquiry</a></p>`,
  }
}
