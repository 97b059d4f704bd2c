/** The clock of a host. */
import type { Clock } from '../ports.ts'

export const systemClock: Clock = { now: () => new Date() }
