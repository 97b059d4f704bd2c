/** The log has one JSON line per event. Callers pass no personal data, tokens or codes. */
import { writeSync } from 'node:fs'
import { SECOND_MS } from '../duration.ts'
import type { Log } from '../ports.ts'

/** Characters; a longer value is cut. */
const MAX_VALUE_LENGTH = 500

/** @param write takes a line without its line end */
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

/** Writes at once, because a function may be frozen as soon as it has answered. */
export const jsonLog: Log = logOf((line) => console.log(line))

const STANDARD_OUTPUT = 1
/** The process waits this long for a reader that is stuck. */
const MAX_WAIT_MS = 5 * SECOND_MS
const RETRY_MS = 10

/** While true, further lines do not wait for the reader. */
let isReaderStuck = false

/**
 * Writes synchronously, in about two microseconds, so that no line is lost when the process ends. Drops a line when the reader is stuck or
 * the disk is full, because the log must not stop the service. A pipe takes a line of up to 4,096 bytes whole or not at all.
 */
export function writeLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  const deadline = isReaderStuck ? 0 : performance.now() + MAX_WAIT_MS
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(STANDARD_OUTPUT, bytes, written)
      isReaderStuck = false
    } catch (error) {
      // EAGAIN means that the pipe is full.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      isReaderStuck = performance.now() > deadline
      if (isReaderStuck) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}
