import { expect, it } from 'vitest'
import { makeLinksAbsolute } from '../../../src/contract/documents/markdown-page.ts'

it.each([
  ['See [us](/contact/).', 'See [us](https://a.example/contact/).'],
  ['See [them](https://b.example/x).', 'See [them](https://b.example/x).'],
  ['![The river](./river.jpg) is near.', '*The river* is near.'],
  ['![The river](../pictures/river.jpg)', '*The river*'],
  ['![The river](river.jpg), ![a mill](<mill.png>)', '*The river*, *a mill*'],
  ['![The river](/river.jpg "In May (early)") is near.', '*The river* is near.'],
  ['![](./river.jpg)', ''],
  ['![The river](https://b.example/river.jpg)', '![The river](https://b.example/river.jpg)'],
  ['[![The river](./river.jpg)](/contact/)', '[*The river*](https://a.example/contact/)'],
])('%s stands alone as %s', (markdown, text) => expect(makeLinksAbsolute('https://a.example', markdown)).toBe(text))
