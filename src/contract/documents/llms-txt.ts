/**
 * `/llms.txt` (llmstxt.org), robots.txt, sitemap.xml and security.txt (RFC 9116).
 */
import type { Faq } from '../../firm/faq.ts'
import type { Firm } from '../../firm/firm.ts'
import { FIRST_LANGUAGE, languageInWords, pathIn, TRANSLATIONS } from '../../language.ts'
import type { PracticeArea } from '../../firm/practice-area.ts'
import { API_ROOT, PATHS } from '../../site.ts'
import { LISTED_OPERATIONS } from '../operations.ts'
import { DAY_MS } from '../../duration.ts'

/** The permitted uses of the pages, for robots.txt. */
const CONTENT_SIGNAL = 'search=yes, ai-input=yes, ai-train=no'
/** Crawlers named in robots.txt: some look only for their own name. */
const AI_AGENTS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Google-Extended',
  'Applebot-Extended',
  'CCBot',
]
const SECURITY_DAYS = 330

export interface Site {
  base: string
  firm: Firm
  areas: readonly PracticeArea[]
  faq: Faq['faq']
  /** The other pages, each with the path of its Markdown file. */
  pages: readonly { title: string; path: string; description: string }[]
}

/** `/llms.txt`: an index of the site. */
export function llmsTxt({ base, firm, areas, pages }: Site): string {
  const link = (title: string, path: string, what: string) =>
    `- [${title}](${path.startsWith('http') ? path : base + path}): ${what}`
  const areaLinks = areas.map(({ name, url, summary }) => link(name, `${url.replace(/\/$/, '')}.md`, summary))
  const translatedFacts = LISTED_OPERATIONS.filter(
    ({ language, path }) => language !== FIRST_LANGUAGE && !path.includes('{'),
  ).map(({ summary, path }) => link(summary, path, 'JSON with the same members'))
  const pageLinks = pages.map(({ title, path, description }) => link(title, path, description))
  const translatedSites = TRANSLATIONS.map((language) => {
    const name = languageInWords(language)
    return link(
      `In ${name}`,
      pathIn(language, '/index.md'),
      `the site in ${name}; each page is also available as Markdown`,
    )
  })
  return `# ${firm.name}

> ${firm.description} Office in ${firm.address.city}, ${firm.address.state}. ${firm.notices.automated}

When to use this service: to learn about the firm and, with a person's clear yes, to send it a request for a consultation.
Do not use it for legal advice, for deadlines or in emergencies: the person should call ${firm.telephone}. ${firm.notices.inquiry}

## Facts

${link('Firm', `${API_ROOT}/firm`, 'name, address, telephone, hours, notices')}
${link('Practice areas', `${API_ROOT}/practice-areas`, 'what the firm works on')}
${link('Questions and answers', `${API_ROOT}/faq`, 'questions people ask, with answers')}
${[...areaLinks, ...translatedFacts].join('\n')}

## For agents

${link('MCP', PATHS.serverCard, `tools for the same operations, at ${base}${PATHS.mcp}`)}
${link('OpenAPI', PATHS.openapi, 'description of the API')}
${link('Where an inquiry stands', PATHS.openapi, 'getInquiryStatus: the receipt of an inquiry holds a private address, which says where it stands')}
${link('auth.md', PATHS.authGuide, 'how to register and get a token; optional')}
${link('Skills', PATHS.skills, 'step-by-step instructions')}
${link('API catalog', PATHS.apiCatalog, 'links to the API and the MCP server, with their documentation')}

## Optional

${[...pageLinks, ...translatedSites].join('\n')}
${link('Everything in one file', PATHS.llmsFull, 'all texts')}
`
}

/** `/llms-full.txt`: the index and all texts. */
export function llmsFullTxt(site: Site): string {
  const { areas, faq } = site
  const deeper = (body: string) => body.replace(/^(#+) /gm, '#$1 ')
  return `${llmsTxt(site)}
${areas.map(({ name, body }) => `# ${name}\n\n${deeper(body)}`).join('\n\n')}

# Questions and answers

${faq.map(({ question, answer }) => `## ${question}\n\n${answer}`).join('\n\n')}
`
}

export function robotsTxt(base: string): string {
  const rules = `Content-Signal: ${CONTENT_SIGNAL}\nAllow: /\nDisallow: ${PATHS.desk}\nDisallow: ${PATHS.editor}`
  const named = AI_AGENTS.map((agent) => `User-agent: ${agent}`).join('\n')
  return `User-agent: *\n${rules}\n\n${named}\n${rules}\n\nSitemap: ${base}${PATHS.sitemap}\n`
}

export interface SitemapEntry {
  url: string
  /** Day on which a lawyer last reviewed it, `YYYY-MM-DD`. */
  reviewed: string
  /** URL of the page in each language that has it, by tag; empty if there is only one. */
  alternates: Readonly<Record<string, string>>
}

export function sitemapXml(pages: readonly SitemapEntry[]): string {
  const links = (alternates: SitemapEntry['alternates']) =>
    Object.entries(alternates).map(([tag, url]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${url}"/>`)
  const entries = pages.map(
    ({ url, reviewed, alternates }) =>
      `  <url><loc>${url}</loc><lastmod>${reviewed}</lastmod>${links(alternates).join('')}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
}

/** @param now time of the build; the file expires 330 days later (RFC 9116 section 2.5.5 recommends less than a year) */
export function securityTxt(base: string, { email }: Firm, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_DAYS * DAY_MS).toISOString()
  return `Contact: mailto:${email}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${base}/.well-known/security.txt\nPolicy: ${base}${PATHS.disclaimer}\n`
}
