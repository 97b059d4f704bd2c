/** The headers and rewrites of `netlify.toml` and of the built file `_headers`, read with Netlify's own parsers, for other hosts. */
import { access } from 'node:fs/promises'
import { parseAllHeaders } from '@netlify/headers-parser'
import { parseAllRedirects } from '@netlify/redirect-parser'

export interface SiteRules {
  headersFor(pathname: string): Record<string, string>
  /** The path of the file that answers for this path, or the path itself. */
  rewrite(pathname: string): string
}

/** The headers of the addresses that fit a pattern, as Netlify's parser returns them. */
export interface ParsedBlock {
  forRegExp: RegExp
  values: Record<string, string>
}

/**
 * @param headersFile path of `_headers`; a site that is not built has none
 * @throws when a file is missing, malformed, or has a rule that the one-machine server does not support
 */
export async function readSiteRules(toml: string, headersFile?: string): Promise<SiteRules> {
  const blocks = await readHeaderBlocks(toml, headersFile)
  const redirects = await parseAllRedirects({
    redirectsFiles: [],
    netlifyConfigPath: toml,
    configRedirects: [],
    minimal: true,
  })
  const [error] = redirects.errors as Error[]
  if (error) throw error
  const rewrites = new Map<string, string>()
  for (const { from, to, status } of redirects.redirects as { from: string; to: string; status: number }[]) {
    if (status !== 200 || /[:*]/.test(from))
      throw new Error(`netlify.toml: ${from} is no plain rewrite (status 200, no pattern).`)
    rewrites.set(from, to)
  }
  return {
    headersFor: (pathname) =>
      Object.fromEntries(
        blocks.filter(({ forRegExp }) => forRegExp.test(pathname)).flatMap(({ values }) => Object.entries(values)),
      ),
    rewrite: (pathname) => rewrites.get(pathname) ?? pathname,
  }
}

/** The blocks of headers in Netlify's order: those of `netlify.toml` come last. The parameters are those of `readSiteRules`. */
export async function readHeaderBlocks(toml: string, headersFile?: string): Promise<ParsedBlock[]> {
  const headersFiles = headersFile === undefined ? [] : [headersFile]
  // Netlify's parser takes a missing file for an empty one, and the site would lose all of these headers.
  for (const file of [toml, ...headersFiles]) await access(file)
  const { headers, errors } = await parseAllHeaders({
    headersFiles,
    configHeaders: [],
    netlifyConfigPath: toml,
    minimal: false,
  })
  const [error] = errors
  if (error) throw error
  return headers as ParsedBlock[]
}
