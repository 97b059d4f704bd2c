/**
 * A process that logs as the one-machine server does, and ends: `logging-program.ts LINES END`. With the end `wait` it goes on
 * until its standard input ends, and then logs one line more.
 */
import { writeSync } from 'node:fs'
import { gatheredOutput } from '../../src/hosts/gathered-output.ts'
import { logOf } from '../../src/hosts/log.ts'

const [lines = '', end = ''] = process.argv.slice(2)
const output = gatheredOutput()
const log = logOf(output.write)

const ENDS: Record<string, () => void> = {
  return: () => undefined,
  exit: () => process.exit(3),
  throw: () => {
    throw new Error('not caught')
  },
  reject: () => void Promise.reject(new Error('not handled')),
  wait: () => process.stdin.resume().once('end', () => log('line', { number: Number(lines) })),
}

for (let number = 0; number < Number(lines); number++) log('line', { number })
// Errors share no pipe with the log: what is said here comes before it.
writeSync(process.stderr.fd, 'logged\n')
ENDS[end]?.()
