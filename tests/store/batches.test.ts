import { expect, it } from 'vitest'
import { mapInBatches } from '../../src/store/batches.ts'

it('batches let others run in between, also where each call is answered at once', async () => {
  let turns = 0
  const turnsSeen = await mapInBatches(
    [0, 1, 2, 3, 4, 5],
    async (item) => {
      if (item % 2 === 0) setImmediate(() => (turns += 1))
      return turns
    },
    2,
  )
  expect(turnsSeen).toEqual([0, 0, 1, 1, 2, 2])
})
