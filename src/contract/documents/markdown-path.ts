/** The path of a page's Markdown file. Imports no packages: the edge function, which has none, uses it too. */
import { languageOf, pathIn, plainPath } from '../../language.ts'

/** The Markdown text of the "not found" page. */
export const NOT_FOUND_MARKDOWN = '404.md'

/**
 * The path of a page's Markdown file.
 * @param pathname path of the page, with or without a trailing slash
 * @returns undefined for a path that no page can have. The file may be missing: not every page has one.
 */
export function markdownPath(pathname: string): string | undefined {
  const plain = plainPath(pathname)
  if (plain !== '/' && !/^\/[\w-]+(\/[\w-]+)?\/?$/.test(plain)) return undefined
  return pathIn(languageOf(pathname), plain === '/' ? '/index.md' : `${plain.replace(/\/$/, '')}.md`)
}
