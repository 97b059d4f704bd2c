/**
 * A page as Markdown, for those who read it that way: the heading first, then the text, then what the firm owes to say.
 */
import { dayInWords } from '../../dates.ts'
import type { Firm } from '../../firm/firm.ts'
import { PATHS } from '../../site.ts'

/** What a page says about itself, in its language. */
interface PageWords {
  locale: string
  reviewed(day: string): string
}

interface MarkdownPage {
  firm: Firm
  words: PageWords
  /** The heading. */
  title: string
  /** Markdown; links that begin with a slash are made whole. */
  body: string
  /** Day on which the firm last read it. */
  reviewed?: string | undefined
}

/** @param base base address */
export function markdownPage(base: string, { firm, words, title, body, reviewed }: MarkdownPage): string {
  const { name, address, notices } = firm
  const text = makeLinksAbsolute(base, body.trim())
  return `# ${title}\n\n> Index of this site for agents: ${base}${PATHS.llms}\n\n${text}\n\n${reviewed ? `${words.reviewed(dayInWords(reviewed, words.locale))}\n\n` : ''}---\n\n${name}, ${address.city}, ${address.state}. ${notices.advertising}\n`
}

/**
 * Makes a text fit to be read elsewhere, where it has no base address: links that begin with a slash are made whole, and of a
 * picture that lies beside the text its words remain.
 */
export function makeLinksAbsolute(base: string, markdown: string): string {
  const withoutImages = markdown.replace(/!\[([^\]]*)\]\(\.[^)]*\)/g, '*$1*')
  return withoutImages.replace(/\]\((\/[^)\s]*)/g, (_, path: string) => `](${base}${path}`)
}
