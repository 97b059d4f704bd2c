/** The log: one JSON line per event. Callers pass no personal data, tokens or codes. */
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
