/**
 * The record of `npm run review`: who read or decided what, on which day, and a digest of the words that were read. A text whose digest has
 * changed must be read again. Lines are only added, so two people can answer at the same time.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { programName } from '../../firm/placeholders.ts'
import { type Language, languageInWords } from '../../language.ts'
import { type ContentFault, fieldFault, fileFault } from './faults.ts'
import { type Content, type ContentFile, readText, reviewedDay } from './files.ts'
import { Day, dayAt } from '../../dates.ts'
import { DAY_MS } from '../../duration.ts'

export const RECORD_FILE = 'record.txt'

export interface Entry {
  day: string
  who: string
  /** A text, a page of the program's words, a decision, or a language that a member of staff reads for the lawyers. */
  what: string
  /** `yes` from a lawyer, `read` from another member of staff, `not for us`, or `trusts NAME`. */
  answer: string
  /** Digest of the words that were read; `-` for a language. */
  digest: string
}

/** A text, page or decision that must be read or decided, with the digest of its present words. */
export type Subject = Pick<Entry, 'what' | 'digest'> & { language: Language }

const HEAD = '# Written by `npm run review`: day | who | what | answer | digest of what was read\n'
const LINE = /^(\d{4}-\d\d-\d\d) \| ([^|]+) \| (.+) \| ([^|]+) \| (\S+)$/

export const trusts = (who: string): string => `trusts ${who}`

export function readRecord(root: string): { entries: Entry[]; faults: ContentFault[] } {
  const [entries, faults]: [Entry[], ContentFault[]] = [[], []]
  readText(join(root, RECORD_FILE))
    ?.split(/\r?\n/)
    .forEach((text, index) => {
      const [line, day = '', who = '', what = '', answer = '', digest = ''] = LINE.exec(text) ?? []
      if (line) entries.push({ day, who, what, answer, digest })
      else if (text && !text.startsWith('#')) faults.push(fileFault(RECORD_FILE, UNREADABLE, index + 1))
    })
  return { entries, faults }
}

const UNREADABLE =
  'cannot be read: take this line out, and `npm run review` asks again. A line is: day | who | what | answer | digest'

export function addToRecord(root: string, entries: readonly Entry[]): void {
  const path = join(root, RECORD_FILE)
  const before = readText(path) ?? ''
  const lines = entries.map(({ day, who, what, answer, digest }) => `${[day, who, what, answer, digest].join(' | ')}\n`)
  const start = before === '' ? HEAD : before.endsWith('\n') ? '' : '\n'
  appendFileSync(path, start + lines.join(''))
}

/** @returns whether someone, perhaps not a lawyer, has read or decided the subject as it is now */
export const isRead = (entries: readonly Entry[], { what, digest }: Subject): boolean =>
  entries.some((entry) => entry.what === what && entry.digest === digest)

/** @returns why the subject is still open, or undefined */
export function whyOpen(entries: readonly Entry[], { what, digest, language }: Subject): string | undefined {
  const own = entries.filter((entry) => entry.what === what)
  const current = own.filter((entry) => entry.digest === digest)
  // The same name without accents, or with other capitals, is the same person.
  const isTrusted = ({ who }: Entry) =>
    entries.some((entry) => entry.what === language && programName(entry.answer) === programName(trusts(who)))
  if (current.some((entry) => entry.answer !== 'read' || isTrusted(entry))) return undefined
  const [reader] = current
  if (reader)
    return `was read by ${reader.who}, who is not a lawyer of the firm: a lawyer says with \`npm run review -- ${language}\` whom they trust`
  const last = own.at(-1)
  return last
    ? `changed since ${last.who} read it on ${last.day}: \`npm run review\` shows it`
    : 'is not in the record: `npm run review` shows it to a lawyer'
}

const STALE_DAYS = 365
/** Local time is up to 14 hours ahead of UTC. */
const MAX_DAYS_AHEAD = 14 / 24

/** The digests of the program's own words, by language. */
export type ProgramDigests = Readonly<Record<Language, string>>

const reviewFault = (content: ContentFile, message: string) => fieldFault(content, 'reviewed', message)

export const staleReviews = (files: readonly ContentFile[], now: Date): ContentFault[] =>
  files.flatMap((content) => {
    const age = Math.floor((now.getTime() - Date.parse(reviewedDay(content))) / DAY_MS)
    const message = `is ${age} days ago: \`npm run review\` shows the text to a lawyer again`
    return age > STALE_DAYS ? [reviewFault(content, message)] : []
  })

export const textSubject = ({ file, digest, language }: ContentFile): Subject => ({ what: file, digest, language })

export const programSubject = (language: Language, digests: ProgramDigests): Subject => ({
  what: `the program's words, ${languageInWords(language)}`,
  digest: digests[language],
  language,
})

/** Leaves out texts that cannot be read, because these have a fault already. */
export function unreadFaults({ files, languages }: Content, entries: readonly Entry[], program?: ProgramDigests) {
  const texts = files.filter(({ data }) => data).map(textSubject)
  const pages = program ? languages.map((language) => programSubject(language, program)) : []
  const faultsOf = (subjects: Subject[], toFault: (what: string, why: string) => ContentFault) =>
    subjects.flatMap((subject) => {
      const why = whyOpen(entries, subject)
      return why ? [toFault(subject.what, why)] : []
    })
  return [...faultsOf(texts, fileFault), ...faultsOf(pages, (what, why) => fileFault(RECORD_FILE, `${what}: ${why}`))]
}

export function futureReviews(files: readonly ContentFile[], now: Date): ContentFault[] {
  const [today, latest] = [0, MAX_DAYS_AHEAD].map((days) => dayAt(now.getTime() + days * DAY_MS))
  return files
    .filter((content) => Day.safeParse(reviewedDay(content)).success && reviewedDay(content) > (latest ?? ''))
    .map((content) =>
      reviewFault(content, `is later than today. Write the day on which a lawyer read the text: ${today}`),
    )
}
