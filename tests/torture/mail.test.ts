import { expect, it } from 'vitest'
import type { Delivery } from './bad-smtp.ts'
import { doublesOf } from './mail.ts'

const delivery = (life: number, isAnswered = true): Delivery => ({ id: 'notice-A', isAnswered, life })

it.each<[string, Delivery[], recorded: string[], [explained: number, unexplained: number]]>([
  ['once is no double', [delivery(0)], [], [0, 0]],
  ['again after a yes is not explained', [delivery(0), delivery(0)], [], [0, 1]],
  ['again after a yes that was lost is explained', [delivery(0, false), delivery(0)], [], [1, 0]],
  ['again after a kill is explained when the first time was not recorded', [delivery(0), delivery(1)], [], [1, 0]],
  ['again after a kill is not explained when it was', [delivery(0), delivery(1)], ['notice-A'], [0, 1]],
])('%s', (_what, deliveries, recorded, [explained, unexplained]) => {
  expect(doublesOf(deliveries, [new Set(recorded)])).toEqual({ explained, unexplained })
})
