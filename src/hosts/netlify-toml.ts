/**
 * The headers and rewrites of `netlify.toml`, read with Netlify's own parsers, for the other hosts.
 */
import { parseAllHeaders } from '@netlify/headers-parser'
import { parseAllRedirects } from '@netlify/redirect-parser'

export interface SiteRules {
  /** The headers of the static file at this path. */
  headersFor(pathname: string): Record<string, string>
  /** The path of the file that answers for this path, or the path itself. */
  rewrite(pathname: string): string
}

/**
 * Reads the rules.
 * @param file path of `netlify.toml`
 * @throws when the file is missing, malformed, or has a rule that the one-machine server does not support
 */
export async function readSiteRules(file: string): Promise<SiteRules> {
  const [parsed, redirects] = await Promise.all([
    parseAllHeaders({ headersFiles: [], netlifyConfigPath: file, configHeaders: [], minimal: false }),
    parseAllRedirects({ redirectsFiles: [], netlifyConfigPath: file, configRedirects: [], minimal: true }),
  ])
  const [error] = [...parsed.errors, ...(redirects.errors as Error[])]
  if (error) throw error
  const headers = parsed.headers as { forRegExp: RegExp; values: Record<string, string> }[]
  const rewrites = new Map<string, string>()
  for (const { from, to, status } of redirects.redirects as { from: string; to: string; status: number }[]) {
    if (status !== 200 || /[:*]/.test(from))
      throw new Error(`netlify.toml: ${from} is no plain rewrite (status 200, no pattern).`)
    rewrites.set(from, to)
  }
  return {
    headersFor: (pathname) =>
      Object.fromEntries(
        headers.filter(({ forRegExp }) => forRegExp.test(pathname)).flatMap(({ values }) => Object.entries(values)),
      ),
    rewrite: (pathname) => rewrites.get(pathname) ?? pathname,
  }
}
