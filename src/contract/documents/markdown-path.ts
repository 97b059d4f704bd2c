/**
 * Where a page is as Markdown. Needs nothing of the host: the edge function runs it too.
 */
import { languageOf, pathIn, plainPath } from '../../language.ts'

/** File of the text for addresses where nothing is. */
export const NOT_FOUND_TWIN = '404.md'

/** The address of a page's twin in Markdown; undefined for what is no page. The page may be missing all the same. */
export function twinOf(pathname: string): string | undefined {
  if (!pathname.endsWith('/')) return undefined
  const plain = plainPath(pathname)
  if (plain !== '/' && !/^\/[\w-]+(\/[\w-]+)?\/$/.test(plain)) return undefined
  return pathIn(languageOf(pathname), plain === '/' ? '/index.md' : `${plain.slice(0, -1)}.md`)
}
