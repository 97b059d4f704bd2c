import { DAY_MS } from '../../src/duration.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import type { TestDesk } from '../test-desk.ts'

/** Moves the clock a day at a time, with housekeeping after each. */
export async function passTime({ service, advance }: TestDesk, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= DAY_MS) {
    advance(Math.min(left, DAY_MS))
    await runHousekeeping(service)
  }
}
