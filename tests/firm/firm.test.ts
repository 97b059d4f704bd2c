import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFrontmatter, schemaFaults } from '../../src/commands/content/frontmatter.ts'
import { FirmFile } from '../../src/firm/firm.ts'
import { nationalTelephone } from '../../src/telephone.ts'
import { SAMPLE_CONTENT } from '../../src/settings.ts'
import { rowsOf } from '../table.ts'

it('a telephone number is (386) 555-0142, as people in Florida write it', () =>
  expect(nationalTelephone('+1-386-555-0142')).toBe('(386) 555-0142'))

const FIRM = readFileSync(join(SAMPLE_CONTENT, 'firm.md'), 'utf8')

it.each(rowsOf('tests/firm/firm.txt'))(
  '%s is a fact that other texts hold, so it has no sign of Markdown, HTML or braces',
  (field, line = '', wrong = '') => {
    const { frontmatter } = readFrontmatter(FIRM.replace(new RegExp(line, 'm'), wrong), [])
    const faults = frontmatter && schemaFaults(FirmFile, frontmatter)
    const said = /^must be plain words in one line without the signs < .* because it is filled into other texts/
    expect(faults?.map((fault) => [fault.field, fault.message])).toEqual([[field, expect.stringMatching(said)]])
  },
)

it('the tagline and the description are texts, which may have them', () => {
  const text = FIRM.replace(/^tagline: .*/m, 'tagline: A *small* office in {firm.city}.')
  expect(FirmFile.safeParse(readFrontmatter(text, []).frontmatter?.data).success).toBe(true)
})
