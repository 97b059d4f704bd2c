/**
 * Structured data of the pages (schema.org).
 */
import type { Faq } from '../../firm/faq.ts'
import type { Firm } from '../../firm/firm.ts'

type Thing = Record<string, unknown>
const CONTEXT = 'https://schema.org'

/** The firm, and its site. */
export function firmThings({
  name,
  url,
  description,
  telephone,
  email,
  areaServed,
  address,
  languages,
}: Firm): Thing[] {
  const { street, city, state, postalCode } = address
  return [
    {
      '@context': CONTEXT,
      '@type': 'LegalService',
      '@id': `${url}/#firm`,
      name,
      url,
      description,
      telephone,
      email,
      areaServed,
      knowsLanguage: languages,
      address: {
        '@type': 'PostalAddress',
        streetAddress: street,
        addressLocality: city,
        addressRegion: state,
        postalCode,
        addressCountry: 'US',
      },
    },
    { '@context': CONTEXT, '@type': 'WebSite', name, url, publisher: { '@id': `${url}/#firm` } },
  ]
}

/**
 * The breadcrumbs of a page.
 * @param trail name and address of each page on the path, starting at the home page
 */
export function breadcrumbs(trail: readonly { name: string; url: string }[]): Thing {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

interface WebPage {
  name: string
  url: string
  description: string
  /** BCP 47 */
  inLanguage: string
  /** Day of its text, `YYYY-MM-DD`: the firm last reviewed it then. */
  dateModified: string
}

/** A page and the day of its text. */
export const webPage = (page: WebPage): Thing => ({ '@context': CONTEXT, '@type': 'WebPage', ...page })

/** The questions and answers that a page shows. */
export function faqPage(faq: Faq['faq']): Thing {
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** JSON for a script element: `<` is escaped, so that no value can close the element. */
export const jsonLd = (things: readonly Thing[]): string => JSON.stringify(things).replaceAll('<', '\\u003c')
