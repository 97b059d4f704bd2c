/**
 * Content negotiation (RFC 9110 section 12.5.1): clients that prefer Markdown get the Markdown version of a page at the page's
 * address. The edge function of Netlify and the one-machine server share this rule.
 */

/**
 * True if `text/markdown` is named explicitly with a weight not below that of `text/html`. Wildcards do not count: browsers send them.
 * @param accept the Accept header, or null
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
