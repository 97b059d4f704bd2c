/**
 * The first paragraph of a page, which stands below its title, and the rest.
 */
import { FORM_REGIONS } from './contact-form.ts'
import { regionStart } from './region.ts'

/** What to write stands in a region of its own. No other region gives its first paragraph away: a function fills it. */
const FIRST = new RegExp(`^(\\s*(?:${regionStart(FORM_REGIONS.intro)})?\\s*)<p(?: [^>]*)?>(.*?)</p>`, 's')

/**
 * @param text of a page, HTML
 * @returns what is in its first paragraph, if it begins with one
 */
export function splitLead(text: string): { first: string | undefined; rest: string } {
  const [whole = '', before = '', first] = FIRST.exec(text) ?? []
  return { first, rest: before + text.slice(whole.length) }
}
