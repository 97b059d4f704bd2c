import { describe, expect, it } from 'vitest'
import { markdownTable, replaceMarkedPart } from './marked-part.ts'

const FILE = `# Title

<!-- figures: one -->
old
<!-- end of figures -->

Text between.

<!-- figures: two -->
<!-- end of figures -->
Last line.
`

describe('a marked part', () => {
  it('is replaced, and nothing else', () => {
    const once = replaceMarkedPart(FILE, 'one', 'new\n')
    expect(once).toBe(FILE.replace('old\n', '\nnew\n\n'))
    expect(replaceMarkedPart(once, 'two', 'more')).toBe(
      once.replace('two -->\n<!-- end', 'two -->\n\nmore\n\n<!-- end'),
    )
  })

  it('may be replaced again and stays the same', () => {
    const once = replaceMarkedPart(FILE, 'one', 'new')
    expect(replaceMarkedPart(once, 'one', 'new')).toBe(once)
  })

  it('may hold what means something in a replacement', () => {
    expect(replaceMarkedPart(FILE, 'two', "$& $1 $'")).toContain("\n$& $1 $'\n")
  })

  it.each([
    ['is missing', 'three', FILE],
    ['is there twice', 'one', FILE + FILE],
    ['has no end', 'two', FILE.slice(0, FILE.lastIndexOf('<!-- end'))],
    ['ends after another begins', 'one', FILE.replace('<!-- end of figures -->', '')],
  ])('is refused where it %s', (_fault, name, text) => {
    expect(() => replaceMarkedPart(text, name, 'new')).toThrow(/figures/)
  })
})

it('a table has a line for its head and one for each row', () => {
  expect(
    markdownTable(
      ['what', 'goal'],
      [
        ['a|b', '≤ 2×'],
        ['', ''],
      ],
    ),
  ).toBe('| what | goal |\n| --- | --- |\n| a\\|b | ≤ 2× |\n|  |  |')
})
