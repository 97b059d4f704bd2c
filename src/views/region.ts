/**
 * Regions: parts of a built page, between two comments, that a function can replace when it serves the page. So pages from
 * the build and from functions share one layout.
 */

/** The region in the head with the robots meta tag; functions empty it for pages that may be indexed. */
export const ROBOTS_REGION = 'robots'

/** What stands before a region, where its content is no text. */
export const regionStart = (name: string) => `<!--region:${name}-->`
/** What stands after it. */
export const regionEnd = (name: string) => `<!--/region:${name}-->`

/** A region as the build draws it. */
export const region = (name: string, content: string) => `${regionStart(name)}${content}${regionEnd(name)}`

/**
 * Replaces the content of a region of a built page.
 * @param page the built page
 * @param content safe HTML
 * @throws when the page has no such region: the build and the function are of different versions
 */
export function fillRegion(page: string, name: string, content: string): string {
  const start = page.indexOf(regionStart(name))
  const end = page.indexOf(regionEnd(name))
  if (start < 0 || end < start) throw new Error(`The page has no region "${name}".`)
  return page.slice(0, start + regionStart(name).length) + content + page.slice(end)
}
