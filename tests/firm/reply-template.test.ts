/** The letters with which the staff begin a reply. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openPassages, passagesLeft, REPLY_WORDS } from '../../src/firm/reply-template.ts'

it('have passages to fill in, which links are not', () =>
  expect(openPassages('On [day], or [another day]. [A link](/contact/) []')).toEqual(['[day]', '[another day]']))

it('are not finished while a word in braces is left', async () => {
  const published = { read: () => Promise.resolve('{"en":[]}') }
  expect(await passagesLeft(published, 'Dear {name}, {city}: {booking} [today]')).toEqual(['{name}', '{booking}'])
})

it('and their words are explained to editors', () => {
  const rows = [...readFileSync('content/README.md', 'utf8').matchAll(/^\| `\{(\w+)\}` \| (.+) \|$/gm)]
  expect(rows.map(([, word, meaning]) => [word, meaning])).toEqual(expect.arrayContaining(Object.entries(REPLY_WORDS)))
})
