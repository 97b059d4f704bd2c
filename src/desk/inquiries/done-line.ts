/**
 * The line after an action on the page of an inquiry: what was done, and the inquiry to go on with.
 *
 * The address names only which form was sent. What was done is read from the history, so a made-up address says nothing.
 */
import { html } from 'hono/html'
import { inquiryPlace } from '../../inquiries/inquiry-id.ts'
import { listOpenInquiries } from '../../inquiries/list.ts'
import { findingInWords } from '../../inquiries/history.ts'
import type { FullInquiry, ReadChange } from '../../inquiries/reader.ts'
import { FIRST_STATUS, statusInWords } from '../../inquiries/status.ts'
import { PATHS } from '../../site.ts'
import type { StaffNames } from '../../staff/staff-names.ts'
import type { DeskContext, Html } from '../page.ts'
import { type FormName, FORMS, isFormName } from './inquiry-changes.ts'
import { ageBadge, inquiryPath } from './inquiry-table.ts'
import type { ReplyState } from './reply-section.ts'

/** Parameter with the form that was sent; also the id of the line. */
const DONE = 'done'

/** The page of an inquiry after one of its forms did what it says. */
export const donePath = (reference: string, what: FormName): string =>
  `${inquiryPath(reference)}?${new URLSearchParams({ [DONE]: what })}`

/**
 * The line, if the address says that a form was sent and the member's last change is one of that form.
 * @param replies what became of each reply, by the number of its change
 */
export async function doneLine(
  { service, member, url }: Pick<DeskContext, 'service' | 'member' | 'url'>,
  { id, record, history }: FullInquiry,
  names: StaffNames,
  replies: ReadonlyMap<number, ReplyState>,
): Promise<Html> {
  const what = url.searchParams.get(DONE)
  const last = history.findLast(({ by }) => by === member.id)
  if (!last || !isFormName(what) || !last.changed.includes(FORMS[what].field)) return html``
  const { inquiries } = await listOpenInquiries(service)
  const others = inquiries.filter((other) => inquiryPlace(other.id) !== inquiryPlace(id))
  // The one that has waited longest for an answer, else the newest that is open.
  const next = others.find(({ state }) => state.status === FIRST_STATUS) ?? others.at(-1)
  const assignee = last.assignee === member.id ? 'you' : names.get(last.assignee ?? '')
  return html`<p role="status" tabindex="-1" id="${DONE}" autofocus class="done"><strong>${record?.writtenBy !== undefined && last.seq === 1 ? 'The call is stored. ' : ''}${sentencesOf(last, assignee ?? 'no one', replies.get(last.seq)).join(' ')}</strong>
    ${next ? html`<span class="next">Next: <a href="${inquiryPath(next.id.reference)}">${next.id.reference}</a>, ${ageBadge(next, service)}</span>` : html`<span class="next">No other inquiry is open. <a href="${PATHS.desk}">Today</a></span>`}</p>`
}

function sentencesOf(
  { changed, status, finding }: ReadChange,
  assignee: string,
  reply: ReplyState | undefined,
): string[] {
  const states = [
    ...(changed.includes('status') ? [`now “${statusInWords(status)}”`] : []),
    ...(changed.includes('assignee') ? [`assigned to ${assignee}`] : []),
  ]
  return [
    ...(reply ? [reply.done] : []),
    ...(states.length > 0 ? [`The inquiry is ${states.join(' and ')}.`] : []),
    ...(finding ? [`Marked “${findingInWords(finding)}”.`] : []),
    ...(changed.includes('note') ? ['Note added.'] : []),
  ]
}
