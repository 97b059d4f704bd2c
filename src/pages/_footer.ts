/**
 * The links at the foot of every page: the pages whose frontmatter says `footer`.
 */
import { getCollection } from 'astro:content'
import { pagePath } from '../site.ts'

export async function footerLinks(): Promise<{ href: string; text: string }[]> {
  const pages = (await getCollection('pages')).filter(({ data }) => data.footer !== undefined)
  pages.sort((one, other) => (one.data.footer ?? 0) - (other.data.footer ?? 0))
  return pages.map(({ id, data }) => ({ href: pagePath(id), text: data.title }))
}
