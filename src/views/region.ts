/** Functions can replace regions, parts of a built page between two comments, so that all pages share one layout. */
import { html } from 'hono/html'
import type { Html } from './html.ts'

/** Holds the robots meta tag; functions empty it for pages that may be indexed. */
export const ROBOTS_REGION = 'robots'

/** Lies in the first heading of pages whose title a function replaces. */
export const TITLE_REGION = 'title'

export const regionStart = (name: string) => `<!--region:${name}-->`
export const regionEnd = (name: string) => `<!--/region:${name}-->`

export const region = (name: string, content: string) => `${regionStart(name)}${content}${regionEnd(name)}`

/** @throws when the page has no such region: the build and the function are of different versions */
export async function fillRegions(page: string, contents: Readonly<Record<string, Html | ''>>): Promise<string> {
  let filled = page
  for (const [name, content] of Object.entries(contents)) {
    const start = filled.indexOf(regionStart(name))
    const end = filled.indexOf(regionEnd(name))
    if (start < 0 || end < start) throw new Error(`The page has no region "${name}".`)
    filled = filled.slice(0, start + regionStart(name).length) + String(await content) + filled.slice(end)
  }
  return filled
}

/**
 * Replaces the first heading, and in the head the text before the name of the firm.
 * @throws as `fillRegions`
 */
export async function fillTitle(page: string, title: string): Promise<string> {
  const safe = await html`${title}`
  const filled = await fillRegions(page, { [TITLE_REGION]: safe })
  // A function, so that `$` in the title has no special meaning.
  return filled.replace(/<title>.*?(?= · |<\/title>)/, () => `<title>${safe}`)
}
