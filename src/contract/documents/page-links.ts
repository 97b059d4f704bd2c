/** RFC 8288 links between a page and its Markdown file. */
import { PATHS } from '../../site.ts'
import { markdownPath } from './markdown-path.ts'

export const link = (path: string, rel: string, type: string) => `<${path}>; rel="${rel}"; type="${type}"`

/** @param path of the page, with its slash */
export const pageLinks = (path: string): string =>
  [link(markdownPath(path) ?? '', 'alternate', 'text/markdown'), link(PATHS.llms, 'describedby', 'text/plain')].join(
    ', ',
  )
