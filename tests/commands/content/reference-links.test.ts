/**
 * Links in two parts beside what is still to be written, and what only looks like one.
 */
import { expect, it } from 'vitest'
import type { ContentFile } from '../../../src/commands/content/files.ts'
import { unwrittenPassages } from '../../../src/commands/content/open-passages.ts'
import { referenceFaults } from '../../../src/commands/content/reference-links.ts'

const textOf = (body: string): ContentFile => ({
  language: 'en',
  file: 'pages/about.md',
  name: 'about',
  folder: 'pages',
  data: {},
  body,
  bodyLine: 1,
  lineOf: () => 1,
})

it('a passage to write is found on the line of a link in two parts', () => {
  const texts = [textOf('See [a][1] and [Write the fee].\n\n[1]: /contact/')]
  expect(referenceFaults(texts)).toHaveLength(1)
  expect(unwrittenPassages(texts).map(({ message }) => message)).toEqual([
    'holds [Write the fee], which is still to be written. Write the text, without the brackets',
  ])
})

it.each(['The office is\n[closed]: today', '    [closed]: /contact/'])('%j is no link in two parts', (body) => {
  expect(referenceFaults([textOf(body)])).toEqual([])
})
