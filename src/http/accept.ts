/** @returns the weight (`q`) of each type or coding in the header, by its name in lower case; 1 if it is missing, 0 if it is invalid */
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

/** Whether the client wants `type` at least as much as HTML. Wildcards do not count, because browsers send them. */
function prefers(type: string, accept: string | null | undefined): boolean {
  const weights = weightsOf(accept)
  const weight = weights.get(type) ?? 0
  return weight > 0 && weight >= (weights.get('text/html') ?? 0)
}

/** The ranges that match any type. Java's clients write `*`. */
const ANY_TYPE = ['*/*', '*'] as const

export const acceptsJson = (accept: string | null): boolean =>
  // Accept: application/problem+json implies JSON.
  accepts(['application/json', 'application/*', ...ANY_TYPE, 'application/problem+json'], accept)

export const acceptsHtml = (accept: string | null): boolean => accepts(['text/html', 'text/*', ...ANY_TYPE], accept)

/** True without a header (RFC 9110 section 12.5.1). @param ranges in order of precedence: the first one that the header names decides */
function accepts(ranges: readonly string[], accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true
  const weights = weightsOf(accept)
  return (ranges.map((range) => weights.get(range)).find(Number.isFinite) ?? 0) > 0
}

/** Whether the client wants gzip at least as much as no compression (RFC 9110 section 12.5.3). False without a header. */
export function prefersGzip(acceptEncoding: string | null): boolean {
  const weights = weightsOf(acceptEncoding)
  const weight = weights.get('gzip') ?? weights.get('*') ?? 0
  return weight > 0 && weight >= (weights.get('identity') ?? 0)
}
