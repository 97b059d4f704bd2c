/** The times of a talk on the page that shows where an inquiry stands: the one that was chosen, and those that can be. */
import { html } from 'hono/html'
import type { Firm } from '../firm/firm.ts'
import { untilInWords, talkDayInWords, talkHourInWords, talkInWords, talkWayInWords } from '../firm/talk-words.ts'
import type { ShownStatus } from '../inquiries/public-status.ts'
import type { ShownTime } from '../inquiries/talk.ts'
import type { Language } from '../language.ts'
import { capitalized } from '../letters.ts'
import { errorSummary } from './form-errors.ts'
import type { Html } from './html.ts'
import { WORDS } from '../words.ts'

export const TIME_FIELD = 'time'
export const CANCEL_FIELD = 'cancel'

export const isTalkForm = (form: URLSearchParams): boolean =>
  [TIME_FIELD, CANCEL_FIELD, 'talk'].some((name) => form.has(name))

export const chosenTime = (language: Language, time: ShownTime): Html =>
  html`<p><strong>${talkInWords(time, language)}</strong> (${WORDS[language].talk.zone})</p>`

/** What the person can do: choose, choose another one, cancel. Nothing where no time is offered. */
export function talkForms(language: Language, firm: Firm, { times, time, changeUntil }: ShownStatus): Html | string {
  if (!times && !time) return ''
  const words = WORDS[language].status.talk
  const { notice } = WORDS[language].talk
  const cost = firm.consultationCost ? html`<p>${firm.consultationCost}</p>` : ''
  const limit = time && html`<p>${changeUntil ? untilInWords(changeUntil, language) : words.late}</p>`
  return html`<section class="talk" aria-labelledby="talk">
    <h2 id="talk">${time ? words.another : words.choose}</h2>
    ${limit ?? ''}
    ${time ? '' : cost}
    ${times ? timesForm(language, times) : ''}
    ${
      changeUntil
        ? html`<form method="post" class="form"><button type="submit" class="quiet" name="${CANCEL_FIELD}" value="true">${words.cancel}</button></form>`
        : ''
    }
    <p class="small">${notice}</p>
  </section>`
}

/** The times by day, of which the first day is open. */
function timesForm(language: Language, times: readonly ShownTime[]): Html {
  const words = WORDS[language].status.talk
  if (times.length === 0) return html`<p>${words.none}</p>`
  const days = [...Map.groupBy(times, ({ startsAt }) => talkDayInWords(startsAt, language))]
  return html`<form method="post" class="form">
    <input type="hidden" name="talk" value="choose">
    <fieldset id="${TIME_FIELD}" class="field answers">
      <legend>${capitalized(WORDS[language].talk.zone)}</legend>
      ${days.map(
        ([day, open], index) => html`<details${index === 0 ? html` open` : ''}>
        <summary>${day}</summary>
        ${open.map((one) => timeChoice(language, one))}
      </details>`,
      )}
    </fieldset>
    <button type="submit">${words.send}</button>
  </form>`
}

const timeChoice = (language: Language, time: ShownTime): Html =>
  html`<label><input type="radio" name="${TIME_FIELD}" value="${time.id}"> ${talkHourInWords(time.startsAt, language)}, ${talkWayInWords(time, language)}</label>`

/** The page after a choice that was refused: why, and below it what can be chosen now. */
export const refusedTalk = (
  language: Language,
  { error, hasTimes, rest }: { error: string; hasTimes: boolean; rest: Html },
): Html => html`${errorSummary(language, { [hasTimes ? TIME_FIELD : '']: error })}${rest}`
