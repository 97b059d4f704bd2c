/**
 * A process that logs as the one-machine server does, and ends: `logging-program.ts LINES END`. With the end `wait` it goes on
 * until its standard input ends, and then logs one line more.
 */
import { logOf, writeLine } from '../../src/hosts/log.ts'

const [lines = '', end = ''] = process.argv.slice(2)
// To ask for the stream makes a pipe one that says EAGAIN instead of stopping the process.
if (!process.stdout.writable) throw new Error('There is no standard output.')
const log = logOf(writeLine)
// The five seconds for which a line is waited are over after 50 milliseconds.
const now = performance.now.bind(performance)
if (end === 'wait') performance.now = () => 100 * now()

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
ENDS[end]?.()
