/**
 * Regions: parts of a built page, between two comments, that a function can replace when it serves the page. So pages from
 * the build and from functions share one layout.
 */

/** The region in the head with the robots meta tag; functions empty it for pages that may be indexed. */
export const ROBOTS_REGION = 'robots'

/** A region as the build draws it. */
export const region = (name: string, content: string) => `${open(name)}${content}${close(name)}`

/**
 * Replaces the content of a region of a built page.
 * @param page the built page
 * @param content safe HTML
 * @throws when the page has no such region: the build and the function are of different versions
 */
export function fillRegion(page: string, name: string, content: string): string {
  const start = page.indexOf(open(name))
  const end = page.indexOf(close(name))
  if (start < 0 || end < start) throw new Error(`The page has no region "${name}".`)
  return page.slice(0, start + open(name).length) + content + page.slice(end)
}

const open = (name: string) => `<!--region:${name}-->`
const close = (name: string) => `<!--/region:${name}-->`
