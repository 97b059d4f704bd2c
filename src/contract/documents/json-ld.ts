/** Structured data of the pages (schema.org). */
import type { Faq } from '../../firm/faq.ts'
import type { Firm } from '../../firm/firm.ts'
import type { Lawyer } from '../../firm/lawyer.ts'

type Thing = Record<string, unknown>
const thing = (type: string, members: Thing): Thing => ({ '@context': 'https://schema.org', '@type': type, ...members })
/** For search engines, an office that opens and closes at this time is closed all day. */
const ALL_DAY_CLOSED = '00:00'

export function firmThings(firm: Firm, lawyers: readonly Lawyer[] = []): Thing[] {
  const { name, url, description, email, areaServed, languages: knowsLanguage } = firm
  const [, ...otherOffices] = firm.offices
  return [
    thing('LegalService', {
      '@id': firmId(firm),
      name,
      url,
      description,
      email,
      areaServed,
      knowsLanguage,
      ...officeMembers(firm),
      ...openingHours(firm),
      ...(lawyers.length > 0 && { employee: lawyers.map(personOf) }),
    }),
    ...otherOffices.map((office, index) =>
      thing('LegalService', {
        '@id': `${url}/#office-${index + 2}`,
        name,
        url,
        ...officeMembers(office),
        ...(office.hours && openingHours({ ...firm, hours: office.hours })),
        parentOrganization: { '@id': firmId(firm) },
      }),
    ),
    thing('WebSite', { name, url, publisher: { '@id': firmId(firm) } }),
  ]
}

const officeMembers = ({ telephone, address }: Firm['offices'][number]): Thing => ({
  ...(telephone && { telephone }),
  address: {
    '@type': 'PostalAddress',
    streetAddress: address.street,
    addressLocality: address.city,
    addressRegion: address.state,
    postalCode: address.postalCode,
    addressCountry: 'US',
  },
})

const firmId = ({ url }: Firm) => `${url}/#firm`

const personOf = ({ name, url, role }: Lawyer): Thing => ({
  '@type': 'Person',
  '@id': `${url}#person`,
  name,
  url,
  jobTitle: role,
})

export function lawyerThing(lawyer: Lawyer, firm: Firm): Thing {
  const { languages, portrait, barNumber, profile } = lawyer
  return thing('Person', {
    ...personOf(lawyer),
    worksFor: { '@id': firmId(firm), '@type': 'LegalService', name: firm.name, url: firm.url },
    knowsLanguage: languages,
    ...(portrait && { image: portrait }),
    ...(profile && { sameAs: profile }),
    ...(barNumber && { identifier: { '@type': 'PropertyValue', propertyID: 'The Florida Bar', value: barNumber } }),
  })
}

function openingHours({ hours, otherDays = [], closed = [] }: Pick<Firm, 'hours' | 'otherDays' | 'closed'>): Thing {
  const specification = (range: Thing) => ({ '@type': 'OpeningHoursSpecification', ...range })
  const special = [
    ...closed.map((date) => ({ date, opens: ALL_DAY_CLOSED, closes: ALL_DAY_CLOSED })),
    ...otherDays.filter(({ opens }) => opens !== undefined),
  ].sort((one, other) => one.date.localeCompare(other.date))
  return {
    openingHoursSpecification: hours.map(({ daysOfWeek, opens, closes }) =>
      specification({ dayOfWeek: daysOfWeek, opens, closes }),
    ),
    ...(special.length > 0 && {
      specialOpeningHoursSpecification: special.map(({ date, opens, closes }) =>
        specification({ opens, closes, validFrom: date, validThrough: date }),
      ),
    }),
  }
}

/** @param trail starts at the home page */
export const breadcrumbs = (trail: readonly { name: string; url: string }[]): Thing =>
  thing('BreadcrumbList', {
    itemListElement: trail.map(({ name, url: item }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  })

/** @param page `inLanguage` is a BCP 47 tag; `dateModified` is the day of the firm's last review, `YYYY-MM-DD` */
export const webPage = (page: Record<'name' | 'url' | 'description' | 'inLanguage' | 'dateModified', string>): Thing =>
  thing('WebPage', page)

export const faqPage = (faq: Faq['faq']): Thing =>
  thing('FAQPage', {
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  })

/** `<` is escaped, so that no value can close the script element. */
export const jsonLd = (things: readonly Thing[]): string => JSON.stringify(things).replaceAll('<', '\\u003c')
