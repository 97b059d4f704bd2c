/** What html-validate finds in a page by its standard and its accessibility rules, one text for all. */
import { FileSystemConfigLoader, formatterFactory, HtmlValidate } from 'html-validate/node'
import { parse } from 'node-html-parser'

const validator = new HtmlValidate(
  new FileSystemConfigLoader({
    root: true,
    extends: ['html-validate:standard', 'html-validate:a11y'],
    rules: {
      // Astro writes void elements and attributes its own way, which is valid.
      'void-style': 'off',
      'no-trailing-whitespace': 'off',
      'doctype-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'long-title': 'off',
      // The telephone number is written in one line on every page.
      'tel-non-breaking': 'off',
      // A page of the desk that comes back with an error has the focus on it.
      'no-autofocus': 'off',
    },
  }),
)

export async function htmlFaults(html: string, file = 'page.html'): Promise<string> {
  const { results } = await validator.validateString(html, file)
  const groups = parse(html).querySelectorAll('dl, dl > div')
  const withoutTerm = groups.filter(({ firstElementChild }) => firstElementChild?.tagName === 'DD')
  return (
    formatterFactory('text')(results) + withoutTerm.map((group) => `${file}: a dd without dt: ${group.text}\n`).join('')
  )
}
