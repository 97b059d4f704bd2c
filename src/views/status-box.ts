/** The status of an inquiry, as HTML for the person who sent it. */
import { html } from 'hono/html'
import { dayInWords, officeDay, weekdayInWords } from '../dates.ts'
import type { Firm } from '../firm/firm.ts'
import { noticesOf } from '../firm/notices.ts'
import type { Notices } from '../firm/notices-file.ts'
import type { ShownStatus } from '../inquiries/public-status.ts'
import type { Language } from '../language.ts'
import { errorSummary, fieldError, fillHtml, type Html, stepList, telephoneLink } from './html.ts'
import { openText } from './open-line.ts'
import { momentInWords, wayInWords, withWhom } from '../inquiries/appointment.ts'
import { fill, WORDS } from '../words.ts'

export const STATUS_REGION = 'status'

/** Says what comes next for the person, as the first heading of the page. */
export const statusTitle = (language: Language, found: ShownStatus): string =>
  // A month and its day stay on one line: `March 3`, `3 de marzo`.
  nextStep(language, found).replace(/(?<=\p{L}) (?=\d)|(?<=\d) (?=de )|(?<=\d de) (?=\p{L})/gu, '\u00a0')

function nextStep(language: Language, { appointment, ended, call, isCalled, next, status }: ShownStatus): string {
  const words = WORDS[language].status
  if (appointment) return fill(words.states.scheduled.word, { when: momentInWords(appointment.startsAt, language) })
  if (isCalled) return words.callUs
  if (ended) return words.appointmentEnded[ended]
  if (call) return words.call
  return next.by && next.what === 'review'
    ? fill(words.answerBy, { day: weekdayInWords(next.by, WORDS[language].locale) })
    : words.states[status].word
}

/** The index in `words.steps` of each status of an open inquiry. */
const STEPS: Readonly<Partial<Record<ShownStatus['status'], number>>> = {
  received: 0,
  in_review: 1,
  asked: 2,
  scheduled: 2,
  answered: 3,
}

/** @param found undefined when there is no inquiry at this address */
export function statusBox(language: Language, firm: Firm, now: Date, found?: ShownStatus): Html {
  const { notices } = firm
  const words = WORDS[language].status
  const calling = callLine(language, firm, now, found)
  if (!found) return html`<p>${words.gone}</p>${calling}`
  const { call, asking, status } = found
  const inWords = (day: string) => dayInWords(day, WORDS[language].locale)
  const received = inWords(officeDay(new Date(found.receivedAt)))
  const days = fill(words.days, { received, updated: inWords(found.updatedOn) })
  const callBack = call?.callBack ? fill(words.callBack, { day: inWords(call.callBack) }) : ''
  const means = call && status !== 'scheduled' ? callBack : found.ended ? '' : words.states[status].means
  const day = asking?.answeredOn && inWords(asking.answeredOn)
  const arrived = day && html`<p>${fill(words.answer.arrived, { day })}</p>`
  const form = asking && (asking.left > 0 ? answerForm(language, notices) : html`<p>${words.answer.noneLeft}</p>`)
  const step = STEPS[status]
  return html`${step === undefined ? '' : stepList(words.steps, step)}${means ? html`<p>${means}</p>` : ''}${appointmentLines(language, firm, found)}${bookingLines(language, found)}${found.isCalled ? html`<p>${fillHtml(words.called, { telephone: telephoneLink(firm) })}</p>` : ''}${arrived}${form ?? ''}${asking?.left && !meetsFirm(found) ? '' : calling}<p class="small">${fill(words.message, { reference: found.reference })} ${days} ${words.keep}</p>`
}

/** The time zone, how to meet and with whom. The title of the page has the time. */
function appointmentLines(language: Language, firm: Firm, { appointment, telephone }: ShownStatus): Html {
  if (!appointment) return html``
  const { url } = appointment
  const words = WORDS[language].appointment
  const way = wayInWords(appointment, language, firm, telephone)
  return html`<p class="appointment">${words.zone} · ${way} · ${withWhom(appointment, language)}</p>
    ${url ? html`<p><a href="${url}" rel="noreferrer">${words.video}</a></p>` : ''}
    <p class="actions"><a class="button" href="?${CALENDAR_PARAMETER}" download="appointment.ics">${words.calendar}</a> <a class="button quiet" href="tel:${firm.telephone}">${words.change}</a></p>`
}

const bookingLines = (language: Language, { booking_url }: ShownStatus) =>
  booking_url && html`<p><a href="${booking_url}" rel="noreferrer">${WORDS[language].appointment.booking}</a></p>`

/** Whether the person has an appointment, or may book one. */
const meetsFirm = ({ appointment, booking_url }: ShownStatus): boolean =>
  appointment !== undefined || booking_url !== undefined

/** Says that deadlines still run, with a separate notice for people who meet the firm, and whether the office is open. */
function callLine(language: Language, firm: Firm, now: Date, found?: ShownStatus): Html {
  const { appointment, status } = WORDS[language]
  const notice =
    found && meetsFirm(found) ? appointment.notice : fillHtml(status.notice, { telephone: telephoneLink(firm) })
  return html`<p>${notice} ${openText(language, firm, now)}</p>`
}

/** The page after a refused answer: the error, and the form with the typed text. It needs no data, because the store may be down. */
export const refusedAnswer = (
  language: Language,
  firm: Firm,
  { now, ...refused }: RefusedAnswer & { now: Date },
): Html =>
  html`${errorSummary(language, { [ANSWER_FIELD]: refused.error })}${answerForm(language, firm.notices, refused)}${callLine(language, firm, now)}`

export const ANSWER_FIELD = 'answer'
/** The query parameter that asks for the appointment as an iCalendar file. */
export const CALENDAR_PARAMETER = 'calendar'

interface RefusedAnswer {
  typed: string
  error: string
  /** No more answers are accepted, so the person can only copy the text. */
  isOver: boolean
}

function answerForm(language: Language, notices: Notices, refused?: RefusedAnswer): Html {
  const words = WORDS[language].status.answer
  return html`<form class="form" method="post">
    <div class="field">
      <label for="${ANSWER_FIELD}">${words.label}</label>
      ${noticesOf('answer', notices).map((text) => html`<p class="hint">${text}</p>`)}
      ${fieldError(ANSWER_FIELD, language, refused ? { [ANSWER_FIELD]: refused.error } : {})}
      <textarea id="${ANSWER_FIELD}" name="${ANSWER_FIELD}" rows="6" required${refused?.isOver ? ' readonly' : ''}${refused ? html` aria-describedby="${ANSWER_FIELD}-error" aria-invalid="true"` : ''}>${`\n${refused?.typed ?? ''}`}</textarea>
    </div>
    ${refused?.isOver ? '' : html`<button type="submit">${words.send}</button>`}
  </form>`
}
