/** Loaded before the server: moves its clock by `CLOCK_AHEAD_MS` or the content of `CLOCK_FILE`; `TIMERS_FASTER` divides intervals. */
import { readFileSync } from 'node:fs'

const { CLOCK_FILE, CLOCK_AHEAD_MS, TIMERS_FASTER = '1' } = process.env
const ahead = () => Number(CLOCK_FILE === undefined ? CLOCK_AHEAD_MS : readFileSync(CLOCK_FILE, 'utf8'))
const System = Date

globalThis.Date = class extends System {
  constructor(...given: [] | [string | number | Date]) {
    super(given.length === 0 ? System.now() + ahead() : given[0])
  }
  static override now(): number {
    return System.now() + ahead()
  }
} as DateConstructor

const systemInterval = setInterval
globalThis.setInterval = ((run: () => void, milliseconds: number) =>
  systemInterval(run, milliseconds / Number(TIMERS_FASTER))) as typeof setInterval
