/** The record of `npm run review`: who read or decided what, when, and as it was then. Lines are only ever added, so two people can answer at once. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { programName } from '../../firm/placeholders.ts'
import type { Language } from '../../language.ts'
import { type ContentFault, fileFault } from './fault.ts'
import { readText } from './files.ts'

export const RECORD_FILE = 'record.txt'

export interface Entry {
  day: string
  who: string
  /** A text, a page of the program's words, a decision, or a language that a member reads for the lawyers. */
  what: string
  /** `yes` of a lawyer, `read` of another member, `not for us`, or `trusts NAME`. */
  answer: string
  digest: string
}

/** What must be read or decided, as it is now. */
export type Subject = Pick<Entry, 'what' | 'digest'> & { language: Language }

const HEAD = '# Written by `npm run review`: day | who | what | answer | digest of what was read\n'
const LINE = /^(\d{4}-\d\d-\d\d) \| ([^|]+) \| (.+) \| ([^|]+) \| (\S+)$/

export const trusts = (who: string): string => `trusts ${who}`

export function readRecord(root: string): { entries: Entry[]; faults: ContentFault[] } {
  const [entries, faults]: [Entry[], ContentFault[]] = [[], []]
  const lines = (readText(join(root, RECORD_FILE)) ?? '').split(/\r?\n/)
  lines.forEach((text, index) => {
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

/** @returns why the subject is still open, or undefined */
export function whyOpen(entries: readonly Entry[], { what, digest, language }: Subject): string | undefined {
  const own = entries.filter((entry) => entry.what === what)
  const now = own.filter((entry) => entry.digest === digest)
  // Accents and capitals do not make another person.
  const isTrusted = ({ who }: Entry) =>
    entries.some((entry) => entry.what === language && programName(entry.answer) === programName(trusts(who)))
  if (now.some((entry) => entry.answer !== 'read' || isTrusted(entry))) return undefined
  const [reader] = now
  if (reader)
    return `was read by ${reader.who}, who is not a lawyer of the firm: a lawyer says with \`npm run review -- ${language}\` whom they trust`
  const last = own.at(-1)
  return last
    ? `changed since ${last.who} read it on ${last.day}: \`npm run review\` shows it`
    : 'is not in the record: `npm run review` shows it to a lawyer'
}
