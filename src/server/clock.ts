/**
 * The clock of a host.
 */
import type { Clock } from '../world.ts'

export const systemClock: Clock = { now: () => new Date() }
