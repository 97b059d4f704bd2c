/**
 * Where and when figures were measured: a line that stands above them.
 */
import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, type } from 'node:os'

/** Load average of the last minute from which on a machine counts as busy with other work. */
const BUSY = 1.5

export interface Circumstances {
  /** Like 2026-11-21. */
  day: string
  /** Short hash of the commit; undefined outside a Git repository. */
  commit: string | undefined
  /** Whether files differ from that commit. */
  changed: boolean
  cores: number
  /** Model of the CPU, as the system names it. */
  model: string
  node: string
  system: string
  /** Load average of the last minute. */
  load: number
}

/**
 * Looks at the machine and the repository. Call it before anything is measured: measuring makes load.
 * @param written the file that the figures go into, whose changes do not count
 */
export function circumstances(written: string): Circumstances {
  const [cpu, ...others] = cpus()
  const status = git('status', '--porcelain')?.split('\n') ?? []
  return {
    day: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short', 'HEAD')?.trim(),
    changed: status.some((line) => line !== '' && !line.endsWith(written)),
    cores: others.length + 1,
    model: cpu?.model.trim() ?? 'unknown CPU',
    node: process.version,
    system: `${type()} ${release()}`,
    load: loadavg()[0] ?? 0,
  }
}

/** @returns one sentence in Markdown */
export function measuredOn({ day, commit, changed, cores, model, node, system, load }: Circumstances): string {
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
