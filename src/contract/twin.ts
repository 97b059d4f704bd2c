/**
 * Where a page is as Markdown. Imports nothing: the edge function runs it too.
 * Programs are told everything once, in English: pages in other languages have no twin.
 */

/** The address of a page's twin in Markdown; undefined for what is no page. */
export function twinOf(pathname: string): string | undefined {
  if (pathname === '/') return '/index.md'
  return /^\/(?!es\/)[\w-]+(\/[\w-]+)?\/$/.test(pathname) ? `${pathname.slice(0, -1)}.md` : undefined
}
