/** What the files of the firm and of a lawyer may hold. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFrontmatter, schemaFaults } from '../../src/commands/content/frontmatter.ts'
import { FirmFile } from '../../src/firm/firm.ts'
import { nationalTelephone } from '../../src/telephone.ts'
import { SAMPLE_CONTENT } from '../../src/settings.ts'
import { rowsOf, blocksOf, yamlOf } from '../table.ts'
import { initialsOf, isNameOf, LawyerFile } from '../../src/firm/lawyer.ts'

it('a telephone number is (386) 555-0142, as people in Florida write it', () =>
  expect(nationalTelephone('+1-386-555-0142')).toBe('(386) 555-0142'))

const FIRM = readFileSync(join(SAMPLE_CONTENT, 'firm.md'), 'utf8')

const FACTS = rowsOf('tests/firm/firm.txt')
it.each(FACTS)('%s, which texts hold, has no sign of Markdown, HTML or braces', (field, line = '', wrong = '') => {
  const { frontmatter } = readFrontmatter(FIRM.replace(new RegExp(line, 'm'), wrong), [])
  const faults = frontmatter && schemaFaults(FirmFile, frontmatter)
  const said = /^must be plain words in one line without the signs < .* because it is filled into other texts/
  expect(faults?.map((fault) => [fault.field, fault.message])).toEqual([[field, expect.stringMatching(said)]])
})

it('the tagline and the description are texts, which may have them', () => {
  const text = FIRM.replace(/^tagline: .*/m, 'tagline: A *small* office in {firm.city}.')
  expect(FirmFile.safeParse(readFrontmatter(text, []).frontmatter?.data).success).toBe(true)
})

const { lawyer, taken, refused } = yamlOf<{ lawyer: object; taken: object[]; refused: [object, string, string][] }>(
  'tests/firm/firm.yaml',
)

const wrong = (change: object) =>
  LawyerFile.safeParse({ ...lawyer, ...change }).error?.issues.map(({ path, message }) => [path.join('.'), message])

it.each([...taken, { barNumber: undefined }])('the file of a lawyer may hold %j', (change) =>
  expect(wrong(change)).toBeUndefined(),
)

it.each(refused)('the file of a lawyer may not hold %j', (change, field, message) =>
  expect(wrong(change)).toEqual([[field, expect.stringContaining(message)]]),
)

it.each([
  [2009, '2009'],
  ['2009', '2009'],
  ['2009-04-21', '2009-04-21'],
  // Astro's reader of YAML gives a day like this.
  [new Date('2009-04-21'), '2009-04-21'],
])('the file of a lawyer has the admission %s as a text', (admitted, text) =>
  expect(LawyerFile.parse({ ...lawyer, admitted }).admitted).toBe(text),
)

const [INITIALS = [], NAMES = []] = blocksOf('tests/firm/lawyer.txt')
it.each(INITIALS)('the initials of %s are %s', (name = '', letters) => expect(initialsOf(name)).toBe(letters))

it.each(NAMES)('%s is the name of Ana Diaz: %s', (written = '', isName) =>
  expect(isNameOf(written, 'Ana Diaz') ? 'yes' : 'no').toBe(isName),
)
