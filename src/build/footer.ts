/**
 * The links in the footer: the pages with `footer` in their frontmatter. A page missing in a language is linked in English.
 */
import { FIRST_LANGUAGE, type Language, pathIn } from '../language.ts'
import { pagePath } from '../site.ts'
import { getPageEntries } from './content.ts'

export interface FooterLink {
  href: string
  text: string
  language: Language
}

export async function footerLinks(language: Language): Promise<FooterLink[]> {
  const pages = (await getPageEntries()).filter(({ data }) => data.footer !== undefined)
  const titles = new Map((await getPageEntries(language)).map(({ id, data }) => [id, data.title]))
  pages.sort((one, other) => (one.data.footer ?? 0) - (other.data.footer ?? 0))
  return pages.map(({ id, data }) => {
    const title = titles.get(id)
    const linkLanguage = title === undefined ? FIRST_LANGUAGE : language
    return { href: pathIn(linkLanguage, pagePath(id)), text: title ?? data.title, language: linkLanguage }
  })
}
