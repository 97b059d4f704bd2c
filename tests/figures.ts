/**
 * Figures in Markdown files: a command replaces what stands between two comments, and leaves the rest of the file alone. A line
 * above them says where and when they were measured.
 *
 *   <!-- figures: NAME -->
 *   <!-- end of figures -->
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, type } from 'node:os'

/** @param write gets the present content, and returns the new one @throws Error unless the file has exactly one part of this name */
export function writeMarkedPart(file: string, name: string, write: (present: string) => string): void {
  const text = `(?<=<!-- figures: ${name} -->\\n)(?:(?!<!-- figures: )[^])*?(?=<!-- end of figures -->)`
  const part = new RegExp(text, 'g')
  const markdown = readFileSync(file, 'utf8')
  if (markdown.match(part)?.length !== 1) throw new Error(`There must be one part of figures "${name}" in ${file}.`)
  writeFileSync(
    file,
    markdown.replace(part, (present) => `\n${write(present).trim()}\n\n`),
  )
}

/** A table in Markdown. Cells are text; a vertical line in one is escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** @returns the rows of the table with these names, or all; ends the program when a name is none of them */
export function chosenFrom<Row>(what: string, table: Readonly<Record<string, Row>>, names: readonly string[]) {
  const unknown = names.filter((name) => !(name in table))
  if (unknown.length > 0) {
    console.error(`There is no ${what} called ${unknown.join(', ')}. Choose among ${Object.keys(table).join(', ')}.`)
    process.exit(1)
  }
  return Object.entries(table).filter(([name]) => names.length === 0 || names.includes(name))
}

/** Load average of the last minute from which on a machine counts as busy with other work. */
const BUSY = 1.5

/**
 * Looks at the machine and the repository. Call it before anything is measured: measuring makes load.
 * @param written the file that the figures go into, whose changes do not count @returns one sentence in Markdown
 */
export function circumstances(written: string): string {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trimEnd()
  const isChanged = git('status', '--porcelain')
    .split('\n')
    .some((line) => line !== '' && !line.endsWith(written))
  const commit = `commit ${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, ${type()} ${release()}`
  const [load = 0] = loadavg()
  const busy = load > BUSY ? ` **The machine was busy: load average ${load.toFixed(1)} at the start.**` : ''
  return `Measured ${new Date().toISOString().slice(0, 10)}, ${commit}, on ${machine}.${busy}`
}
