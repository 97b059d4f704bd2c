import { expect, it } from 'vitest'
import { MAX_CACHED, memoize, once } from '../src/memoize.ts'

function counted<Result>(compute: (text: string) => Result) {
  const asked: string[] = []
  const ask = memoize((text) => {
    asked.push(text)
    return compute(text)
  })
  return { ask, asked }
}

it('computes each text once, whatever comes of it', () => {
  const { ask, asked } = counted((text) => (text === 'a' ? undefined : text.length))
  expect([ask('a'), ask('bb'), ask('a'), ask('bb')]).toEqual([undefined, 2, undefined, 2])
  expect(asked).toEqual(['a', 'bb'])
})

it('forgets when there are too many, and remembers again', () => {
  const { ask, asked } = counted((text) => text)
  const texts = Array.from({ length: MAX_CACHED }, (_, index) => `${index}`)
  for (const text of [...texts, ...texts]) ask(text)
  expect(asked).toEqual(texts)
  for (const text of ['one more', '0', 'one more', '0']) ask(text)
  expect(asked.slice(MAX_CACHED)).toEqual(['one more', '0'])
})

it('what is made once is made when it is asked for, and tried again after a failure', () => {
  let count = 0
  const made = once(() => {
    if (++count === 1) throw new Error('not yet')
    return 'made'
  })
  expect(made).toThrow('not yet')
  expect(made()).toBe('made')
})
