import { expect, it } from 'vitest'
import { DESK_GOALS, measureAddresses } from './round-trips.ts'

/**
 * What takes more round trips than its goal, and why.
 * A start of a claim reads whether the claim was decided or revoked, and writes after that: a store without transactions cannot
 * write several facts only if another one is missing, and a start that is refused must leave nothing behind.
 */
const MISSED: Readonly<Record<string, number>> = { 'start of a claim': 2 }

it.each(Object.keys(DESK_GOALS).map(Number))(
  'with %d inquiries stored, each address takes no more round trips than its goal',
  async (count) => {
    const costs = await measureAddresses(count)
    const missed = costs.filter(({ goal, rounds }) => goal !== undefined && rounds > goal)
    expect(Object.fromEntries(missed.map(({ what, rounds }) => [what, rounds]))).toEqual(MISSED)
  },
)
