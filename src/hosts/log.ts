/** The log: one JSON line per event. Callers pass no personal data, tokens or codes. */
import { writeSync } from 'node:fs'
import { SECOND_MS } from '../duration.ts'
import type { Log } from '../ports.ts'

/** Longest value of a field, characters. */
const MAX_VALUE_LENGTH = 500

/** @param write takes a line, without its end */
export function logOf(write: (line: string) => void): Log {
  return (event, fields) => {
    const line: Record<string, unknown> = { time: new Date().toISOString(), event }
    for (const name in fields) {
      const value = fields[name]
      line[name] = typeof value === 'string' ? value.slice(0, MAX_VALUE_LENGTH) : value
    }
    write(JSON.stringify(line))
  }
}

/** Writes each line to standard output at once, because a function may be frozen as soon as it has answered. */
export const jsonLog: Log = logOf((line) => console.log(line))

const STANDARD_OUTPUT = 1
/** How long the process waits for a reader that takes nothing, milliseconds. */
const MAX_WAIT_MS = 5 * SECOND_MS
const RETRY_MS = 10

/** No line is waited for again before the reader takes one. */
let isReaderStuck = false

/**
 * Writes a line of the one-machine server at once, which takes two microseconds: none is lost however the process ends. A pipe takes
 * up to 4,096 bytes whole or not at all, so none is torn. What a reader that went away or is stuck, or a full disk, does not take is
 * dropped: the log must not end or stop the service.
 * @param line without its end
 */
export function writeLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  const deadline = isReaderStuck ? 0 : performance.now() + MAX_WAIT_MS
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(STANDARD_OUTPUT, bytes, written)
      isReaderStuck = false
    } catch (error) {
      // The pipe is full.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      isReaderStuck = performance.now() > deadline
      if (isReaderStuck) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}
