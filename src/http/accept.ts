/** Content negotiation (RFC 9110 section 12.5): of Markdown, JSON, HTML and compressed texts. */

/** The weights of a header: by name in lower case. What has none has 1, and what has no valid one 0. */
function weightsOf(header: string | null | undefined): Map<string, number> {
  const weights = new Map<string, number>()
  for (const range of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    weights.set(name, Number.isNaN(q) ? 0 : q)
  }
  return weights
}

/**
 * True if `text/markdown` is named explicitly with a weight not below that of `text/html`. Wildcards do not count: browsers send them.
 * @param accept the Accept header, or null
 */
export const prefersMarkdown = (accept: string | null | undefined): boolean => prefers('text/markdown', accept)

/** The same for `application/json`, at the addresses that have a page and an answer for programs. */
export const prefersJson = (accept: string | null | undefined): boolean => prefers('application/json', accept)

function prefers(type: string, accept: string | null | undefined): boolean {
  const weights = weightsOf(accept)
  const weight = weights.get(type) ?? 0
  return weight > 0 && weight >= (weights.get('text/html') ?? 0)
}

/** Java's clients write `*` for any type. */
const ANY_TYPE = ['*/*', '*'] as const

/**
 * Whether a response in JSON may be sent.
 * @param accept the Accept header; without one anything may be sent
 */
export const acceptsJson = (accept: string | null): boolean =>
  // Who takes only problems takes JSON too.
  accepts(['application/json', 'application/*', ...ANY_TYPE, 'application/problem+json'], accept)

export const acceptsHtml = (accept: string | null): boolean => accepts(['text/html', 'text/*', ...ANY_TYPE], accept)

/** @param ranges the first that is named decides (RFC 9110 section 12.5.1: the most specific) */
function accepts(ranges: readonly string[], accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true
  const weights = weightsOf(accept)
  return (ranges.map((range) => weights.get(range)).find(Number.isFinite) ?? 0) > 0
}

/**
 * Which of the encodings that there are to send (RFC 9110 section 12.5.3).
 * @param available the encodings, the best first
 * @returns the one with the largest weight, the first of equals; undefined when the text itself should be sent
 */
export function preferredEncoding<E extends string>(acceptEncoding: string | undefined, available: readonly E[]) {
  const weights = weightsOf(acceptEncoding)
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0
  const [best] = available.toSorted((one, other) => weightOf(other) - weightOf(one))
  const isWanted = best !== undefined && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0)
  return isWanted ? best : undefined
}
