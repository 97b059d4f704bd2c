/** Links telephone numbers in texts, so that they can be tapped and stay on one line. */
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri'

/** Like (386) 555-0142. The group makes `split` return the numbers too: every second part. */
const NUMBER = /(\(\d{3}\) \d{3}-\d{4})/

export const telephoneLinks: NonNullable<SatteriProcessorOptions['mdastPlugins']>[number] = {
  name: 'telephone-links',
  text(node, context) {
    const parts = node.value.split(NUMBER)
    if (parts.length === 1 || context.parent(node).type === 'link') return
    const nodes = parts.map((part, index) => {
      const text = { type: 'text' as const, value: part }
      const url = `tel:+1-${part.replace(/\D+/g, '-').slice(1)}`
      return index % 2 === 0 ? text : { type: 'link' as const, url, children: [text] }
    })
    const filled = nodes.filter((one) => one.type === 'link' || one.value !== '')
    context.replaceNode(node, filled)
  },
}
