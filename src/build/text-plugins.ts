/** Plugins for the Markdown of texts: wide tables can scroll, and telephone numbers become links. */
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri'

type Plugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number]
interface Part {
  type: string
  value?: string
  url?: string
  children?: readonly Part[]
}

/** Letters in the widest table that fits a phone: 288 pixels are free, and a letter takes ten. Each column needs one letter more. */
const MAX_TABLE_LETTERS = 28

/**
 * Lets a wide table scroll sideways by touch and keyboard, so that the page does not.
 * A narrow table gets no box, because each box is one more stop for a person who uses the keyboard.
 */
export const wideTables: Plugin = {
  name: 'wide-tables',
  table(node, context) {
    const rows = node.children.map((row) => row.children.map((cell) => context.textContent(cell).trim()))
    const widths = node.children[0]?.children.map((_, column) =>
      Math.max(...node.children.map(({ children }) => longestWord(children[column]))),
    )
    if ((widths ?? []).reduce((sum, width) => sum + width + 1, 0) <= MAX_TABLE_LETTERS) return
    const siblings = context.parent(node).children
    const heading = siblings.slice(0, context.indexOf(node)).findLast(({ type }) => type === 'heading')
    // The table is named after its heading and its first row with words, because the head can be empty.
    const columns = rows.find((row) => row.some(Boolean))?.filter(Boolean) ?? []
    const name = [...(heading ? [context.textContent(heading)] : []), columns.join(', ')].join(': ')
    const hProperties = { className: ['wide-table'], role: 'region', tabIndex: 0, ariaLabel: name }
    context.wrapNode(node, { type: 'wideTable', data: { hName: 'div', hProperties }, children: [] })
  },
}

/** @returns the length of the longest word that stays on one line. The style sheet breaks code and links, but not telephone numbers. */
function longestWord(part: Part | undefined): number {
  if (part?.type === 'link' && part.url?.startsWith('tel:')) return lettersIn(part)
  if (part === undefined || part.type === 'link' || part.type === 'inlineCode') return 0
  const words = (part.value ?? '').split(/\s+/)
  return Math.max(0, ...words.map(({ length }) => length), ...(part.children ?? []).map(longestWord))
}

const lettersIn = ({ value = '', children = [] }: Part): number =>
  children.reduce((sum, child) => sum + lettersIn(child), value.length)

/** Like (386) 555-0142. The group makes `split` return the numbers too: every second part. */
const NUMBER = /(\(\d{3}\) \d{3}-\d{4})/

/** Telephone numbers in texts can be tapped and stay on one line. */
export const telephoneLinks: Plugin = {
  name: 'telephone-links',
  text(node, context) {
    const parts = node.value.split(NUMBER)
    if (parts.length === 1) return
    // A number inside a link stays as it is, even if other elements, like bold text, stand between the two.
    for (let above: ReturnType<typeof context.parent> = context.parent(node); above; above = context.parent(above))
      if (above.type === 'link') return
    const nodes = parts.map((part, index) => {
      const text = { type: 'text' as const, value: part }
      const url = `tel:+1-${part.replace(/\D+/g, '-').slice(1)}`
      return index % 2 === 0 ? text : { type: 'link' as const, url, children: [text] }
    })
    const filled = nodes.filter((one) => one.type === 'link' || one.value !== '')
    context.replaceNode(node, filled)
  },
}
