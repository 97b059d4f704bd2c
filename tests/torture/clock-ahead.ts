/**
 * Loaded before the server: its clock is ahead by `CLOCK_AHEAD_MS`, so that a mail's next try is due without waiting for it.
 */
const ahead = Number(process.env.CLOCK_AHEAD_MS)
const System = Date

globalThis.Date = class extends System {
  constructor(...given: [] | [string | number | Date]) {
    super(given.length === 0 ? System.now() + ahead : given[0])
  }
  static override now(): number {
    return System.now() + ahead
  }
} as DateConstructor
