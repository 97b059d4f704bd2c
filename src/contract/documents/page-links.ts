/** The links between a page and its Markdown file, as headers (RFC 8288). */
import { PATHS } from '../../site.ts'
import { markdownPath } from './markdown-path.ts'

export const link = (path: string, rel: string, type: string) => `<${path}>; rel="${rel}"; type="${type}"`

/**
 * The header of a page: its Markdown file, and the index for agents.
 * @param path the page, with its slash
 */
export const pageLinks = (path: string): string =>
  [link(markdownPath(path) ?? '', 'alternate', 'text/markdown'), link(PATHS.llms, 'describedby', 'text/plain')].join(
    ', ',
  )
