import type { Firm } from '../firm/firm.ts'
import { addressInWords } from '../firm/offices.ts'
import { hoursInWords } from '../firm/opening-hours.ts'
import type { Language } from '../language.ts'
import { fill, WORDS } from '../words.ts'
import { dayInWords } from '../dates.ts'
import type { Lawyer } from '../firm/lawyer.ts'

/** Facts without a value are left out. */
export function lawyerFacts(
  { admitted, barNumber, admissions = [], languages, areas: ids }: Lawyer,
  language: Language,
  areas: readonly { id: string; name: string; url: string }[],
): { term: string; values: { text: string; url?: string }[] }[] {
  const { lawyers: words, languages: spoken, menu, locale } = WORDS[language]
  const practice = areas.filter(({ id }) => ids.includes(id))
  const isYear = /^\d+$/.test(admitted)
  const facts = [
    { term: words.admitted, values: [{ text: isYear ? admitted : dayInWords(admitted, locale) }] },
    { term: words.barNumber, values: barNumber ? [{ text: barNumber }] : [] },
    { term: words.admissions, values: admissions.map((text) => ({ text })) },
    { term: spoken, values: [{ text: languages.join(', ') }] },
    { term: menu.areas, values: practice.map(({ name, url }) => ({ text: name, url })) },
  ]
  return facts.filter(({ values }) => values.length > 0)
}

/** The line below the name of a lawyer in a list; `role` may be empty. */
export function lawyerInBrief(lawyer: Pick<Lawyer, 'role' | 'admitted' | 'languages'>, language: Language): string {
  const since = fill(WORDS[language].lawyers.since, { year: lawyer.admitted.slice(0, 4) })
  return [lawyer.role, since, lawyer.languages.join(', ')].filter(Boolean).join(' · ')
}

export function lawyerListMarkdown(lawyers: readonly Lawyer[], heading: string, language: Language): string[] {
  const items = lawyers.map((lawyer) => `- [${lawyer.name}](${lawyer.url}): ${lawyerInBrief(lawyer, language)}`)
  return items.length > 0 ? [`## ${heading}`, items.join('\n')] : []
}

interface OfficeFact {
  term: string
  lines: string[]
  telephone?: string | undefined
  /** The place to which a map gives directions. */
  destination?: string
}

export function officeFacts(firm: Firm, language: Language): OfficeFact[] {
  const { footer, languages, responsible } = WORDS[language]
  const { offices } = firm
  const facts: OfficeFact[] = [
    { term: responsible, lines: [firm.responsibleAttorney] },
    ...offices.flatMap(({ address, telephone, directions, hours }) => [
      {
        term: offices.length > 1 ? fill(footer.officeIn, { city: address.city }) : footer.office,
        lines: [address.street, `${address.city}, ${address.state} ${address.postalCode}`],
        telephone: offices.length > 1 ? telephone : undefined,
        destination: addressInWords(address),
      },
      { term: footer.find, lines: directions ? [directions] : [] },
      { term: footer.hours, lines: hours ? hoursInWords({ hours }, language) : [footer.byAppointment] },
    ]),
    { term: languages, lines: [firm.languages.join(', ')] },
  ]
  return facts.filter(({ lines }) => lines.length > 0)
}
