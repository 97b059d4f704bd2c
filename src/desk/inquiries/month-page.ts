/** `/desk/month`: a month in figures, to be read or printed. The page names no person. */
import { html } from 'hono/html'
import { dayInWords, isMonth, monthInWords, monthOf, officeDay } from '../../dates.ts'
import { topicInWords } from '../../firm/topics.ts'
import { listMonthsWithInquiries } from '../../inquiries/record.ts'
import { type Figures, OUTCOMES, readMonth, WAITS } from '../../service/month.ts'
import { spanInWords } from '../../inquiries/overdue.ts'
import { OTHER_LANGUAGE, languageInWords } from '../../language.ts'
import { capitalized } from '../../letters.ts'
import { PATHS } from '../../site.ts'
import { type Html, withInbox } from '../page.ts'
import { deskTable, monthForm } from '../ui.ts'

export const MONTH_PATH = `${PATHS.desk}/month`
type Month = Awaited<ReturnType<typeof readMonth>>

export const showMonth = withInbox(async ({ service, inbox, url, audit }) => {
  const asked = url.searchParams.get('month') ?? ''
  const month = isMonth(asked) ? asked : monthOf(officeDay(service.clock.now()))
  const [figures, months] = await Promise.all([
    readMonth(service.store, inbox, month),
    listMonthsWithInquiries(service.store),
    audit('inquiries.listed', month),
  ])
  const { all, topics, languages, spam, unreadable } = figures
  const topicName = (topic: string) => (topic === '' ? 'No topic' : topicInWords(topic, service.practiceAreas))
  const languageName = (language: string) => (language === OTHER_LANGUAGE ? 'Another' : languageInWords(language))
  const notCounted = [
    ...(spam > 0 ? [`${spam} that ${spam === 1 ? 'is or may be' : 'are or may be'} spam`] : []),
    ...(unreadable > 0 ? [`${unreadable} that cannot be opened`] : []),
    `what was erased, ${service.retentionDays} days after it ended`,
  ]
  return {
    title: `${monthInWords(month)} in figures`,
    content: html`${monthForm(MONTH_PATH, month, months)}
      ${summary(all)}
      ${all.received > 0 ? pictures(figures, topicName) : ''}
      ${tableOf('Topic', topics, topicName)}
      ${tableOf('Language', languages, languageName)}
      <p class="small">
        Answered: a reply was sent from here, or a call recorded in which they answered; no receipt and no status counts.
        Half and nine of ten are of all that were received: who has no answer counts as the longest wait. Not counted:
        ${notCounted.join('; ')}.
      </p>`,
  }
})

const weekBar = ({ from, figures: { received, answered } }: Month['weeks'][number]): Bar => ({
  label: `Week of ${dayInWords(from).replace(/, \d+$/, '')}`,
  parts: [answered, received - answered],
  words: `${received} received, ${answered} answered`,
})

const waitBars = ({ waits, all }: Month): Bar[] => [
  ...Object.keys(WAITS).map((label, index) => ({ label, parts: [waits[index] ?? 0], words: String(waits[index]) })),
  { label: 'Not answered', parts: [0, all.received - all.answered], words: String(all.received - all.answered) },
]

const outcomeBar = (label: string, figures: Figures): Bar => ({
  label,
  parts: OUTCOMES.map((outcome) => figures[outcome]),
  words: OUTCOMES.flatMap((outcome) => (figures[outcome] > 0 ? `${figures[outcome]} ${outcome}` : [])).join(', '),
})

const within = (time: number | undefined) => (time === undefined ? 'not reached' : `within ${spanInWords(time)}`)

function summary({ received, answered, waiting, half, nineOfTen }: Figures): Html {
  if (received === 0) return html`<p>Nothing was received.</p>`
  const ended = received - answered - waiting
  return html`<p>
    <strong>${received}</strong> received, <strong>${answered}</strong> answered by a person, <strong>${waiting}</strong>
    still waiting${ended > 0 ? html`, <strong>${ended}</strong> without an answer written down here` : ''}. Half:
    <strong>${within(half)}</strong>. Nine of ten: <strong>${within(nineOfTen)}</strong>. Not answered:
    <strong>${received - answered}</strong>.
  </p>`
}

function tableOf(kind: string, rows: ReadonlyMap<string, Figures>, nameOf: (name: string) => string) {
  const counts = ['received', ...OUTCOMES, 'answered', 'waiting'] as const
  const columns: Record<string, string> = { [kind]: 'long' }
  for (const name of [...counts.map(capitalized), 'Half', 'Nine of ten']) columns[name] = 'line'
  const cells = [...rows].map(([name, figures]) => [
    nameOf(name),
    ...counts.map((count) => String(figures[count] || '')),
    within(figures.half),
    within(figures.nineOfTen),
  ])
  return deskTable(`By ${kind.toLowerCase()}`, columns, cells)
}

/* Pictures are bars with words beside them: no fact is shown by a picture or a color alone. */

/** The fill of each part of a bar. */
const FILLS = ['currentColor', 'url(#hatched)', 'url(#dotted)', 'none']
const HEIGHT = 18

const PATTERNS = html`<svg class="visually-hidden" aria-hidden="true"><defs>
  <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 6 6 0" stroke="currentColor" stroke-width="1.5"/></pattern>
  <pattern id="dotted" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.3" fill="currentColor"/></pattern>
</defs></svg>`

interface Bar {
  label: string
  parts: readonly number[]
  words: string
}

const rect = (fill: string | undefined, x: number, width: number) =>
  html`<rect x="${x}%" y="1" width="${width}%" height="${HEIGHT - 2}" fill="${fill}" stroke="currentColor"/>`

function barOf(parts: readonly number[], most: number): Html {
  let x = 0
  const rects = parts.map((part, index) => {
    const [start, width] = [x, (100 * part) / most]
    x += width
    return part > 0 ? rect(FILLS[index], start, width) : ''
  })
  return html`<svg width="100%" height="${HEIGHT}" aria-hidden="true">${rects}</svg>`
}

/** @param kinds names of the parts of a bar, for the legend; a single part has no legend */
function picture(caption: string, kinds: readonly string[], bars: readonly Bar[]): Html {
  const most = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)))
  const key = (kind: string, index: number) =>
    html`<span><svg width="${HEIGHT}" height="${HEIGHT}" aria-hidden="true">${rect(FILLS[index], 2, 96)}</svg> ${kind}</span>`
  return html`<figure class="bars">
    <figcaption><strong>${caption}</strong> ${kinds.length > 1 ? kinds.map(key) : ''}</figcaption>
    <ul class="plain">
      ${bars.map(({ label, parts, words }) => html`<li><span>${label}</span> ${barOf(parts, most)} <span>${words}</span></li>`)}
    </ul>
  </figure>`
}

function pictures(figures: Month, topicName: (topic: string) => string): Html {
  const weeks = figures.weeks.map(weekBar)
  const topics = [...figures.topics].map(([topic, one]) => outcomeBar(topicName(topic), one))
  return html`<div class="pictures">${PATTERNS}${[
    picture('Received and answered, by the week they came', ['answered', 'not answered'], weeks),
    picture('Time to the first answer', ['answered'], waitBars(figures)),
    picture('What became of them, by topic', OUTCOMES, topics),
  ]}</div>`
}
