/** `/desk/month`: a month in figures, to be read or printed. It names no one. */
import { html } from 'hono/html'
import { isMonth, monthAt, monthInWords } from '../../dates.ts'
import { topicInWords } from '../../firm/topics.ts'
import { listMonthsWithInquiries } from '../../inquiries/record.ts'
import { type Figures, OUTCOMES, readMonth } from '../../service/month.ts'
import { spanInWords } from '../../inquiries/overdue.ts'
import { OTHER_LANGUAGE, languageInWords } from '../../language.ts'
import { capitalized } from '../../letters.ts'
import { PATHS } from '../../site.ts'
import { type Html, withInbox } from '../page.ts'
import { deskTable, monthForm } from '../ui.ts'

export const MONTH_PATH = `${PATHS.desk}/month`

export const showMonth = withInbox(async ({ service, inbox, url, audit }) => {
  const asked = url.searchParams.get('month') ?? ''
  const month = isMonth(asked) ? asked : monthAt(service.clock.now())
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
      ${tableOf('Topic', topics, topicName)}
      ${tableOf('Language', languages, languageName)}
      <p class="small">
        Answered: a reply was sent, or the status became “contacted” or “retained”. Not counted: ${notCounted.join('; ')}.
      </p>`,
  }
})

function summary({ received, answered, median, slowest }: Figures): Html {
  if (received === 0) return html`<p>Nothing was received.</p>`
  const times = html`Half of them within <strong>${spanInWords(median ?? 0)}</strong>; the slowest tenth after
    <strong>${spanInWords(slowest ?? 0)}</strong> or more.`
  return html`<p>
    <strong>${received}</strong> received, <strong>${answered}</strong> answered by a person. ${answered > 0 ? times : ''}
  </p>`
}

function tableOf(kind: string, rows: ReadonlyMap<string, Figures>, nameOf: (name: string) => string) {
  const counts = ['received', ...OUTCOMES, 'answered'] as const
  const columns: Record<string, string> = { [kind]: 'long' }
  for (const name of [...counts.map(capitalized), 'Median', 'Slowest tenth']) columns[name] = 'line'
  const wait = (time: number | undefined) => (time === undefined ? '' : spanInWords(time))
  return deskTable(
    `By ${kind.toLowerCase()}`,
    columns,
    [...rows].map(([name, figures]) => [
      nameOf(name),
      ...counts.map((count) => String(figures[count])),
      wait(figures.median),
      wait(figures.slowest),
    ]),
  )
}
