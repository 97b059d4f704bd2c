/** Loaded before the server: its clock is ahead by `CLOCK_AHEAD_MS`. */
const System = Date
const ahead = () => System.now() + Number(process.env.CLOCK_AHEAD_MS)

globalThis.Date = class extends System {
  constructor(...given: [] | [string | number | Date]) {
    super(given.length === 0 ? ahead() : given[0])
  }
  static override now = ahead
} as DateConstructor
