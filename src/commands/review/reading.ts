/** Shows a lawyer a text and what changed in it, and marks the text as read. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillInText } from '../../firm/placeholders.ts'
import { splitFrontmatter } from '../../firm/text-parts.ts'
import type { Claim } from '../adopt/starters.ts'
import { type Content, type ContentFile, writeWhole } from '../content/files.ts'
import { RECORD_FILE } from '../content/record.ts'
import { type Passage, passagesOf, unwrapped } from '../content/passages.ts'

/** Stands before a passage with a sentence that may not be true of the firm. */
const MARK = '► '
/** A lawyer does not read these fields, which hold values for the program, or days. */
const NOT_READ = /^(?:id|topic|areas|drawing|status|reviewed|version|accent|logo|portrait)$/
/** Matches lines with two or more names in code style, or with a link to the API. */
const FOR_PROGRAMMERS = /`[^`]+`.*`[^`]+`|\]\(\/(?:api|openapi)/
const LEFT_OUT = '(Lines for programmers are left out here.)'

/** @returns the text with its placeholders filled in, each paragraph on one line, without the lines that only programmers read */
export function shownText(file: ContentFile, content: Content, claims: readonly Claim[]): string {
  const prose = file.body.replace(/^```[^]*?^```$/gm, (block) => block.replace(/[^\n]/g, ''))
  // No page shows the body of the notices.
  const passages = passagesOf({ ...file, body: file.name === 'notices' ? '' : prose })
  const filled = ({ text }: Passage) =>
    unwrapped(fillInText(text, content.values.get(file.language) ?? {}))
      .split('\n')
      .filter((line) => !FOR_PROGRAMMERS.test(line))
      .join('\n')
  const isDoubtful = ({ line, text }: Passage) =>
    claims.some((claim) => claim.line >= line && claim.line < line + text.split('\n').length)
  // Each field, with all entries of a list, is one part; so is each paragraph of the body, whose key is its line.
  const parts = [...Map.groupBy(passages, ({ field, line }) => field.split('.')[0] || line)]
    .filter(([key]) => typeof key === 'number' || !NOT_READ.test(key))
    .flatMap(([key, inside]) => {
      const words = inside.map(filled).filter(Boolean).join(', ')
      const name = typeof key === 'number' ? '' : `${key}: `
      return words ? [`${inside.some(isDoubtful) ? MARK : ''}${name}${words}`] : []
    })
  return [...parts, ...(FOR_PROGRAMMERS.test(prose) ? [LEFT_OUT] : [])].join('\n\n')
}

/** Writes the day into the field `reviewed`, which pages show. The body and the line ends stay as they are. */
export function markRead(folder: string, file: string, day: string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const { fields = '' } = splitFrontmatter(text) ?? {}
  const ending = fields.includes('\r\n') ? '\r\n' : '\n'
  const marked = `${fields.replace(/^reviewed:.*\n/m, '')}reviewed: ${day}${ending}`
  writeWhole(
    path,
    text.replace(fields, () => marked),
  )
}

/** @returns for each file, its lines changed since the commit that recorded the digest, with `-` (old) or `+` (new); [] if there is none */
export function changedLines(folder: string, files: readonly string[], digest: string): string[][] {
  const [commit = ''] = git(folder, ['log', '--format=%H', `-S${digest}`, '--', RECORD_FILE])
    .split('\n')
    .slice(-2)
  if (!commit) return []
  return files.map((file) => {
    const [, ...hunks] = git(folder, ['diff', '--unified=0', commit, '--', file]).split(/^@@.*$/m)
    const lines = hunks.flatMap((hunk) => hunk.split('\n'))
    return lines.filter((line) => /^[-+](?!reviewed:)./.test(line)).map((line) => line.replace(/./, '$& '))
  })
}

/** @returns the output of git, which is empty when git fails or is not installed */
function git(cwd: string, args: string[]): string {
  // `stdout` is null without git, though the types promise a text.
  const { stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' }) as { stdout: string | null }
  return stdout ?? ''
}
