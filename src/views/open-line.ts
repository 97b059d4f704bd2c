/** Says whether the office is open, and who helps when it is closed. `open-script.js` fills in built pages, and updates all pages. */
import { html } from 'hono/html'
import { comingDay, dayAt, daysUntil, officeDay, DAYS_IN_WEEK } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import type { Firm } from '../firm/firm.ts'
import type { OfficeHours } from '../firm/office-fields.ts'
import { OPEN, openInWords, openState, type OpenWords, type Schedule } from '../firm/open-state.ts'
import { scheduleFrom } from '../firm/opening-hours.ts'
import { replyBy } from '../inquiries/overdue.ts'
import type { Language } from '../language.ts'
import type { Html } from './html.ts'
import { unbrokenTelephone } from '../telephone.ts'
import { fill, WORDS } from '../words.ts'

export const OPEN_REGION = 'open'
const OPEN_SCRIPT = '/open.js'

/**
 * The page's Content-Security-Policy must allow scripts of the site.
 * @param isDrawnNow false in the build: pages are read later, so the line is empty and only reserves space
 */
export function openLine(language: Language, office: OfficeHours, now: Date, isDrawnNow: boolean): Html {
  const schedule = scheduleFrom(office, officeDay(now))
  const words = WORDS[language].open
  const text = isDrawnNow ? openInWords(openState(schedule, now), words, language) : ''
  const reserved = isDrawnNow ? '' : html` data-longest="${longestLine(schedule, words, language)}"`
  return html`<p class="open-state"${reserved}><span data-open="${JSON.stringify({ ...schedule, words })}">${text}</span></p><script type="module" src="${OPEN_SCRIPT}"></script>`
}

/** The page reserves space for the longest text, so that nothing moves when the script fills the line. */
function longestLine({ week, days, until }: Schedule, words: OpenWords, language: Language): string {
  const times = new Set([...week, ...Object.values(days)].flat(2))
  const waits = [OPEN, ...Array.from({ length: DAYS_IN_WEEK }, (_, days) => days)]
  const lines = [...times].flatMap((time) =>
    waits.map((wait) => {
      const day = dayAt(Date.parse(until) + wait * DAY_MS)
      return openInWords({ time, day, wait }, words, language)
    }),
  )
  return lines.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/**
 * Draws `openLine`, the day by which the firm answers and, unless the office is open now, what helps until then.
 * @param isDrawnNow as in `openLine`; the build adds only the telephone number for urgent matters
 */
export function availability(language: Language, firm: Firm, now: Date, isDrawnNow: boolean): Html {
  const { answerBy, onCall: callAfterHours } = WORDS[language]
  const { onCall, afterHours } = firm
  const by = replyBy(now.toISOString(), firm)
  const answer = isDrawnNow ? fill(answerBy, { day: comingDay(by, daysUntil(by, now), language) }) : ''
  const call = onCall && html`${callAfterHours} <a href="tel:${onCall}">${unbrokenTelephone(onCall)}</a>.`
  const isOpen = isDrawnNow && stateAt(firm, now)?.wait === OPEN
  const help = isOpen ? '' : call || (isDrawnNow ? afterHours : '')
  return html`${openLine(language, firm, now, isDrawnNow)} ${answer || help ? html`<p class="small">${answer} ${help}</p>` : ''}`
}

/** Only the text of `openLine`. No script updates it. */
export const openText = (language: Language, office: OfficeHours, now: Date): string =>
  openInWords(stateAt(office, now), WORDS[language].open, language)

const stateAt = (office: OfficeHours, now: Date) => openState(scheduleFrom(office, officeDay(now)), now)
