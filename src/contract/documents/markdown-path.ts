/**
 * Where a page is as Markdown. Needs nothing of the host: the edge function runs it too.
 */
import { languageOf, pathIn, plainPath } from '../../language.ts'

/** File of the text for addresses where nothing is. */
export const NOT_FOUND_MARKDOWN = '404.md'

/**
 * The address of a page's Markdown file.
 * @param pathname address of the page, with or without a slash at its end
 * @returns undefined for an address that no page can have. The file may be missing: not every page has one.
 */
export function markdownPath(pathname: string): string | undefined {
  const plain = plainPath(pathname)
  if (plain !== '/' && !/^\/[\w-]+(\/[\w-]+)?\/?$/.test(plain)) return undefined
  return pathIn(languageOf(pathname), plain === '/' ? '/index.md' : `${plain.replace(/\/$/, '')}.md`)
}
