/** The conversation of `npm run review`, until all texts are read or the person stops. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type CommonOptions, isCancel, log, select } from '@clack/prompts'
import { officeDay } from '../../dates.ts'
import { type ContentSettings, SettingsError } from '../../settings.ts'
import { claimsIn } from '../adopt/starters.ts'
import { isAbout, openDecisions, placesInWords, tickOff } from '../content/decisions.ts'
import { type ContentFault, faultInWords } from '../content/fault.ts'
import { type Content, firmOf, readContent } from '../content/files.ts'
import { reportOn } from '../content/report.ts'
import { type Changes, changesSinceRead, unreadProgram } from '../content/reviews.ts'
import { allReadings, markProgramRead, markRead, openReadings, type Reading, shownText } from './reading.ts'

/** The question itself asks for these fields. */
const ASKED = /^(reviewed|version|programTexts)$/

export interface Circumstances {
  folder: string
  shown: string
  settings: ContentSettings
  program: { parts: readonly string[]; digest: string }
  /** The default is the streams of the process. */
  terminal?: CommonOptions
  /** A command with arguments; when it is empty, the person opens the file. */
  editor: string
}

/** @throws SettingsError when the person presses Ctrl-C */
export async function review(circumstances: Circumstances): Promise<void> {
  await readTexts(circumstances)
  await readProgram(circumstances)
  await decideRest(circumstances)
  const { folder, shown } = circumstances
  const { faults } = reportNow(circumstances, readContent(folder))
  const left = faults.length === 0 ? `All of ${shown}/ is read and decided.` : 'Before the site goes online:'
  say(circumstances, [left, ...inWords(circumstances, faults)])
}

async function readTexts(circumstances: Circumstances): Promise<void> {
  const { folder } = circumstances
  const now = new Date()
  const changes = changesSinceRead(folder)
  const asked = new Set<string>()
  for (;;) {
    const content = readContent(folder)
    const left = openReadings(content, changes, now)
    const reading = left.find(({ key }) => !asked.has(key))
    if (!reading) return
    const files = reading.texts.map(({ file }) => file)
    const isReady = show(circumstances, reading, content, changes)
    const all = allReadings(content).length
    const question = `${all - left.length} of ${all} texts are read. Is this one right, in every language?`
    const answer = await choose(circumstances, question, {
      ...(isReady && { yes: 'Yes: a lawyer of the firm has read it' }),
      change: 'No: change it',
      later: 'Later',
    })
    if (answer === 'change') await change(circumstances, files)
    else asked.add(reading.key)
    if (answer !== 'yes') continue
    markRead(folder, files, officeDay(now))
    for (const file of files) changes.delete(file)
    const unread = left.filter(({ key }) => key !== reading.key)
    for (const { line, places } of openDecisions(folder))
      if (isAbout(places, reading.texts) && !unread.some(({ texts }) => isAbout(places, texts))) tickOff(folder, line)
  }
}

/** Returns false while a fault must be corrected first. */
function show(circumstances: Circumstances, reading: Reading, content: Content, changes: Changes): boolean {
  const { texts } = reading
  const decisions = openDecisions(circumstances.folder)
  const claims = claimsIn(texts).filter(({ decide }) => decisions.some(({ what }) => what === decide))
  const others = decisions.filter(
    ({ what, places }) => isAbout(places, texts) && !claims.some(({ decide }) => decide === what),
  )
  const { faults, advice } = reportNow(circumstances, content)
  const about = (all: readonly ContentFault[]) =>
    all.filter(({ file, field }) => texts.some((text) => text.file === file) && !ASKED.test(field))
  say(circumstances, [shownText(reading, content, claims)])
  const lists: [head: string, lines: readonly string[]][] = [
    ...texts.map(({ file }): [string, readonly string[]] => [
      `Changed in ${file} since it was read:`,
      changes.get(file) ?? [],
    ]),
    ['To decide with it:', others.map(({ what }) => `- ${what}`)],
    ['Please look:', inWords(circumstances, about(advice))],
    ['To change first:', inWords(circumstances, about(faults))],
  ]
  for (const [head, lines] of lists) if (lines.length > 0) say(circumstances, [head, ...lines])
  return about(faults).length === 0
}

async function change(circumstances: Circumstances, files: readonly string[]): Promise<void> {
  const { folder, shown, editor } = circumstances
  const [command = '', ...args] = editor.split(' ')
  const paths = files.map((file) => join(folder, file))
  if (command && spawnSync(command, [...args, ...paths], { stdio: 'inherit' }).status === 0) return
  const names = files.map((file) => join(shown, file)).join(' and ')
  await choose(circumstances, `Change ${names} in any editor, and save.`, { saved: 'It is saved: show it again' })
}

async function readProgram(circumstances: Circumstances): Promise<void> {
  const { folder, program } = circumstances
  if (unreadProgram(firmOf(readContent(folder).files), program.digest).length === 0) return
  const { parts, digest } = program
  for (const [index, part] of parts.entries()) {
    say(circumstances, [part])
    const question = `Words in the program, part ${index + 1} of ${parts.length}. Are they right?`
    const answers = { yes: 'Yes: a lawyer of the firm has read them', later: 'Later: then all parts are asked again' }
    if ((await choose(circumstances, question, answers)) === 'later') return
  }
  markProgramRead(folder, { day: officeDay(new Date()), digest })
}

async function decideRest(circumstances: Circumstances): Promise<void> {
  const { folder } = circumstances
  const unread = openReadings(readContent(folder), changesSinceRead(folder), new Date())
  for (const { what, places, line } of openDecisions(folder)) {
    if (unread.some(({ texts }) => isAbout(places, texts))) continue
    say(circumstances, [what, ...placesInWords(places)])
    const question = 'Is this decided, and do the texts say so?'
    if ((await choose(circumstances, question, { yes: 'Yes', later: 'Later' })) === 'yes') tickOff(folder, line)
  }
}

const reportNow = ({ settings, program }: Circumstances, content: Content) =>
  reportOn(content, { settings: { ...settings, goesOnline: true }, now: new Date(), programDigest: program.digest })

const inWords = ({ shown }: Circumstances, faults: readonly ContentFault[]) =>
  faults.map((fault) => faultInWords(shown, fault))

const say = ({ terminal }: Circumstances, lines: readonly string[]): void => log.message(lines.join('\n'), terminal)

async function choose<Answer extends string>(
  { terminal }: Circumstances,
  message: string,
  labels: Readonly<Partial<Record<Answer, string>>>,
): Promise<Answer> {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label: String(label) }))
  const answer = await select({ ...terminal, message, options })
  if (isCancel(answer)) throw new SettingsError('Stopped. What you said is kept; `npm run review` goes on from here.')
  return answer as Answer
}
