/** Writes `/llms.txt` and `/llms-full.txt` (llmstxt.org), robots.txt, sitemap.xml and security.txt (RFC 9116). */
import text from '../../../content/words/llms.txt?raw'
import robots from '../../../content/words/robots.txt?raw'
import type { Faq } from '../../firm/faq.ts'
import type { Firm } from '../../firm/firm.ts'
import type { Lawyer } from '../../firm/lawyer.ts'
import { citiesInWords } from '../../firm/offices.ts'
import { fillParts, partValues } from '../../firm/placeholders.ts'
import { AGENT_WORDS, fill } from '../../words.ts'
import { FIRST_LANGUAGE, type Language, languageInWords, pathIn } from '../../language.ts'
import { uncapitalized } from '../../letters.ts'
import { generalNotice, noticesOf } from '../../firm/notices.ts'
import type { PracticeArea } from '../../firm/practice-area.ts'
import { whenOffered } from '../../offers.ts'
import { API_ROOT, PATHS } from '../../site.ts'
import { operationsOf } from '../operations.ts'
import { DAY_MS } from '../../duration.ts'
import { skillPath, skillsOf } from './skills.ts'

/** The permitted uses of the pages, for robots.txt. */
const CONTENT_SIGNAL = 'search=yes, ai-input=yes, ai-train=no'
const SECURITY_TXT_DAYS = 330

export interface Site {
  base: string
  languages: readonly Language[]
  firm: Firm
  areas: readonly PracticeArea[]
  lawyers: readonly Lawyer[]
  faq: Faq['faq']
  /** `path` leads to the Markdown file. */
  pages: readonly { title: string; path: string; description: string }[]
}

export function llmsTxt({ base, languages, firm, areas, lawyers, pages }: Site): string {
  // Only addresses of Markdown texts become links (llmstxt.org), because programs follow links to read texts.
  const link = (title: string, path: string, what: string) =>
    `- [${title}](${path.startsWith('http') ? path : base + path}): ${what}`
  const textAddress = (url: string) => `${url.replace(/\/$/, '')}.md`
  const factLinks = [
    ...areas.map(({ name, url, summary }) => link(name, textAddress(url), summary)),
    ...lawyers.map(({ name, url, role }) => link(name, textAddress(url), role)),
  ]
  const translations = languages.filter((language) => language !== FIRST_LANGUAGE)
  const translatedFacts = operationsOf(firm)
    .filter(({ language, path }) => translations.includes(language) && !path.includes('{'))
    .map(({ summary, path }) => `- \`${base}${path}\`: ${uncapitalized(summary)}`)
  const pageLinks = pages.map(({ title, path, description }) => link(title, path, description))
  const translatedSites = translations.map((language) => {
    const name = languageInWords(language)
    const what = `the site in ${name}; each page is also available as Markdown`
    return link(`In ${name}`, pathIn(language, '/index.md'), what)
  })
  const [automated = '', ...warnings] = noticesOf('llms', firm.notices)
  const agentLinks = [
    ...whenOffered(firm, 'agents', link('auth.md', PATHS.authGuide, 'how to register and get a token; optional')),
    ...skillsOf(firm).map(({ name, description }) => link(name.replaceAll('-', ' '), skillPath(name), description)),
  ]
  return fill(fillParts(text, partValues(firm)), {
    ...PATHS,
    base,
    api: API_ROOT,
    name: firm.name,
    description: firm.description,
    office: firm.offices.length > 1 ? 'Offices' : 'Office',
    cities: citiesInWords(firm.offices, FIRST_LANGUAGE),
    telephone: firm.telephone,
    automated,
    warnings: warnings.join('\n\n'),
    namesFirst: AGENT_WORDS.namesFirst,
    translatedFacts: translatedFacts.join('\n'),
    facts: factLinks.join('\n'),
    forAgents: agentLinks.join('\n'),
    optional: [...pageLinks, ...translatedSites].join('\n'),
  })
}

export function llmsFullTxt(site: Site): string {
  const { firm, areas, lawyers, faq } = site
  const notice = generalNotice(firm, FIRST_LANGUAGE)
  const texts = [...areas.map(({ name, body }) => ({ name, body: `${notice}\n\n${body}` })), ...lawyers]
  const withLowerHeadings = (body: string) => body.replace(/^(#+) /gm, '#$1 ')
  return `${llmsTxt(site)}
${texts.map(({ name, body }) => `# ${name}\n\n${withLowerHeadings(body)}`).join('\n\n')}

# Questions and answers

${notice}

${faq.map(({ question, answer }) => `## ${question}\n\n${answer}`).join('\n\n')}
`
}

/**
 * Crawlers may read the pages of a demonstration, because the pages tell search engines not to list them (`noindex`). The text also names
 * single crawlers, because some look only for their own name.
 */
export function robotsTxt(base: string, { notices: { demonstration } }: Pick<Firm, 'notices'>): string {
  const signal = demonstration ? CONTENT_SIGNAL.replaceAll('yes', 'no') : CONTENT_SIGNAL
  return fill(fillParts(robots, { '#listed': demonstration ? '' : 'listed' }), { ...PATHS, base, signal })
}

export interface SitemapEntry {
  url: string
  /** Day on which a lawyer last reviewed the page, `YYYY-MM-DD`. */
  reviewed: string | undefined
  /** The addresses of the page, by `hreflang`; empty if it has only one language. */
  alternates: Readonly<Record<string, string>>
}

export function sitemapXml(pages: readonly SitemapEntry[]): string {
  const links = (alternates: SitemapEntry['alternates']) =>
    Object.entries(alternates).map(([tag, url]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${url}"/>`)
  const entries = pages.map(
    ({ url, reviewed, alternates }) =>
      `  <url><loc>${url}</loc>${reviewed ? `<lastmod>${reviewed}</lastmod>` : ''}${links(alternates).join('')}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
}

/** RFC 9116 section 2.5.5 recommends an expiry within a year. @param languages in which a fault can be reported */
export function securityTxt(base: string, { email }: Firm, languages: readonly Language[], now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_TXT_DAYS * DAY_MS).toISOString()
  return `Contact: mailto:${email}\nExpires: ${expires}\nPreferred-Languages: ${languages.join(', ')}\nCanonical: ${base}/.well-known/security.txt\nPolicy: ${base}${PATHS.securityPolicy}\n`
}
