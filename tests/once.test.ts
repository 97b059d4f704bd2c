/**
 * What is made once.
 */
import { expect, it } from 'vitest'
import { once } from '../src/remembered.ts'

it('makes nothing before it is asked, and then one thing', () => {
  let count = 0
  const made = once(() => ({ number: ++count }))
  expect(count).toBe(0)
  expect(made()).toBe(made())
  expect(count).toBe(1)
})

it('tries again after a failure', () => {
  let count = 0
  const made = once(() => {
    if (++count === 1) throw new Error('not yet')
    return 'made'
  })
  expect(made).toThrow('not yet')
  expect(made()).toBe('made')
})
