/** The dialog of `npm run review`. It ends when each open text and decision is answered or put off, or the person stops. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommonOptions, log, text } from '@clack/prompts'
import { officeDay } from '../../dates.ts'
import { fillInText, programName } from '../../firm/placeholders.ts'
import { FIRST_LANGUAGE, type Language, languageInWords } from '../../language.ts'
import { type ContentSettings, SettingsError } from '../../settings.ts'
import { type Claim, claimsIn } from '../adopt/starters.ts'
import { nameTyped } from '../adopt/typed.ts'
import { openDecisions } from '../content/decisions.ts'
import { type ContentFault, faultInWords } from '../content/faults.ts'
import { type Content, type ContentFile, contentPath, firmOf, readContent } from '../content/files.ts'
import {
  addToRecord,
  type Entry,
  isRead,
  type ProgramDigests,
  programSubject,
  readRecord,
  staleReviews,
  type Subject,
  textSubject,
  trusts,
  whyOpen,
} from '../content/record.ts'
import { reportOn } from '../content/report.ts'
import { type Prompts, promptsOn } from '../adopt/questions.ts'
import { changedLines, markRead, shownText } from './reading.ts'

export interface ReviewOptions {
  folder: string
  shown: string
  settings: ContentSettings
  language: Language
  program: { page(language: Language): string; digests: ProgramDigests }
  /** The default is the streams of the process. */
  terminal?: CommonOptions
  /** The person's text editor, a command with arguments; when it is empty, the person opens the file. */
  editor: string
}

const STOPPED = 'Stopped. What you said is kept; the same command goes on from here.'

interface Reader extends ReviewOptions {
  prompts: Prompts
  who: string
  isLawyer: boolean
}

/** @throws SettingsError on Ctrl-C, or when a reader who is not a lawyer does not read the language */
export async function review(options: ReviewOptions): Promise<void> {
  const { folder, shown, language, program } = options
  const reader = await askWho(options)
  if (reader) {
    const isFirst = language === FIRST_LANGUAGE
    if (isFirst) await decide(reader, true)
    await readTexts(reader)
    await readProgram(reader)
    if (isFirst) await decide(reader, false)
  }
  const content = readContent(folder)
  const left = [...inWords(options, reportNow(options, content).faults), ...stillOpen(content, program.digests)]
  say(options, left.length > 0 ? ['Before the site goes online:', ...left] : [`All of ${shown}/ is read and decided.`])
}

function stillOpen({ root, files, languages }: Content, digests: ProgramDigests): string[] {
  const { entries } = readRecord(root)
  return languages.flatMap((language) => {
    const texts = files.filter((file) => file.language === language).map(textSubject)
    const decisions = language === FIRST_LANGUAGE ? openDecisions(root).map(({ subject }) => subject) : []
    const all = [...texts, programSubject(language, digests), ...decisions]
    const open = all.filter((subject) => whyOpen(entries, subject))
    const name = languageInWords(language)
    const command = language === FIRST_LANGUAGE ? 'npm run review' : `npm run review -- ${language}`
    if (open.length === 0) return []
    return open.every((subject) => isRead(entries, subject))
      ? `All ${name} texts are read. A lawyer of the firm must still confirm the reader: type \`${command}\`, and the reader’s name as in the record`
      : `Still to read or decide in ${name}: ${open.length}. Type \`${command}\``
  })
}

/** @returns undefined when a lawyer who does not read the language has named the person who reads it instead */
async function askWho(options: ReviewOptions): Promise<Reader | undefined> {
  const { folder, language } = options
  const prompts = promptsOn(options.terminal, STOPPED)
  const lawyers = lawyersOf(readContent(folder))
  const lawyerNamed = (name: string) => lawyers.find((each) => programName(each) === programName(withoutTitle(name)))
  const notLawyer = `This must be a lawyer of the firm: ${lawyers.join('; ')}`
  const isFirst = language === FIRST_LANGUAGE
  const typed = await askName(prompts, 'Who is reading? Your name goes into the record.', (name) =>
    isFirst && !lawyerNamed(name) ? notLawyer : undefined,
  )
  const lawyer = lawyerNamed(typed)
  const reader = { ...options, prompts, who: lawyer ?? typed, isLawyer: lawyer !== undefined }
  const name = languageInWords(language)
  if (isFirst || (await prompts.agrees(`Do you read ${name}?`))) return reader
  if (!lawyer) throw new SettingsError(`Somebody who reads ${name} reads these texts.`)
  const trusted = await askName(prompts, `Whom do you trust to read the ${name} texts? The name goes into the record.`)
  recordAnswer(reader, { what: language, digest: '-', language }, trusts(trusted))
  return undefined
}

