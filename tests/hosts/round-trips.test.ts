import { expect, it } from 'vitest'
import { DESK_GOALS, measureAddresses } from './round-trips.ts'

it.each(Object.keys(DESK_GOALS).map(Number))(
  'with %d inquiries stored, each address takes no more round trips than its goal',
  async (count) => {
    const costs = await measureAddresses(count)
    expect(costs.filter(({ goal, rounds }) => goal !== undefined && rounds > goal)).toEqual([])
  },
)
