/**
 * Structured data of the pages (schema.org), from the same facts as everything else.
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
 * Where a page is.
 * @param trail name and address of each page on the way, from the home page on
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

/** Questions that the page shows, with their answers. */
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

/** As text that may stand in a page: nothing in it can end the element it stands in. */
export const jsonLd = (things: readonly Thing[]): string => JSON.stringify(things).replaceAll('<', '\\u003c')
