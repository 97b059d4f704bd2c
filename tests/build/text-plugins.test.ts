import { satteri } from '@astrojs/markdown-satteri'
import { expect, it } from 'vitest'
import { telephoneLinks, wideTables } from '../../src/build/text-plugins.ts'
import { yamlOf } from '../table.ts'

const markdownPlugins = satteri({ mdastPlugins: [telephoneLinks, wideTables] })
const renderer = await markdownPlugins.createRenderer({ syntaxHighlight: false })
const html = async (markdown: string) => (await renderer.render(markdown)).code
const { wide, narrow, numbers } = yamlOf<{
  wide: [what: string, markdown: string, name: string][]
  narrow: [what: string, markdown: string][]
  numbers: [markdown: string, link: string][]
}>('tests/build/text-plugins.yaml')

it.each(wide)('a table with %s has a box, with a name', async (_, markdown, name) => {
  const made = await html(markdown)
  expect(made).toContain(`<div class="wide-table" role="region" tabindex="0" aria-label="${name}"><table>`)
  expect(made).toContain('</table></div>')
})

it.each(narrow)('a table with %s has none', async (_, markdown) => {
  const made = await html(markdown)
  expect(made).toContain('<table>')
  expect(made).not.toContain('<div')
})

it.each(numbers)('the number in %j is one link', async (markdown, link) =>
  expect((await html(markdown)).trim()).toBe(`<p>${link}</p>`),
)
