/** Checks that a lawyer has read the texts as they are now, and not too long ago. */
import { Day, dayAt } from '../../dates.ts'
import { DAY_MS } from '../../duration.ts'
import { type Language, languageInWords } from '../../language.ts'
import { type ContentFault, fileFault } from './fault.ts'
import { type Content, type ContentFile, fieldFault, reviewedDay } from './files.ts'
import { type Entry, RECORD_FILE, type Subject, whyOpen } from './record.ts'

const STALE_DAYS = 365
/** Clocks are up to 14 hours ahead of UTC. Unit: days. */
const EARLIEST_DAY = 14 / 24

/** The digests of the program's words that speak for the firm. */
export type ProgramDigests = Readonly<Record<Language, string>>

const fault = (content: ContentFile, message: string) => fieldFault(content, 'reviewed', message)

export const staleReviews = (files: readonly ContentFile[], now: Date): ContentFault[] =>
  files.flatMap((content) => {
    const age = Math.floor((now.getTime() - Date.parse(reviewedDay(content))) / DAY_MS)
    const message = `is ${age} days ago: \`npm run review\` shows the text to a lawyer again`
    return age > STALE_DAYS ? [fault(content, message)] : []
  })

export const textSubject = ({ file, digest, language }: ContentFile): Subject => ({ what: file, digest, language })

export const programSubject = (language: Language, digests: ProgramDigests): Subject => ({
  what: `the program's words, ${languageInWords(language)}`,
  digest: digests[language],
  language,
})

/** A text that does not fit its schema has a fault already. */
export function unreadFaults({ files, languages }: Content, entries: readonly Entry[], program?: ProgramDigests) {
  const texts = files.flatMap((content): ContentFault[] => {
    const why = content.data && whyOpen(entries, textSubject(content))
    return why ? [fileFault(content.file, why)] : []
  })
  const pages = (program ? languages : []).flatMap((language): ContentFault[] => {
    const subject = programSubject(language, program as ProgramDigests)
    const why = whyOpen(entries, subject)
    return why ? [fileFault(RECORD_FILE, `${subject.what}: ${why}`)] : []
  })
  return [...texts, ...pages]
}

export function futureReviews(files: readonly ContentFile[], now: Date): ContentFault[] {
  const [today, latest] = [0, EARLIEST_DAY].map((days) => dayAt(now.getTime() + days * DAY_MS))
  return files
    .filter((content) => Day.safeParse(reviewedDay(content)).success && reviewedDay(content) > (latest ?? ''))
    .map((content) => fault(content, `is later than today. Write the day on which a lawyer read the text: ${today}`))
}
