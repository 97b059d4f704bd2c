/** Makes all texts of a new firm from the starters and its answers. */
import { stringify } from 'yaml'
import { programName } from '../../firm/placeholders.ts'
import { FIRST_LANGUAGE, type Language } from '../../language.ts'
import { uncapitalized } from '../../letters.ts'
import { type ContentFile, contentPath, FOLDERS } from '../content/files.ts'
import { type Answers, type Lawyer, slugOf } from './answers.ts'
import {
  countiesInWords,
  DRAWINGS,
  STARTER_WORDS,
  starterBody,
  starterFields,
  starterNames,
  starterText,
  toTranslate,
  wordsIn,
} from './starters.ts'

/** The keys are paths within the content folder. */
export type Texts = Map<string, string>
type Area = Answers['areas'][number]

/** All texts in `firm.md` are quoted, because parsers disagree about a time without quotes. */
const QUOTED = { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const
/** The examples on the page for programs name this area. */
const EXAMPLE_AREA = /\bpersonal_injury\b/g
/** Templates name these areas. */
const TEMPLATE_AREA = /(?<=^(?:# )?topic: |^ {2}- )(?:animal|family)_law\b/gm
const DEFENSE = 'criminal_traffic'
/** The starter file for an area that the project has no starter for. */
export const OWN_AREA = '_own'
const AREAS = 'practice-areas'
const TEMPLATE = '_template'

/** @param today like 2026-11-22, the day on which the wording of the notices is adopted */
export const firmTexts = (answers: Answers, today: string): Texts =>
  new Map(answers.siteLanguages.flatMap((language) => textsIn(language, answers, today)))

function textsIn(language: Language, answers: Answers, today: string): [path: string, text: string][] {
  const path = (folder: string, name: string) => contentPath(language, folder, name)
  const ids = answers.areas.map(areaId)
  const starter = (folder: string, name: string) => starterFor({ language, folder, name, ids }) ?? ''
  const copied = (['faq', 'pages', 'replies'] as const).flatMap((folder) =>
    starterNames(folder)
      .filter((name) => name !== TEMPLATE)
      .map((name) => ({ folder, name, text: starter(folder, name) })),
  )
  const fitting = copied.filter(({ text }) => {
    const { topic } = starterFields(text)
    return typeof topic !== 'string' || ids.includes(topic)
  })
  return [
    [path('', 'firm'), firmText(answers, language)],
    [path('', 'notices'), starter('', 'notices').replace(/^version: .*/m, `version: ${today}`)],
    ...fitting.map(({ folder, name, text }): [string, string] => [
      path(folder, name),
      folder === 'pages' ? withNeutralDrawing(name, text).replace(EXAMPLE_AREA, ids[0] ?? '') : text,
    ]),
    ...templateTexts(language, ids),
    ...answers.areas.map((area, index): [string, string] => [
      path(AREAS, slugOf(area)),
      areaText(area, index + 1, language),
    ]),
    ...lawyerTexts(answers, language),
  ]
}

/** `ids`: those of the firm's areas. */
type StarterOptions = Pick<ContentFile, 'language' | 'folder' | 'name'> & { ids: readonly string[] }

/** The starter with its marks for the writer. If the firm does not defend people, the passages about defense are left out. */
export function starterFor({ language, folder, name, ids }: StarterOptions) {
  const { withoutDefense, toWrite } = STARTER_WORDS[language]
  const text = starterText(language, folder, name)
  const changes = [...toWrite, ...(ids.includes(DEFENSE) ? [] : withoutDefense)]
  return text && changes.reduce((before, [from, to]) => before.replace(from, to), withoutReviewDate(text))
}

export const templateTexts = (language: Language, ids: readonly string[]): [path: string, text: string][] =>
  Object.keys(FOLDERS).flatMap((folder): [string, string][] => {
    const text = withoutReviewDate(starterText(language, folder, TEMPLATE) ?? '')
    return text ? [[contentPath(language, folder, TEMPLATE), text.replace(TEMPLATE_AREA, ids[0] ?? '')]] : []
  })

/** A starter's date of review is not this firm's: no lawyer of this firm has read it. */
const withoutReviewDate = (text: string) => text.replace(/^reviewed:.*\n/m, '')

const withNeutralDrawing = (page: string, text: string) => {
  const drawing = DRAWINGS[page]
  return text.replace(/^drawing:.*\n/m, drawing === undefined ? '' : `drawing: ${drawing}\n`)
}

export const areaId = (area: Area): string =>
  typeof area === 'string'
    ? String(starterFields(starterText(FIRST_LANGUAGE, AREAS, area) ?? '').id)
    : slugOf(area).replaceAll('-', '_')

function areaName(area: Area, language: Language): string {
  if (typeof area === 'string') return String(starterFields(starterText(language, AREAS, area) ?? '').name)
  return area[language] ?? toTranslate(area[FIRST_LANGUAGE] ?? '')
}

export function areaText(area: Area, order: number, language: Language): string {
  const isOwn = typeof area !== 'string'
  const text = withoutReviewDate(starterText(language, AREAS, isOwn ? OWN_AREA : area) ?? '')
  const ordered = text.replace(/^order: \d+/m, `order: ${order}`)
  if (!isOwn) return ordered
  return ordered
    .replace(/^id: .*/m, `id: ${areaId(area)}`)
    .replace(/^name: .*/m, () => `name: ${JSON.stringify(areaName(area, language))}`)
}

function firmText(answers: Answers, language: Language): string {
  const { tagline, description } = STARTER_WORDS[language]
  // A name with other capitals stays as it is, like DUI defense. Names may hold commas and “and”, so semicolons separate them.
  const names = answers.areas.map((area) => {
    const name = areaName(area, language)
    return /^\p{Lu}[^\p{Lu}]*$/u.test(name) ? uncapitalized(name) : name
  })
  const words = {
    tagline,
    description: description.replace('{areas}', names.join('; ')),
    areaServed: countiesInWords(answers.counties, language),
    afterHours: wordsIn(language, answers.afterHours),
    languages: answers.languages.map((spoken) => wordsIn(language, spoken)),
    replyWithin: wordsIn(language, answers.replyWithin),
  }
  const { accent, logo, street, city, postalCode, telephone, hours, moreOffices = [] } = answers
  const { onCall, jail, publicDefender } = answers
  const offices = [{ street, city, postalCode, telephone, hours }, ...moreOffices].map((office) => ({
    address: { street: office.street, city: office.city, state: 'FL', postalCode: office.postalCode },
    telephone: office.telephone,
    hours: office.hours,
  }))
  const facts = {
    name: answers.name,
    email: answers.email,
    offices,
    ...{ onCall, jail, publicDefender },
    holidays: answers.holidays,
    responsibleAttorney: answers.lawyers[0]?.name,
    ...(accent && { accent }),
    ...(logo && { logo: logoName(logo) }),
  }
  const fields = language === FIRST_LANGUAGE ? { ...facts, ...words } : words
  return asText(fields, starterBody(starterText(language, '', 'firm') ?? '').trim())
}

export const logoName = (logo: string): string => `logo.${logo.slice(-3).toLowerCase()}`

export const asText = (fields: object, body: string): string => `---\n${stringify(fields, QUOTED)}---\n\n${body}\n`

/** A lawyer without areas gets all areas of the firm. A lone lawyer without languages gets the firm's; for others, the text asks for them. */
function lawyerTexts({ lawyers, areas, languages }: Answers, language: Language): [path: string, text: string][] {
  const ids = new Map(areas.map((area) => [slugOf(area), areaId(area)]))
  const isAlone = lawyers.length === 1
  return lawyers.map((lawyer, index) => [
    contentPath(language, 'lawyers', programName(lawyer.name)),
    lawyerText({ ...(isAlone && { languages }), ...lawyer }, { language, ids, order: index + 1, isAlone }),
  ])
}

interface LawyerTextOptions {
  language: Language
  /** The ids of the firm's areas, by file name. */
  ids: ReadonlyMap<string, string>
  order: number
  isAlone: boolean
}

export function lawyerText(lawyer: Lawyer, options: LawyerTextOptions): string {
  const { name, barNumber, admitted, areas, languages, certified, role, about } = lawyer
  const { language, ids, order, isAlone } = options
  const words = STARTER_WORDS[language].lawyer
  const isFirst = language === FIRST_LANGUAGE
  const fields = {
    ...{ name, role: role?.[language] ?? words.role, barNumber, admitted },
    languages: languages?.map((each) => wordsIn(language, each)) ?? [words.languages],
    areas: areas?.flatMap((area) => ids.get(area) ?? []) ?? [...ids.values()],
    order,
  }
  const markedForTranslation = (text: string) => (isFirst ? text : toTranslate(text))
  const body = [
    about?.[language] ?? (about?.[FIRST_LANGUAGE] ? markedForTranslation(about[FIRST_LANGUAGE]) : words.about),
    certified && words.certified.replace('{name}', name).replace('{area}', markedForTranslation(certified)),
    words.ask,
  ]
  return asText(fields, [body.filter(Boolean).join(' '), ...(areas || isAlone ? [] : [words.choose])].join('\n\n'))
}
