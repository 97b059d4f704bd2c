/** A region is a part of a built page between two HTML comments. Functions replace regions, so all pages share one layout. */
import { html } from 'hono/html'
import type { Html } from './html.ts'
import type { Language } from '../language.ts'
import { WORDS } from '../words.ts'

/** Holds the robots meta tag; functions empty it for pages that may be indexed. */
export const ROBOTS_REGION = 'robots'

/** Lies in the first heading of pages whose title a function replaces. */
export const TITLE_REGION = 'title'

/** The built page of the contact form has these regions, in this order. */
export const FORM_REGIONS = { summary: 'summary', intro: 'intro', form: 'form' } as const

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

/** Replaces the text of the first heading, and in `<title>` the text before “ · ” and the firm's name. @throws as `fillRegions` */
export async function fillTitle(page: string, title: string): Promise<string> {
  const safe = await html`${title}`
  const filled = await fillRegions(page, { [TITLE_REGION]: safe })
  // A function, so that `$` in the title has no special meaning.
  return filled.replace(/<title>.*?(?= · |<\/title>)/, () => `<title>${safe}`)
}

/** Holds the links to the other languages. Functions draw them again, because the build does not know all addresses. */
export const LANGUAGE_REGION = 'language'

/** Links to the same page in the other languages of the site. */
export function languageSwitch(
  language: Language,
  languages: readonly Language[],
  pathTo: (language: Language) => string,
): Html {
  const others = languages.filter((tag) => tag !== language)
  return html`${others.map((tag) => html`<a class="language" href="${pathTo(tag)}" hreflang="${tag}" lang="${tag}" rel="alternate">${thisSite(tag)}</a>`)}`
}

/** A narrow window shows only the second `span`. */
function thisSite(language: Language): Html {
  const { site, inLanguage } = WORDS[language].thisSite
  return html`<span class="more">${site} </span><span>${inLanguage}</span>`
}

/** The first paragraph, which is shown below the title. The region `intro` may begin before it, and no other region can. */
const FIRST_PARAGRAPH = new RegExp(`^(\\s*(?:${regionStart(FORM_REGIONS.intro)})?\\s*)<p(?: [^>]*)?>(.*?)</p>`, 's')

/** @returns `first`: the HTML inside the first paragraph, or undefined if the text does not begin with a paragraph */
export function splitLead(text: string): { first: string | undefined; rest: string } {
  const [whole = '', before = '', first] = FIRST_PARAGRAPH.exec(text) ?? []
  return { first, rest: before + text.slice(whole.length) }
}

/** Matches the text up to `lazy` in the first picture, if no `h2` is above the picture. */
const FIRST_PICTURE = /^((?:(?!<h2[ >]).)*?<img [^>]*?loading=")lazy"/s

/** Pages are built with lazy pictures. A picture at the top must load at once. */
export const withEagerFirstPicture = (text: string): string => text.replace(FIRST_PICTURE, '$1eager"')
