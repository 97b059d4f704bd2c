/**
 * Links and pictures in two parts, beside what is still to be written, and what only looks like one.
 */
import { describe, expect, it } from 'vitest'
import type { ContentFile } from '../../../src/commands/content/files.ts'
import { unwrittenPassages } from '../../../src/commands/content/open-passages.ts'
import { referenceFaults } from '../../../src/commands/content/reference-links.ts'
import { editContent, faultsIn } from './edited-content.ts'

const PAGE = 'pages/about.md'

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

describe('a link or a picture in two parts', () => {
  const ONE = 'in two parts. Write it in one:'
  it.each([
    ['See [this page][1].', '[1]: /contact/', `holds a link ${ONE} [this page](/contact/); and remove line`],
    [
      'See [this page][].',
      '[This  page]: <https://a.example> "Us"',
      `holds a link ${ONE} [this page](https://a.example); and remove line`,
    ],
    ['See [this page].', '  [this page]: https://a.example', `holds a link ${ONE} [this page](https://a.example); and`],
    ['![The river][r]', '[r]: ./rivr.jpg', `holds a picture ${ONE} ![The river](./rivr.jpg); and remove line`],
  ])('%s', (first, second, message) => {
    const content = editContent()
    content.append(PAGE, `${first}\n\n${second}`)
    const [line, below] = [first, second].map((text) => content.lineOf(PAGE, text))
    expect(faultsIn(content)).toEqual([expect.stringContaining(`${PAGE}:${line}  ${message}`)])
    expect(faultsIn(content)[0]).toMatch(new RegExp(`and remove line ${below}$`))
  })

  it('of which the second stands alone, or the first runs over two lines', () => {
    const content = editContent()
    content.append(PAGE, 'See [this\npage][1].\n\n[1]: /contact/')
    expect(faultsIn(content)).toEqual([
      `${PAGE}:${content.lineOf(PAGE, '[1]: ')}  is the second part of a link or a picture. Write it in one, where it belongs: [words](/contact/); and remove this line`,
    ])
  })

  it('is Markdown, which a letter does not have', () => {
    const content = editContent()
    content.append('replies/declined.md', '[1]: /contact/')
    expect(faultsIn(content)).toEqual([expect.stringContaining('holds Markdown, but a letter is sent as plain text')])
  })

  it.each(['[x] and [y]', '[^1]: A footnote', '`[a][b]`\n\n```\n[b]: /nowhere\n```', '[Note]: it has several words'])(
    'is not %j',
    (text) => {
      const content = editContent()
      content.append(PAGE, text)
      expect(faultsIn(content)).toEqual([])
    },
  )
})
