/**
 * Regions: places in a built page that a function fills anew when the page is answered.
 * The build draws them between two comments; so a page has one look, whoever answers it.
 */

/** The region of a page's head that keeps search engines away; emptied by a function whose page may be found after all. */
export const ROBOTS_REGION = 'robots'

/** A region as the build draws it. */
export const region = (name: string, content: string) => `${open(name)}${content}${close(name)}`

/**
 * Fills a region of a built page.
 * @param page the built page
 * @param content safe HTML
 * @throws when the page has no such region: the build and the function do not fit
 */
export function fillRegion(page: string, name: string, content: string): string {
  const start = page.indexOf(open(name))
  const end = page.indexOf(close(name))
  if (start < 0 || end < start) throw new Error(`The page has no region "${name}".`)
  return page.slice(0, start + open(name).length) + content + page.slice(end)
}

const open = (name: string) => `<!--region:${name}-->`
const close = (name: string) => `<!--/region:${name}-->`
