/** What html-validate finds in a page by its standard and its accessibility rules, one text for all. */
import { type ConfigData, FileSystemConfigLoader, formatterFactory, HtmlValidate } from 'html-validate/node'
import { parse } from 'node-html-parser'
import { yamlOf } from './table.ts'

const validator = new HtmlValidate(new FileSystemConfigLoader(yamlOf<ConfigData>('tests/html-faults.yaml')))

export async function htmlFaults(html: string, file = 'page.html'): Promise<string> {
  const { results } = await validator.validateString(html, file)
  const groups = parse(html).querySelectorAll('dl, dl > div')
  const withoutTerm = groups.filter(({ firstElementChild }) => firstElementChild?.tagName === 'DD')
  return (
    formatterFactory('text')(results) + withoutTerm.map((group) => `${file}: a dd without dt: ${group.text}\n`).join('')
  )
}
