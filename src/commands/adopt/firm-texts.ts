/**
 * `firm.md` of a firm that begins, in each language.
 */
import { stringify } from 'yaml'
import { daysInWords, parseDays } from '../../firm/weekdays.ts'
import { FIRST_LANGUAGE, type Language } from '../../language.ts'
import { uncapitalized } from '../../letters.ts'
import type { Answers } from './firm-answers.ts'
import type { ChosenArea } from './chosen-areas.ts'
import { countiesInWords } from './counties.ts'
import { wordsIn } from './spoken.ts'
import { bodyOf, fieldsOf, starterText } from './starters.ts'

/** Every text is quoted: parsers disagree about what a time without quotes is. */
const YAML = { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const

interface FirmWords {
  tagline: string
  /** @param areas in words */
  description(areas: string): string
}

const WORDS: Readonly<Record<Language, FirmWords>> = {
  en: {
    tagline: 'A law office in {firm.city}, Florida.',
    description: (areas) =>
      `{firm.shortName} is a law office in {firm.city}, Florida. Our practice areas: ${areas}. Call or write, and a person answers within {firm.replyWithin}.`,
  },
  es: {
    tagline: 'Un bufete de abogados en {firm.city}, Florida.',
    description: (areas) =>
      `{firm.shortName} es un bufete de abogados en {firm.city}, Florida. Nuestras áreas de práctica: ${areas}. Llame o escriba, y una persona le responde en el plazo de {firm.replyWithin}.`,
  },
}

/** The name of an area in a language; what the firm did not say is to be written. */
export function areaName(area: ChosenArea, language: Language): string {
  if (area.isOwn) return language === FIRST_LANGUAGE ? area.name : (area.spanishName ?? `[Translate: ${area.name}]`)
  return String(fieldsOf(starterText(language, 'practice-areas', area.slug) ?? '').name)
}

/** Makes the file. The letter below the fields is that of the sample. */
export function firmText(answers: Answers, language: Language): string {
  const { tagline, description } = WORDS[language]
  // The firm's own names stay as it writes them, like DUI defense; names may hold commas and “and”, so semicolons part them.
  const names = answers.areas.map((area) => {
    const name = areaName(area, language)
    return area.isOwn ? name : uncapitalized(name)
  })
  const isFirst = language === FIRST_LANGUAGE
  const fields = {
    name: answers.name,
    tagline,
    description: description(names.join('; ')),
    telephone: answers.telephone,
    email: answers.email,
    areaServed: countiesInWords(answers.counties, language),
    address: { street: answers.street, city: answers.city, state: 'FL', postalCode: answers.zip },
    hours: answers.hours.map((line) => ({ ...line, days: daysInWords(parseDays(line.days) ?? [], language) })),
    ...(isFirst && { holidays: answers.holidays }),
    afterHours: wordsIn(language, answers.afterHours),
    responsibleAttorney: answers.lawyers[0].name,
    languages: answers.languages.map((spoken) => wordsIn(language, spoken)),
    replyWithin: wordsIn(language, answers.replyWithin),
    ...(isFirst && lookOf(answers)),
  }
  return `---\n${stringify(fields, YAML)}---\n${bodyOf(starterText(language, '', 'firm') ?? '')}`
}

/** The name of the logo in the content folder. */
export const logoName = (logo: string): string => `logo.${logo.slice(-3).toLowerCase()}`

const lookOf = ({ accent, logo }: Answers) => ({
  ...(accent && { accent }),
  ...(logo && { logo: logoName(logo) }),
})
