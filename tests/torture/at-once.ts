/** The property test of changes at once (`tests/service/at-once.test.ts`), ten times as long as in `npm test`. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { inFigures, sized, type Torture } from './torture.ts'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--root', '.']
const TEST = ['--project', 'unit', 'tests/service/at-once.test.ts']
/** A file system in memory: each run writes some hundred times, and the power is not cut. */
const MEMORY = '/dev/shm'

export const atOnce: Torture = async (scale) => {
  const runs = sized(scale, 2000, 200)
  const TMPDIR = existsSync(MEMORY) ? MEMORY : tmpdir()
  const env = { ...process.env, RUNS: String(runs), SEED: String(scale.seed), TMPDIR }
  const faults: string[] = []
  try {
    await promisify(execFile)(process.execPath, [...VITEST, ...TEST], { env })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    faults.push(`no order of the changes explains it: ${stdout}${stderr}`)
  }
  const done = `${inFigures(runs)} × two to seven changes of one inquiry at once, on each kind of store`
  return { done, lost: 0, twice: 0, torn: 0, failed: 0, faults }
}
