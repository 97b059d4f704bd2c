/** This file must not import packages, because the edge function uses it and has none. */
import { languageOf, pathIn, englishPath } from '../../language.ts'

export const NOT_FOUND_MARKDOWN = '404.md'

/**
 * @param pathname with or without a trailing slash
 * @returns undefined for a path that no page can have. The file may be missing, because not every page has a Markdown copy
 */
export function markdownPath(pathname: string): string | undefined {
  const plain = englishPath(pathname)
  if (plain !== '/' && !/^\/[\w-]+(\/[\w-]+)?\/?$/.test(plain)) return undefined
  return pathIn(languageOf(pathname), plain === '/' ? '/index.md' : `${plain.replace(/\/$/, '')}.md`)
}
