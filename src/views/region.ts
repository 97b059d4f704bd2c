/**
 * Regions: parts of a built page, between two comments, that a function can replace when it serves the page. So pages from
 * the build and from functions share one layout.
 */
import { html } from 'hono/html'

/** The region in the head with the robots meta tag; functions empty it for pages that may be indexed. */
export const ROBOTS_REGION = 'robots'

/** The region in the first heading of pages whose title a function replaces. */
export const TITLE_REGION = 'title'

export const regionStart = (name: string) => `<!--region:${name}-->`
export const regionEnd = (name: string) => `<!--/region:${name}-->`

export const region = (name: string, content: string) => `${regionStart(name)}${content}${regionEnd(name)}`

/**
 * Replaces the content of a region of a built page.
 * @param content safe HTML
 * @throws when the page has no such region: the build and the function are of different versions
 */
export function fillRegion(page: string, name: string, content: string): string {
  const start = page.indexOf(regionStart(name))
  const end = page.indexOf(regionEnd(name))
  if (start < 0 || end < start) throw new Error(`The page has no region "${name}".`)
  return page.slice(0, start + regionStart(name).length) + content + page.slice(end)
}

/**
 * Replaces the title of a built page: its first heading, and in the head the text before the name of the firm.
 * @throws as `fillRegion`
 */
export async function fillTitle(page: string, title: string): Promise<string> {
  const safe = String(await html`${title}`)
  return fillRegion(page, TITLE_REGION, safe).replace(
    /<title>.*?(?= · |<\/title>)/,
    // A function, so that `$` in the title has no special meaning.
    () => `<title>${safe}`,
  )
}
