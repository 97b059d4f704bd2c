import { satteri } from '@astrojs/markdown-satteri'
import { expect, it } from 'vitest'
import { telephoneLinks, wideTables } from '../../src/build/text-plugins.ts'

const markdownPlugins = satteri({ mdastPlugins: [telephoneLinks, wideTables] })
const renderer = await markdownPlugins.createRenderer({ syntaxHighlight: false })
const html = async (markdown: string) => (await renderer.render(markdown)).code
const row = (...cells: string[]) => `| ${cells.join(' | ')} |\n`
const table = (head: string[], ...body: string[][]) =>
  row(...head) + row(...head.map(() => '---')) + body.map((cells) => row(...cells)).join('')

const SIX = ['Court', 'Filing', 'Summons', 'Jury', 'Copies', 'Where']
const HEADED = `## Old\n\n## Fees "today"\n\nText.\n\n${table(['A', 'B'], ['x'.repeat(30), 'y'])}\n## Next`
const box = (name: string) => `<div class="wide-table" role="region" tabindex="0" aria-label="${name}"><table>`

it.each([
  ['many columns', table(SIX, ['a', 'b', 'c', 'd', 'e', 'f']), 'Court, Filing, Summons, Jury, Copies, Where'],
  ['long words', table(['A', 'B'], ['Donaudampfschifffahrt', 'Gesellschaft']), 'A, B'],
  ['an empty head', table(['', ''], ['Donaudampfschifffahrt', 'Gesellschaft']), 'Donaudampfschifffahrt, Gesellschaft'],
  ['a number', table(['A', 'B'], ['[**(386) 555-0142**](tel:+1-386-555-0142)', 'Gesellschaften']), 'A, B'],
  ['a heading above', HEADED, 'Fees “today”: A, B'],
])('a table with %s has a box, with a name', async (_, markdown, name) => {
  const made = await html(markdown)
  expect(made).toContain(box(name))
  expect(made).toContain('</table></div>')
})

it.each([
  ['short words', table(['Item', 'What it costs'], ['A letter', 'one hundred and seventy-five dollars and more'])],
  ['code, which breaks anywhere', table(['A', 'B'], [`\`${'x'.repeat(60)}\``, 'y'])],
  ['a link, which breaks anywhere', table(['A', 'B'], [`[${'x'.repeat(60)}](/contact/)`, 'y'])],
])('a table with %s has none', async (_, markdown) => {
  const made = await html(markdown)
  expect(made).toContain('<table>')
  expect(made).not.toContain('<div')
})

it.each([
  ['Call (386) 555-0142.', 'Call <a href="tel:+1-386-555-0142">(386) 555-0142</a>.'],
  ['**(386) 555-0142**', '<strong><a href="tel:+1-386-555-0142">(386) 555-0142</a></strong>'],
  ['[(386) 555-0142](/contact/)', '<a href="/contact/">(386) 555-0142</a>'],
  ['[**(386) 555-0142**](/contact/)', '<a href="/contact/"><strong>(386) 555-0142</strong></a>'],
])('the number in %j is one link', async (markdown, link) =>
  expect((await html(markdown)).trim()).toBe(`<p>${link}</p>`),
)