/** "Ana Diaz, Esq." becomes "Ana Diaz". */
const withoutTitle = (name: string) => name.replace(/,.*/, '')

function lawyersOf({ files }: Content): string[] {
  const named = files.filter(({ folder, language }) => folder === 'lawyers' && language === FIRST_LANGUAGE)
  const names = named.map(({ data }) => String(data?.name))
  return names.length > 0 ? names : [withoutTitle(String(firmOf(files)?.data?.responsibleAttorney))]
}

/** @param hasSentence true for the decisions about sentences of the texts, which come first because they may change the texts */
async function decide(reader: Reader, hasSentence: boolean): Promise<void> {
  const later = new Set<string>()
  for (;;) {
    const open = openDecisions(reader.folder).filter(
      ({ what, places }) => places.some(({ sentence }) => sentence) === hasSentence && !later.has(what),
    )
    const [next] = open
    if (!next) return
    const { what, places, subject } = next
    const content = readContent(reader.folder)
    const claims = claimsIn(content.files).filter((claim) => claim.decide === what)
    say(reader, [what, hasSentence ? quoted(claims, content) : places.map(({ place }) => place).join(' ')])
    const answered = await reader.prompts.choose(`${open.length} to decide:`, ['yes', 'change', 'not for us', 'later'])
    if (answered === 'later') later.add(what)
    else if (answered === 'change')
      await change(reader, hasSentence ? placesOf(claims) : places.map(({ place }) => place))
    else if (answered === 'not for us' && claims.length > 0) {
      say(reader, ['Then no text may say it:'])
      await change(reader, placesOf(claims))
    } else recordAnswer(reader, subject, answered)
  }
}

function quoted([first, ...others]: readonly Claim[], { values }: Content): string {
  if (!first) return 'No text says it any more.'
  const sentence = fillInText(first.sentence, values.get(FIRST_LANGUAGE) ?? {})
  return `${first.file}: “${sentence}”${others.length > 0 ? ` (and ${others.length} like it)` : ''}`
}

const placesOf = (claims: readonly Claim[]) => claims.map(({ file, line }) => `${file}:${line}`)

async function readTexts(reader: Reader): Promise<void> {
  const { folder, language } = reader
  const now = new Date()
  const later = new Set<string>()
  for (;;) {
    const content = readContent(folder)
    const own = content.files.filter((file) => file.language === language)
    const stale = new Set(staleReviews(own, now).map(({ file }) => file))
    const { entries } = readRecord(folder)
    const open = own.filter((file) => isOpen(reader, entries, textSubject(file)) || stale.has(file.file))
    const next = open.find(({ file }) => !later.has(file))
    if (!next) return
    const { file, digest } = next
    const isReady = show(reader, next, content)
    const answers = isReady ? (['yes', 'change', 'later'] as const) : (['change', 'later'] as const)
    const answered = await reader.prompts.choose(`${own.length - open.length} of ${own.length} read:`, answers)
    if (answered === 'later') later.add(file)
    else if (answered === 'change') await change(reader, [file])
    else if (readContent(folder).files.find((each) => each.file === file)?.digest !== digest)
      say(reader, [`${file} changed while you read it. Here it is as it is now.`])
    else {
      markRead(folder, file, officeDay(now))
      recordAnswer(reader, textSubject(next), reader.isLawyer ? 'yes' : 'read')
    }
  }
}

/** A text that only a person who is not a lawyer has read is shown again to lawyers, but not to other readers. */
function isOpen({ isLawyer }: Reader, entries: readonly Entry[], subject: Subject): boolean {
  return whyOpen(entries, subject) !== undefined && (isLawyer || !isRead(entries, subject))
}

