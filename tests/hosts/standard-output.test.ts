/** The log of the one-machine server: all lines, whole and in order, however the process ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'logging-program.ts')

const start = (lines: number, end: string) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, `${lines}`, end])
const numbers = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { number: number }).number)

it.concurrent.each(Object.entries({ return: 0, exit: 3, throw: 1, reject: 1 }))(
  'a process that ends by %s loses no line, though its reader is slow',
  async (end, code) => {
    // A pipe does not hold so much.
    const lines = 5000
    const program = start(lines, end)
    const closed = once(program, 'close')
    program.stderr.resume()
    expect(numbers(await text(program.stdout))).toEqual([...Array(lines).keys()])
    expect(await closed).toEqual([code, null])
  },
)

it.concurrent.each([
  ['went away', 10, ({ stdout }: ReturnType<typeof start>) => void stdout.destroy()],
  ['takes nothing any more', 5000, ({ stdout }: ReturnType<typeof start>) => void stdout.pause()],
])('a process goes on when its reader %s', async (_what, lines, stopReading) => {
  const program = start(lines, 'wait')
  const ended = once(program, 'exit')
  await once(program.stdout, 'data')
  stopReading(program)
  program.stderr.resume()
  program.stdin.end()
  expect(await ended).toEqual([0, null])
})
