/** The beginning of a page: its first paragraph, which stands below its title, and its first picture. */
import { FORM_REGIONS } from './contact-form.ts'
import { regionStart } from './region.ts'

/** What to write stands in a region of its own. No other region gives its first paragraph away: a function fills it. */
const FIRST_PARAGRAPH = new RegExp(`^(\\s*(?:${regionStart(FORM_REGIONS.intro)})?\\s*)<p(?: [^>]*)?>(.*?)</p>`, 's')

/** @returns what is in its first paragraph, if it begins with one */
export function splitLead(text: string): { first: string | undefined; rest: string } {
  const [whole = '', before = '', first] = FIRST_PARAGRAPH.exec(text) ?? []
  return { first, rest: before + text.slice(whole.length) }
}

/** Up to the first picture, if no heading stands above it. */
const FIRST_PICTURE = /^((?:(?!<h2[ >]).)*?<img [^>]*?loading=")lazy"/s

/** A page is built with pictures that a browser fetches when they come near. It fetches the one at the top at once. */
export const withFirstPicture = (text: string): string => text.replace(FIRST_PICTURE, '$1eager"')
