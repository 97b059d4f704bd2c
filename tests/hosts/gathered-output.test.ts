/**
 * The log of the one-machine server: gathered lines, all of them, whole and in order, however the process ends.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { gatheredOutput, MAX_TRIES, MAX_WAITING } from '../../src/hosts/gathered-output.ts'

/** A reader that takes what there is room for. */
function reader(room = Number.POSITIVE_INFINITY) {
  const writes: string[] = []
  const state = { room, broken: false, waits: 0, onWait: () => undefined as unknown }
  const failure = (code: string) => Object.assign(new Error(code), { code })
  const output = gatheredOutput({
    write(bytes) {
      if (state.broken) throw failure('EPIPE')
      if (state.room === 0) throw failure('EAGAIN')
      const taken = bytes.subarray(0, state.room)
      state.room -= taken.length
      writes.push(taken.toString())
      return taken.length
    },
    wait() {
      state.waits += 1
      state.onWait()
    },
  })
  return { output, state, writes, text: () => writes.join('') }
}

afterEach(() => void vi.useRealTimers())

describe('lines', () => {
  it('are written once per turn of the event loop, in order', async () => {
    const { output, writes } = reader()
    for (const line of ['a', 'b', 'c']) output.write(line)
    expect(writes).toEqual([])
    await nextTurn()
    expect(writes).toEqual(['a\nb\nc\n'])
    output.write('d')
    await nextTurn()
    expect(writes).toEqual(['a\nb\nc\n', 'd\n'])
  })

  it('are written by a flush at once, and not a second time', async () => {
    const { output, writes } = reader()
    output.write('a')
    output.flush()
    expect(writes).toEqual(['a\n'])
    await nextTurn()
    expect(writes).toEqual(['a\n'])
  })

  it('wait for a slow reader without stopping the process', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { output, state, text } = reader(4)
    output.write('ääää')
    await nextTurn()
    output.write('later')
    expect(text()).toBe('ää')
    state.room = 100
    await vi.runAllTimersAsync()
    expect(text()).toBe('ääää\nlater\n')
    expect(state.waits).toBe(0)
  })

  it('fill no more memory than the limit: then the process waits', () => {
    const { output, state, text } = reader(0)
    state.onWait = () => (state.room += MAX_WAITING / 4)
    const line = 'x'.repeat(1023)
    for (let count = 0; count < 1024; count++) output.write(line)
    expect(state.waits).toBe(0)
    output.write(line)
    expect(state.waits).toBe(5)
    expect(text()).toBe(`${line}\n`.repeat(1025))
  })

  it('are given up on when a reader takes none for long, but not while it takes some', () => {
    const { output, state, text } = reader(1)
    const line = 'x'.repeat(100)
    output.write(line)
    output.write(line)
    state.onWait = () => (state.room = state.waits % (MAX_TRIES - 1) === 0 && state.waits < 4 * MAX_TRIES ? 30 : 0)
    output.flush()
    expect(text()).toBe('x'.repeat(100) + '\n' + 'x'.repeat(20))
    // The rest of the line that was begun is not lost, so the next is not joined to its part.
    state.room = 1000
    output.write('next')
    output.flush()
    expect(text()).toBe(`${line}\n${line}\nnext\n`)
  })

  it('are dropped when no one can read them', async () => {
    const { output, state, text } = reader(1)
    output.write('begun')
    await nextTurn()
    state.broken = true
    output.write('lost')
    output.flush()
    expect(state.waits).toBe(0)
    state.broken = false
    state.room = 100
    output.write('after')
    output.flush()
    expect(text()).toBe('begun\nafter\n')
  })
})

type Program = ChildProcessByStdio<Writable, Readable, Readable>

const start = (lines: number, end: string): Program =>
  spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'logging-program.ts'), `${lines}`, end],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
const numbers = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { number: number }).number)
const upTo = (count: number) => [...Array(count).keys()]

describe('a process that ends', () => {
  it.each([
    ['return', 0],
    ['exit', 3],
    ['throw', 1],
    ['reject', 1],
  ])('by %s loses no line, though its reader is slow', async (end, code) => {
    // More than a pipe holds, less than may wait.
    const lines = 5000
    const program = start(lines, end)
    const closed = once(program, 'close')
    // Nothing is read before all is logged.
    await once(program.stderr, 'data')
    program.stderr.resume()
    expect(numbers(await text(program.stdout))).toEqual(upTo(lines))
    expect(await closed).toEqual([code, null])
  })

  it('after more lines than may wait loses none', async () => {
    const lines = 40_000
    const program = start(lines, 'exit')
    program.stderr.resume()
    expect(numbers(await text(program.stdout))).toEqual(upTo(lines))
  })

  it('goes on when its reader went away', async () => {
    const program = start(10, 'wait')
    const closed = once(program, 'close')
    await once(program.stdout, 'data')
    program.stdout.destroy()
    program.stderr.resume()
    program.stdin.end()
    expect(await closed).toEqual([0, null])
  })
})
