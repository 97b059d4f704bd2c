/** `logging-program.ts LINES END` logs as the one-machine server does; with the end `wait`, once more when its input ends. */
import { logOf, writeLine } from '../../src/hosts/log.ts'

const [lines = '', end = ''] = process.argv.slice(2)
// Asking for the stream makes a pipe say EAGAIN instead of stopping the process.
if (!process.stdout.writable) throw new Error('There is no standard output.')
const log = logOf(writeLine)
// 50 milliseconds stand for the five seconds for which a line is waited.
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
