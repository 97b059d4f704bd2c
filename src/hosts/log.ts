/**
 * The log: one JSON line per event on standard output. Callers pass no personal data, tokens or codes.
 */
import type { Log } from '../ports.ts'

/** Longest value of a field, characters. */
const MAX_VALUE_LENGTH = 500

export const jsonLog: Log = (event, fields = {}) => {
  const shortened = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, MAX_VALUE_LENGTH) : value,
  ])
  console.log(JSON.stringify({ time: new Date().toISOString(), event, ...Object.fromEntries(shortened) }))
}
