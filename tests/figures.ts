/** Figures in Markdown, as the commands that measure print them: a table, and where and when it was measured. */
import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'

/** A table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Call it before anything is measured: measuring makes load. */
export function measuredOn(): string {
  const day = new Date().toISOString().slice(0, 10)
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  const [cpu] = cpus()
  const load = loadavg()[0]?.toFixed(1)
  return `Measured ${day}, commit ${commit}, ${cpus().length} × ${cpu?.model}, Node ${process.version}, load average ${load}.`
}
