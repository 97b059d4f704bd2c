/** The texts of a language that a firm adds later: starters, with the facts of the firm's own texts. */
import { FirmFile } from '../../firm/firm.ts'
import { daysInWords, parseDays } from '../../firm/weekdays.ts'
import { FIRST_LANGUAGE, type Language } from '../../language.ts'
import { type Content, type ContentFile, contentPath } from '../content/files.ts'
import { SAME_IN_ALL_LANGUAGES, TAKEN_FROM_SOURCE } from '../content/translations.ts'
import { COUNTIES } from './answers.ts'
import { starterBody, starterFields, starterText } from './starters.ts'
import { asText, OWN_AREA, templateTexts, type Texts, unread } from './texts.ts'
import { countiesInWords, STARTER_WORDS, toTranslate, wordsIn } from './words.ts'

/** A text without a starter has no translation yet: the check names it. */
export function languageTexts({ files }: Content, language: Language): Texts {
  const sources = files.filter((file) => file.language === FIRST_LANGUAGE)
  const texts = sources.map(({ folder, name, ...source }): [string, string | undefined] => [
    contentPath(language, folder, name),
    translationOf({ folder, name, ...source }, language),
  ])
  const written = texts.filter((entry): entry is [string, string] => entry[1] !== undefined)
  const ids = sources.flatMap(({ folder, data }) => (folder === 'practice-areas' ? [String(data?.id)] : []))
  return new Map([...written, ...templateTexts(language, ids)])
}

function translationOf(source: ContentFile, language: Language): string | undefined {
  const { folder, name } = source
  if (folder === '' && name === 'firm') return firmText(source, language)
  if (folder === 'lawyers') return lawyerText(source, language)
  const isOwnArea = folder === 'practice-areas' && starterText(FIRST_LANGUAGE, folder, name) === undefined
  const starter = starterText(language, folder, isOwnArea ? OWN_AREA : name)
  if (starter === undefined) return undefined
  const others = Object.entries(starterFields(unread(starter))).filter(([field]) => !sameFields(source).includes(field))
  const names = isOwnArea ? { name: toTranslate(String(source.data?.name)) } : {}
  return asText({ ...Object.fromEntries(others), ...names, ...sameOf(source) }, starterBody(starter).trim())
}

function lawyerText(source: ContentFile, language: Language): string {
  const { role, body } = STARTER_WORDS[language].lawyer
  const spoken = source.data?.languages as string[]
  return asText({ ...sameOf(source), role, languages: spoken.map((each) => wordsIn(language, each)) }, body)
}

/** Facts stay, and words are translated where the program knows them. */
function firmText(source: ContentFile, language: Language): string {
  const { tagline, description, areaServed, hours, afterHours, directions, ...firm } = FirmFile.parse(source.data)
  const [before, words] = [STARTER_WORDS[FIRST_LANGUAGE], STARTER_WORDS[language]]
  // What is filled into other texts cannot hold a mark that it is to be translated: it stays as it is.
  const counties = COUNTIES.filter((county) => areaServed.includes(county))
  const isOfCounties = countiesInWords(counties, FIRST_LANGUAGE) === areaServed
  const translated = wordsIn(language, firm.replyWithin)
  const fields = {
    ...sameOf(source),
    tagline: tagline === before.tagline ? words.tagline : toTranslate(tagline),
    description: toTranslate(description),
    areaServed: isOfCounties ? countiesInWords(counties, language) : areaServed,
    hours: hours.map((line) => ({ ...line, days: daysInWords(parseDays(line.days) ?? [], language) })),
    ...(afterHours && { afterHours: wordsIn(language, afterHours) }),
    ...(directions && { directions }),
    languages: firm.languages.map((spoken) => wordsIn(language, spoken)),
    replyWithin: translated === toTranslate(firm.replyWithin) ? firm.replyWithin : translated,
  }
  return asText(fields, starterBody(starterText(language, '', 'firm') ?? '').trim())
}

const sameFields = ({ folder, name }: ContentFile) =>
  (SAME_IN_ALL_LANGUAGES[folder || name] ?? []).filter((field) => folder !== '' || !TAKEN_FROM_SOURCE.includes(field))

/** The fields that a text has in common with its translations. */
const sameOf = (source: ContentFile) =>
  Object.fromEntries(Object.entries(source.data ?? {}).filter(([field]) => sameFields(source).includes(field)))
