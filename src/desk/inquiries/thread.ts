/** The thread of an inquiry: the message, notes, replies, answers and changes, oldest first. */
import { html } from 'hono/html'
import * as cardText from '../../inquiries/card-fields.ts'
import { CALL_RESULTS } from '../../inquiries/status.ts'
import { isLateMail, mailedFrom } from '../../inquiries/answer.ts'
import { BY_PERSON, findingInWords, SEALED_TEXTS, type SealedText } from '../../inquiries/change.ts'
import type { FullInquiry, ReadChange } from '../../inquiries/record.ts'
import { dayInWords } from '../../dates.ts'
import { nameOf, type StaffNames } from '../../staff/staff-member.ts'
import type { Html } from '../page.ts'
import { asTyped, disclosure, timeElement, typedLines, withCommasBetween } from '../ui.ts'
import type { ReplyStates } from './inquiry-forms.ts'

/** A reply of this many lines or more is collapsed when the page opens. */
const MIN_CLOSED_LINES = 6

type ThreadContext = { names: StaffNames; replies: ReplyStates }
type EntryContext = ThreadContext & Pick<FullInquiry, 'record' | 'state'>
type InWords = (change: ReadChange, context: EntryContext) => Html | string | false | undefined

/** `kind` is the CSS class of the entry. */
const TEXTS: Readonly<Record<SealedText, { kind: string; head: InWords }>> = {
  note: { kind: 'note', head: () => 'note, only the office sees this' },
  reply: {
    kind: 'sent',
    head: ({ seq }, { replies }) => {
      const words = replies.get(seq)?.words
      return words ? html`reply, ${words}` : 'reply'
    },
  },
  answer: {
    kind: 'said',
    head: ({ mail, texts }, { record }) => {
      const isTheirs = texts.at(-1)?.endsWith(mailedFrom(record?.request.email ?? '')) ?? true
      if (!mail || isTheirs) return mail ? 'answer, by e-mail' : 'answer'
      return html`answer, by e-mail, <strong class="badge late">from another address</strong>`
    },
  },
}

/** Each function says one thing that a change did. Their results are joined into one line. */
const PARTS: readonly InWords[] = [
  ({ changed, status }) => changed.includes('status') && `status: ${status}`,
  ({ changed, assignee }, { names }) =>
    changed.includes('assignee') && (assignee ? `assigned to ${nameOf(assignee, names)}` : 'not assigned'),
  ({ finding }) => finding && `check for conflicts: ${findingInWords(finding)}`,
  ({ changed }) => changed.includes('read') && 'read in spite of a possible conflict',
  ({ hold }) => hold !== undefined && (hold ? 'legal hold' : 'legal hold ended'),
  ({ changed }) => changed.includes('ask') && 'the person may answer it',
  ({ undoes }) => undoes !== undefined && 'undone: the letter was not sent',
  ({ appointment }) =>
    typeof appointment === 'object'
      ? html`appointment: ${timeElement(appointment.startsAt)}`
      : appointment && `appointment ${appointment === 'missed' ? 'missed: the person did not come' : appointment}`,
  (change, { state }) =>
    isLateMail(change, state) &&
    `hidden, because it came after the inquiry had ended (${change.status}). To read it, open the inquiry again`,
  ({ mail }) => mail === 'automatic' && 'an automatic e-mail: an absence note, or a letter that came back',
  ({ contact }) => contact && `called: ${CALL_RESULTS[contact]}`,
  ({ changed, followUp }) =>
    changed.includes('follow-up') && (followUp ? `look again on ${dayInWords(followUp)}` : 'no day to look again'),
]

export function inquiryThread(inquiry: FullInquiry, context: ThreadContext): Html {
  return html`<h2 class="visually-hidden" id="history">Conversation</h2>
    <ol class="thread plain" aria-labelledby="history">
      ${firstEntry(inquiry)} ${inquiry.history.map((change) => entryOf(change, { ...inquiry, ...context }))}
    </ol>`
}

function firstEntry({ id, record }: FullInquiry): Html {
  if (!record)
    return html`<li class="said">
      <p role="alert"><strong>${cardText.CANNOT_OPEN}</strong></p>
    </li>`
  const texts = cardText.textsOf(record)
  return html`<li class="said">
    <p class="by"><strong>${personOf(record)}</strong> ${timeElement(id.receivedAt)}</p>
    ${texts.length === 0 ? html`<p class="small">The message is hidden.</p>` : ''}
    ${texts.map(({ value }) => typedLines(value, 'message'))}
  </li>`
}

const personOf = (record: FullInquiry['record']) => asTyped(record?.request.name ?? 'The person')

/** A long reply is collapsed to its first sentence after the salutation. A salutation ends in a comma or a colon. */
function textOf(name: SealedText, text: string): Html {
  const whole = typedLines(text)
  if (name !== 'reply' || text.split('\n').length < MIN_CLOSED_LINES) return whole
  const first = text.split('\n').find((line) => /[^\s,:]\s*$/.test(line)) ?? text
  return disclosure(html`<span>${asTyped(/^.*?[.?!](?=\s|$)/.exec(first)?.[0] ?? first)}</span>`, whole)
}

function entryOf(change: ReadChange, context: EntryContext): Html {
  const { at, by } = change
  const { record } = context
  const time = timeElement(at)
  const who = by === BY_PERSON ? personOf(record) : html`<bdi>${nameOf(by, context.names)}</bdi>`
  const parts = PARTS.flatMap((part) => part(change, context) || [])
  const did = withCommasBetween(parts)
  const textNames = SEALED_TEXTS.filter((name) => change[name])
  const main = textNames.at(-1)
  if (main === undefined) return html`<li class="change">${time}, ${who}: ${did}</li>`
  return html`<li class="${TEXTS[main].kind}">
    ${textNames.map(
      (name, index) => html`
        <p class="by"><strong>${who}</strong> ${time}: ${TEXTS[name].head(change, context)}</p>
        ${change.texts[index] === undefined ? '' : textOf(name, change.texts[index])}
      `,
    )}
    ${parts.length > 0 ? html`<p class="small">${did}</p>` : ''}
  </li>`
}
