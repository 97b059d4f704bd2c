/** The first paragraph of a page, which is shown below the title, and its first picture. */
import { FORM_REGIONS } from './contact-form.ts'
import { regionStart } from './region.ts'

/** The paragraph may be inside the region `intro`, but not inside another region, because functions replace those. */
const FIRST_PARAGRAPH = new RegExp(`^(\\s*(?:${regionStart(FORM_REGIONS.intro)})?\\s*)<p(?: [^>]*)?>(.*?)</p>`, 's')

/** @returns `first` undefined if the text does not begin with a paragraph */
export function splitLead(text: string): { first: string | undefined; rest: string } {
  const [whole = '', before = '', first] = FIRST_PARAGRAPH.exec(text) ?? []
  return { first, rest: before + text.slice(whole.length) }
}

/** Matches up to the first picture, if there is no heading above it. */
const FIRST_PICTURE = /^((?:(?!<h2[ >]).)*?<img [^>]*?loading=")lazy"/s

/** Pages are built with lazy pictures. The picture at the top must load at once. */
export const withFirstPicture = (text: string): string => text.replace(FIRST_PICTURE, '$1eager"')
