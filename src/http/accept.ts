/** The weights by name, in lower case. A missing weight is 1, an invalid one 0. */
function weightsOf(header: string | null | undefined): Map<string, number> {
  const weights = new Map<string, number>()
  for (const range of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    weights.set(name, Number.isNaN(q) ? 0 : q)
  }
  return weights
}

export const prefersMarkdown = (accept: string | null | undefined): boolean => prefers('text/markdown', accept)

export const prefersJson = (accept: string | null | undefined): boolean => prefers('application/json', accept)

/** Wildcards do not count, because browsers send them. */
function prefers(type: string, accept: string | null | undefined): boolean {
  const weights = weightsOf(accept)
  const weight = weights.get(type) ?? 0
  return weight > 0 && weight >= (weights.get('text/html') ?? 0)
}

/** The ranges for any type. Java's clients write `*`. */
const ANY_TYPE = ['*/*', '*'] as const

export const acceptsJson = (accept: string | null): boolean =>
  // Accept: application/problem+json implies JSON.
  accepts(['application/json', 'application/*', ...ANY_TYPE, 'application/problem+json'], accept)

export const acceptsHtml = (accept: string | null): boolean => accepts(['text/html', 'text/*', ...ANY_TYPE], accept)

/** @param ranges the most specific first: the first range that the header names decides (RFC 9110 section 12.5.1) */
function accepts(ranges: readonly string[], accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true
  const weights = weightsOf(accept)
  return (ranges.map((range) => weights.get(range)).find(Number.isFinite) ?? 0) > 0
}

/** RFC 9110 section 12.5.3. */
export function prefersGzip(acceptEncoding: string | null): boolean {
  const weights = weightsOf(acceptEncoding)
  const weight = weights.get('gzip') ?? weights.get('*') ?? 0
  return weight > 0 && weight >= (weights.get('identity') ?? 0)
}