/** @returns false while a fault must be corrected first */
function show(reader: Reader, file: ContentFile, content: Content): boolean {
  const { faults, advice } = reportNow(reader, content)
  const about = (all: readonly ContentFault[]) => all.filter((fault) => fault.file === file.file)
  const last = readRecord(reader.folder).entries.findLast(({ what }) => what === file.file)
  say(reader, [file.file, '', shownText(file, content, claimsIn([file]))])
  const source = contentPath(FIRST_LANGUAGE, file.folder, file.name)
  const [own = [], ofSource = []] = last ? changedLines(reader.folder, [file.file, source], last.digest) : []
  const lists: [head: string, lines: readonly string[]][] = [
    ['Changed since it was read:', own],
    [`Changed since then in ${source}:`, source === file.file ? [] : ofSource],
    ['Please look:', inWords(reader, about(advice))],
    ['To change first:', inWords(reader, about(faults))],
  ]
  for (const [head, lines] of lists) if (lines.length > 0) say(reader, [head, ...lines])
  return about(faults).length === 0
}

async function readProgram(reader: Reader): Promise<void> {
  const { language, program } = reader
  const subject = programSubject(language, program.digests)
  if (!isOpen(reader, readRecord(reader.folder).entries, subject)) return
  const path = join(mkdtempSync(join(tmpdir(), 'front-desk-')), `words-${language}.html`)
  writeFileSync(path, program.page(language))
  say(reader, [`The program has words of its own, on one page. Open it in a browser: ${path}`])
  const question = 'Have you read the page, and is it right? Its words are in content/words/.'
  if ((await reader.prompts.choose(question, ['yes', 'later'])) === 'yes')
    recordAnswer(reader, subject, reader.isLawyer ? 'yes' : 'read')
}

/** Opens the files in the editor, or asks the person to change them. @param places paths, perhaps with a line, like `faq/cost.md:7` */
async function change(reader: Reader, places: readonly string[]): Promise<void> {
  const { folder, shown, editor } = reader
  const [command = '', ...args] = editor.split(' ')
  const files = [...new Set(places.map((place) => place.replace(/:\d+$/, '')))]
  const paths = files.map((file) => join(folder, file))
  if (command && spawnSync(command, [...args, ...paths], { stdio: 'inherit' }).status === 0) return
  const names = places.map((place) => join(shown, place)).join(' and ')
  await reader.prompts.answerOf(
    text({ ...reader.terminal, message: `Change ${names} in any program, save, and press Enter here.` }),
  )
}

function recordAnswer({ folder, who }: Reader, { what, digest }: Subject, answered: string): void {
  addToRecord(folder, [{ day: officeDay(new Date()), who, what, answer: answered, digest }])
}

const reportNow = ({ settings }: ReviewOptions, content: Content) =>
  reportOn(content, { settings: { ...settings, goesOnline: true }, now: new Date(), isReview: true })

const inWords = ({ shown }: ReviewOptions, faults: readonly ContentFault[]) =>
  faults.map((fault) => faultInWords(shown, fault))

/** Breaks lines between words at the edge of the terminal. */
const say = ({ terminal }: ReviewOptions, lines: readonly string[]): void => {
  const width = (process.stdout.columns || 80) - 4
  const tooLong = new RegExp(`(?!.{1,${width}}$)(.{1,${width}}) `, 'gm')
  log.message(lines.join('\n').replace(tooLong, '$1\n'), terminal)
}

const LONGEST_NAME = 100

/** @param refused returns why this person may not answer, or undefined */
function askName(
  { needed }: Prompts,
  message: string,
  refused: (name: string) => string | undefined = () => undefined,
) {
  const isName = (typed: string) => nameTyped(typed) && typed.length <= LONGEST_NAME && !typed.includes('|')
  const take = (typed: string) => (isName(typed) && !refused(typed) ? typed.trim() : undefined)
  const otherwise = (typed: string) => (isName(typed) && refused(typed)) || 'Type a name, first and last.'
  return needed(message, [take, otherwise])
}
