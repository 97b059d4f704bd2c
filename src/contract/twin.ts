/**
 * Where a page is as Markdown. Needs nothing of the host: the edge function runs it too.
 * Programs are told everything once, in English: pages in other languages have no twin.
 */
import { FIRST_LANGUAGE, languageOf } from '../practice/language.ts'

/** The address of a page's twin in Markdown; undefined for what is no page, or has none. */
export function twinOf(pathname: string): string | undefined {
  if (pathname === '/') return '/index.md'
  if (languageOf(pathname) !== FIRST_LANGUAGE) return undefined
  return /^\/[\w-]+(\/[\w-]+)?\/$/.test(pathname) ? `${pathname.slice(0, -1)}.md` : undefined
}
