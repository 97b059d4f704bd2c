/**
 * The check of the content of a firm without Spanish.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { adviseOnContent } from '../../../src/commands/content/advice.ts'
import { checkContent } from '../../../src/commands/content/faults.ts'
import { type EditedContent, editContent, printed } from './edited-content.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const faultsOf = ({ read }: EditedContent) => checkContent(read(), []).map(printed)

function withoutSpanish(): EditedContent {
  const content = editContent()
  rmSync(join(content.root, 'es'), { recursive: true })
  return content
}

it('asks for no translation', () => {
  const content = withoutSpanish()
  expect(content.read().languages).toEqual(['en'])
  expect(faultsOf(content)).toEqual([])
  const advice = adviseOnContent(content.read(), NOW)
  expect(advice.map(printed).filter((line) => /translat|^es\//i.test(line))).toEqual([])
})

it('takes a folder that holds only a glossary and a template for no language', () => {
  const content = withoutSpanish()
  mkdirSync(join(content.root, 'es/faq'), { recursive: true })
  for (const file of ['es/README.md', 'es/faq/_template.md']) writeFileSync(join(content.root, file), '# Not a text\n')
  expect(faultsOf(content)).toEqual([])
})

it.each(['es/notices.md', 'es/pages/about.md'])('names %s, which no site would show', (file) => {
  const content = withoutSpanish()
  mkdirSync(join(content.root, 'es/pages'), { recursive: true })
  writeFileSync(join(content.root, file), '---\ntitle: Sobre el bufete\n---\n')
  expect(content.read().languages).toEqual(['en'])
  expect(faultsOf(content)).toEqual([
    `es/firm.md:1  is missing, but ${file} is there. Translate firm.md too, or remove the folder es`,
  ])
})

it.each(['/es/contact/', '/api/v1/es/firm'])('names a link to %s, which is not there', (address) => {
  const content = withoutSpanish()
  content.append('pages/about.md', `[En español](${address})`)
  expect(faultsOf(content)).toEqual([expect.stringContaining(`links to ${address}, which is no page.`)])
  const both = editContent()
  both.append('pages/about.md', `[En español](${address})`)
  expect(faultsOf(both)).toEqual([])
})
