/** Makes all texts of a new firm from the starters and its answers. */
import { stringify } from 'yaml'
import type { DrawingName } from '../../firm/content-fields.ts'
import { programName } from '../../firm/placeholders.ts'
import { FIRST_LANGUAGE, type Language } from '../../language.ts'
import { uncapitalized } from '../../letters.ts'
import { contentPath, FOLDERS } from '../content/files.ts'
import { type Answers, slugOf } from './answers.ts'
import {
  countiesInWords,
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
/** Areas of the firm's own begin with this text. */
export const OWN_AREA = '_own'
const AREAS = 'practice-areas'
const TEMPLATE = '_template'

/** @param today like 2026-11-22, the day on which the wording of the notices is adopted */
export const firmTexts = (answers: Answers, today: string): Texts =>
  new Map(answers.siteLanguages.flatMap((language) => textsIn(language, answers, today)))

function textsIn(language: Language, answers: Answers, today: string): [path: string, text: string][] {
  const path = (folder: string, name: string) => contentPath(language, folder, name)
  const { withoutDefense, toWrite } = STARTER_WORDS[language]
  const ids = answers.areas.map(areaId)
  const starter = (folder: string, name: string) => {
    const text = unread(starterText(language, folder, name) ?? '')
    const changes = [...toWrite, ...(ids.includes(DEFENSE) ? [] : withoutDefense)]
    return changes.reduce((before, [from, to]) => before.replace(from, to), text)
  }
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

export const templateTexts = (language: Language, ids: readonly string[]): [path: string, text: string][] =>
  Object.keys(FOLDERS).flatMap((folder): [string, string][] => {
    const text = unread(starterText(language, folder, TEMPLATE) ?? '')
    return text ? [[contentPath(language, folder, TEMPLATE), text.replace(TEMPLATE_AREA, ids[0] ?? '')]] : []
  })

/** No lawyer of this firm has read a starter. */
export const unread = (text: string) => text.replace(/^reviewed:.*\n/m, '')

/** The sample's drawings show its river. These suit any firm. */
const DRAWING_OF_PAGE: Readonly<Record<string, DrawingName>> = {
  about: 'columns',
  accessibility: 'path',
  disclaimer: 'scales',
  faq: 'book',
  'not-found': 'path',
  'practice-areas': 'scales',
  privacy: 'document',
}
const withNeutralDrawing = (page: string, text: string) => {
  const drawing = DRAWING_OF_PAGE[page]
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
  const text = unread(starterText(language, AREAS, isOwn ? OWN_AREA : area) ?? '')
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
  const { accent, logo, street, city, postalCode, telephone, hours } = answers
  const facts = {
    name: answers.name,
    email: answers.email,
    offices: [{ address: { street, city, state: 'FL', postalCode }, telephone, hours }],
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

/** The interview does not ask which lawyer works in which area, so with several lawyers their texts ask for it. */
function lawyerTexts({ lawyers, areas, languages }: Answers, language: Language): [path: string, text: string][] {
  const { role, body, choose, languages: ask } = STARTER_WORDS[language].lawyer
  const isAlone = lawyers.length === 1
  const spoken = isAlone ? languages.map((each) => wordsIn(language, each)) : [ask]
  return lawyers.map(({ name, barNumber, admitted }, index) => {
    const fields = { name, role, barNumber, admitted, languages: spoken, areas: areas.map(areaId), order: index + 1 }
    const text = asText(fields, isAlone ? body : `${body}\n\n${choose}`)
    return [contentPath(language, 'lawyers', programName(name)), text]
  })
}
