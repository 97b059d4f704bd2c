import { expect, it } from 'vitest'
import { circumstances, markdownTable, measuredOn, replaceMarkedPart } from './figures.ts'

const FILE = `# Title

<!-- figures: one -->
old
<!-- end of figures -->

<!-- figures: two -->
<!-- end of figures -->
Last line.
`

it('a marked part is replaced, and nothing else, by any text, any number of times', () => {
  const once = replaceMarkedPart(FILE, 'one', "$& $1 $'\n")
  expect(once).toBe(FILE.replace('old\n', () => "\n$& $1 $'\n\n"))
  expect(replaceMarkedPart(once, 'one', "$& $1 $'")).toBe(once)
})

it.each([
  ['is missing', 'three', FILE],
  ['is there twice', 'one', FILE + FILE],
  ['has no end', 'two', FILE.slice(0, FILE.lastIndexOf('<!-- end'))],
  ['ends after another begins', 'one', FILE.replace('<!-- end of figures -->', '')],
])('a marked part is refused where it %s', (_fault, name, text) => {
  expect(() => replaceMarkedPart(text, name, 'new')).toThrow(/figures/)
})

it('a table has a line for its head and one for each row', () => {
  expect(markdownTable(['what', 'goal'], [['a|b', '≤ 2×']])).toBe('| what | goal |\n| --- | --- |\n| a\\|b | ≤ 2× |')
})

it('the line above figures names day, commit and machine, and what was not as it should be', () => {
  const quiet = { ...circumstances('README.md'), day: '2026-11-21', commit: '9630083', changed: false, load: 1.5 }
  const machine = { cores: 2, model: 'Some CPU', node: 'v24.21.0', system: 'Linux 6.1' }
  const line = 'Measured 2026-11-21, commit 9630083, on 2 cores (Some CPU), Node 24.21.0, Linux 6.1.'
  expect(measuredOn({ ...quiet, ...machine })).toBe(line)
  expect(measuredOn({ ...quiet, changed: true, load: 1.6 })).toMatch(/9630083 with changes, .*busy: load average 1\.6/)
  expect(measuredOn({ ...quiet, commit: undefined })).toContain('no commit,')
})
