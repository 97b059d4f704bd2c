/**
 * A page as Markdown, for those who read it that way: the heading first, then the text, then what the firm owes to say.
 */
import type { Firm } from '../practice/firm.ts'
import { PATHS } from '../site.ts'

/**
 * @param title the heading
 * @param body Markdown; links that begin with a slash are made whole
 */
export function markdownPage(base: string, { name, address, notices }: Firm, title: string, body: string): string {
  const text = body.trim().replace(/\]\((\/[^)\s]*)/g, (_, path: string) => `](${base}${path}`)
  return `# ${title}\n\n> Index of this site for agents: ${base}${PATHS.llms}\n\n${text}\n\n---\n\n${name}, ${address.city}, ${address.state}. ${notices.advertising}\n`
}
