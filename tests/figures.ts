/**
 * Figures in Markdown files: a command replaces what stands between two comments, and leaves the rest of the file alone. A line
 * above them says where and when they were measured.
 *
 *   <!-- figures: NAME -->
 *   <!-- end of figures -->
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, type } from 'node:os'

const START = (name: string) => `<!-- figures: ${name} -->\n`
const END = '<!-- end of figures -->'

/** @throws Error when the text does not have exactly one part of this name, or the part has no end */
function replaceMarkedPart(markdown: string, name: string, content: string): string {
  const [before = '', after, ...more] = markdown.split(START(name))
  if (after === undefined || more.length > 0)
    throw new Error(`There must be one line "${START(name).trim()}", and there are ${more.length + (after ? 1 : 0)}.`)
  const end = after.indexOf(END)
  const next = after.indexOf('<!-- figures: ')
  if (end < 0 || (next >= 0 && next < end)) throw new Error(`There is no "${END}" after "${START(name).trim()}".`)
  return `${before}${START(name)}\n${content.trim()}\n\n${after.slice(end)}`
}

/** @param content Markdown, without the markers @throws as `replaceMarkedPart` */
export function writeMarkedPart(file: string, name: string, content: string): void {
  writeFileSync(file, replaceMarkedPart(readFileSync(file, 'utf8'), name, content))
}

/** A table in Markdown. Cells are text; a vertical line in one is escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Load average of the last minute from which on a machine counts as busy with other work. */
const BUSY = 1.5

/**
 * Looks at the machine and the repository. Call it before anything is measured: measuring makes load.
 * @param written the file that the figures go into, whose changes do not count
 */
export function circumstances(written: string) {
  const [cpu, ...others] = cpus()
  const status = git('status', '--porcelain')?.split('\n') ?? []
  return {
    day: new Date().toISOString().slice(0, 10),
    /** Short hash; undefined outside a Git repository. */
    commit: git('rev-parse', '--short', 'HEAD')?.trim(),
    changed: status.some((line) => line !== '' && !line.endsWith(written)),
    cores: others.length + 1,
    model: cpu?.model.trim() ?? 'unknown CPU',
    node: process.version,
    system: `${type()} ${release()}`,
    /** Load average of the last minute. */
    load: loadavg()[0] ?? 0,
  }
}

/** @returns one sentence in Markdown */
export function measuredOn(measured: ReturnType<typeof circumstances>): string {
  const { day, commit, changed, cores, model, node, system, load } = measured
  const version = commit === undefined ? 'no commit' : `commit ${commit}${changed ? ' with changes' : ''}`
  const machine = `${cores} core${cores === 1 ? '' : 's'} (${model}), Node ${node.replace(/^v/, '')}, ${system}`
  const busy = load > BUSY ? ` **The machine was busy: load average ${load.toFixed(1)} at the start.**` : ''
  return `Measured ${day}, ${version}, on ${machine}.${busy}`
}

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
