import { dayInWords } from '../../dates.ts'
import type { Firm } from '../../firm/firm.ts'
import { demonstrationIn } from '../../firm/notices.ts'
import { PATHS } from '../../site.ts'
import { fill } from '../../words.ts'
import { markdownPath } from './markdown-path.ts'

interface MarkdownPage {
  firm: Firm
  words: { locale: string; reviewed: string }
  title: string
  /** Markdown; links that begin with a slash are made absolute. */
  body: string
  /** Day on which the firm last reviewed the page, `YYYY-MM-DD`. */
  reviewed?: string | undefined
}

export function markdownPage(base: string, { firm, words, title, body, reviewed }: MarkdownPage): string {
  const { name, address, notices } = firm
  const parts = [
    `# ${title}`,
    `> Index of this site for agents: ${base}${PATHS.llms}`,
    ...demonstrationIn(notices).map((demonstration) => `**${demonstration}**`),
    makeLinksAbsolute(base, body.trim()),
    ...(reviewed ? [fill(words.reviewed, { day: dayInWords(reviewed, words.locale) })] : []),
    '---',
    `${name}, ${address.city}, ${address.state}. ${notices.advertising}\n`,
  ]
  return parts.join('\n\n')
}

/** Matches a picture of this site in Markdown, with or without a title; not a picture of another site. */
const OWN_PICTURE = /!\[([^\]]*)\]\((?!https?:)[^)"]*(?:"[^"]*"\s*)?\)/g

/** Also replaces each picture of this site by its alternative text, because the build gives pictures other addresses. */
export function makeLinksAbsolute(base: string, markdown: string): string {
  const withoutImages = markdown.replace(OWN_PICTURE, (_, alternative: string) => alternative && `*${alternative}*`)
  return withoutImages.replace(/\]\((\/[^)\s]*)/g, (_, path: string) => `](${base}${path}`)
}

/** @returns a value of the header Link (RFC 8288) */
export const link = (path: string, rel: string, type: string) => `<${path}>; rel="${rel}"; type="${type}"`

/** @returns the header Link of a page @param path of the page, with its trailing slash */
export const pageLinks = (path: string): string =>
  `${link(markdownPath(path) ?? '', 'alternate', 'text/markdown')}, ${link(PATHS.llms, 'describedby', 'text/plain')}`
