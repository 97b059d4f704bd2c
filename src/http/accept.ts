/**
 * Pages as Markdown for whoever prefers it (RFC 9110 section 12.5.1): the same address, the twin's text. One rule for the edge
 * function of Netlify and for one machine.
 */

/**
 * Whether Markdown is wanted rather than HTML. Browsers name HTML and anything; whoever names Markdown, and not HTML more, means it.
 * @param accept the header, or null
 */
export function prefersMarkdown(accept: string | null | undefined): boolean {
  const weights = new Map<string, number>()
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    weights.set(type, Number.isNaN(q) ? 0 : q)
  }
  const markdown = weights.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0)
}
