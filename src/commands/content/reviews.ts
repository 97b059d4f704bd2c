/** Checks the field `reviewed`: the day when a lawyer last read a text. */
import { spawnSync } from 'node:child_process'
import { Day, dayAt } from '../../dates.ts'
import { DAY_MS } from '../../duration.ts'
import { FirmFile } from '../../firm/firm.ts'
import type { ContentFault } from './fault.ts'
import { type ContentFile, fieldFault, reviewedDay } from './files.ts'

const STALE_DAYS = 365
/** Clocks are up to 14 hours ahead of UTC. Unit: days. */
const EARLIEST_DAY = 14 / 24

/** By path within the content folder. */
export type Changes = ReadonlyMap<string, readonly string[]>

const fault = (content: ContentFile, message: string) => fieldFault(content, 'reviewed', message)

export const staleReviews = (files: readonly ContentFile[], now: Date): ContentFault[] =>
  files.flatMap((content) => {
    const age = Math.floor((now.getTime() - Date.parse(reviewedDay(content))) / DAY_MS)
    const message = `is ${age} days ago: let a lawyer read the text again, then write today's date`
    return age > STALE_DAYS ? [fault(content, message)] : []
  })

/** A text that does not fit its schema has a fault already. */
export const unreadTexts = (files: readonly ContentFile[]): ContentFault[] =>
  files
    .filter(({ data }) => data && data.reviewed === undefined)
    .map((content) =>
      fault(content, 'is missing: no lawyer has read this text yet. When one has, write the day: reviewed: 2026-11-22'),
    )

export const unreadVersions = (files: readonly ContentFile[]): ContentFault[] =>
  files
    .filter((content) => reviewedDay(content) !== '' && (content.data?.version as string) > reviewedDay(content))
    .map((content) =>
      fieldFault(content, 'version', 'is later than `reviewed`: let a lawyer read the notices as they are now'),
    )

export function unreadProgram(firm: ContentFile | undefined, digest: string): ContentFault[] {
  const read = FirmFile.shape.programTexts.safeParse(firm?.data?.programTexts).data
  if (!firm || read?.digest === digest) return []
  const why = read
    ? `is out of date: the program's words changed since ${read.reviewed}`
    : 'is missing: no lawyer has read the words in the program'
  const message = `${why}. Print them with \`npm run texts\`, let a lawyer read them, and write here what it prints at the end`
  return [fieldFault(firm, 'programTexts', message)]
}

export function futureReviews(files: readonly ContentFile[], now: Date): ContentFault[] {
  const [today, latest] = [0, EARLIEST_DAY].map((days) => dayAt(now.getTime() + days * DAY_MS))
  return files
    .filter((content) => Day.safeParse(reviewedDay(content)).success && reviewedDay(content) > (latest ?? ''))
    .map((content) => fault(content, `is later than today. Write the day on which a lawyer read the text: ${today}`))
}

export const changedAfterReview = (files: readonly ContentFile[], changes: Changes): ContentFault[] =>
  files
    .filter((content) => reviewedDay(content) && changes.has(content.file))
    .map((content) =>
      fault(content, 'is before the last change of the text: let a lawyer read it, then write the day of today'),
    )

/** Leaves out the lines that record a review of the program's words. */
const LINE_OF_TEXT = /^[-+](?!programTexts:| {2}(?:reviewed|digest):)./

/** Finds changes since `reviewed` was last set, committed or not. Removed lines begin with `-`, new ones with `+`. */
export function changesSinceRead(root: string): Map<string, string[]> {
  const log = git(root, ['log', '--format=%x00%H', '--name-only', '--relative', '-G^reviewed:', '--', '.'])
  // Oldest first, so that the newest commit of a file wins.
  const entries = log
    .split('\0')
    .map((entry) => entry.split('\n').filter(Boolean))
    .reverse()
  const read = new Map(entries.flatMap(([commit = '', ...files]) => files.map((file) => [file, commit])))
  const changes = [...read].map(([file, commit]): [string, string[]] => {
    const [, ...hunks] = git(root, ['diff', '--unified=0', commit, '--', file]).split(/^@@.*$/m)
    const lines = hunks.flatMap((hunk) => hunk.split('\n')).filter((line) => LINE_OF_TEXT.test(line))
    return [
      file,
      lines.some((line) => line.startsWith('+reviewed:')) ? [] : lines.map((line) => line.replace(/./, '$& ')),
    ]
  })
  return new Map(changes.filter(([, lines]) => lines.length > 0))
}

/** The output is empty when git fails or is not installed. */
function git(cwd: string, args: string[]): string {
  // `stdout` is null without git, though the types promise a text.
  const { stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' }) as { stdout: string | null }
  return stdout ?? ''
}
