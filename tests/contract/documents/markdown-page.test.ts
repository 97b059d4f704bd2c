import { expect, it } from 'vitest'
import { makeLinksAbsolute } from '../../../src/contract/documents/markdown-page.ts'

it.each([
  ['See [us](/contact/).', 'See [us](https://a.example/contact/).'],
  ['See [them](https://b.example/x).', 'See [them](https://b.example/x).'],
  ['![The river](./river.jpg) is near.', '*The river* is near.'],
  ['![The river](../pictures/river.jpg)', '*The river*'],
])('%s stands alone as %s', (markdown, text) => expect(makeLinksAbsolute('https://a.example', markdown)).toBe(text))
