/** Makes the texts of a firm from the starters: all texts of a new firm from its answers, and those that are added later. */
import { stringify } from 'yaml'
import { FirmFile } from '../../firm/firm.ts'
import { programName } from '../../firm/placeholders.ts'
import { FIRST_LANGUAGE, type Language } from '../../language.ts'
import { capitalized, uncapitalized } from '../../letters.ts'
import { type Content, type ContentFile, contentPath, FOLDERS } from '../content/files.ts'
import { SAME_IN_ALL_LANGUAGES } from '../content/translations.ts'
import { type Answers, type Lawyer, slugOf } from './answers.ts'
import {
  COUNTIES,
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
type TextAt = [path: string, text: string]
type Area = Answers['areas'][number]

/** All texts in `firm.md` are quoted, because parsers disagree about a time without quotes. */
const QUOTED = { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const
/** The examples on the page for programs name this area. */
const EXAMPLE_AREA = /\bpersonal_injury\b/g
/** Templates name these areas. */
const TEMPLATE_AREA = /(?<=^(?:# )?topic: |^ {2}- )(?:animal|family)_law\b/gm
const DEFENSE = 'criminal_traffic'
/** The starter with brackets, for an area that the firm describes itself. */
const OWN_AREA = '_own'
const AREAS = 'practice-areas'
const TEMPLATE = '_template'

/** @param today like 2026-11-22, the day on which the wording of the notices is adopted */
export const firmTexts = (answers: Answers, today: string): Texts =>
  new Map(answers.siteLanguages.flatMap((language) => textsIn(language, answers, today)))

function textsIn(language: Language, answers: Answers, today: string): TextAt[] {
  const path = (folder: string, name: string) => contentPath(language, folder, name)
  const ids = answers.areas.map(areaId)
  const copied = (['faq', 'pages', 'replies'] as const).flatMap((folder) =>
    starterNames(folder)
      .filter((name) => name !== TEMPLATE)
      .map((name) => ({ folder, name, text: starterFor({ language, folder, name, ids }) })),
  )
  const fitting = copied.filter(({ text }) => {
    const { topic } = starterFields(text)
    return typeof topic !== 'string' || ids.includes(topic)
  })
  const notices = starterFor({ language, folder: '', name: 'notices', ids })
  return [
    [path('', 'firm'), firmText(answers, language)],
    [path('', 'notices'), notices.replace(/^version: .*/m, `version: ${today}`)],
    ...fitting.map(({ folder, name, text }): TextAt => [
      path(folder, name),
      folder === 'pages' ? withNeutralDrawing(name, text).replace(EXAMPLE_AREA, ids[0] ?? '') : text,
    ]),
    ...templateTexts(language, ids),
    ...answers.areas.map((area, index): TextAt => [path(AREAS, slugOf(area)), areaText(area, index + 1, language)]),
    ...lawyerTexts(answers, language),
  ]
}

/** `ids` are the ids of the firm's practice areas. */
type StarterOptions = Pick<ContentFile, 'language' | 'folder' | 'name'> & { ids: readonly string[] }

/** Puts brackets where the firm writes its own words; drops passages on defense if the firm defends no one. @returns '' without a starter */
function starterFor({ language, folder, name, ids }: StarterOptions): string {
  const { withoutDefense, toWrite } = STARTER_WORDS[language]
  const changes = [...toWrite, ...(ids.includes(DEFENSE) ? [] : withoutDefense)]
  const text = withoutReviewDate(starterText(language, folder, name))
  return changes.reduce((before, [from, to]) => before.replace(from, to), text)
}

const templateTexts = (language: Language, ids: readonly string[]): TextAt[] =>
  Object.keys(FOLDERS).flatMap((folder): TextAt[] => {
    const text = withoutReviewDate(starterText(language, folder, TEMPLATE))
    return text ? [[contentPath(language, folder, TEMPLATE), text.replace(TEMPLATE_AREA, ids[0] ?? '')]] : []
  })

/** A starter's date of review is not this firm's: no lawyer of this firm has read it. */
const withoutReviewDate = (text: string) => text.replace(/^reviewed:.*\n/m, '')

const withNeutralDrawing = (page: string, text: string) => {
  const drawing = DRAWINGS[page]
  return text.replace(/^drawing:.*\n/m, drawing === undefined ? '' : `drawing: ${drawing}\n`)
}

const areaId = (area: Area): string =>
  typeof area === 'string'
    ? String(starterFields(starterText(FIRST_LANGUAGE, AREAS, area)).id)
    : slugOf(area).replaceAll('-', '_')

/** The name gets a capital letter, because it is a heading. */
function areaName(area: Area, language: Language): string {
  if (typeof area === 'string') return String(starterFields(starterText(language, AREAS, area)).name)
  return capitalized(area[language] ?? toTranslate(capitalized(area[FIRST_LANGUAGE] ?? '')))
}

function areaText(area: Area, order: number, language: Language): string {
  const isOwn = typeof area !== 'string'
  const text = withoutReviewDate(starterText(language, AREAS, isOwn ? OWN_AREA : area))
  const ordered = text.replace(/^order: \d+/m, `order: ${order}`)
  if (!isOwn) return ordered
  return ordered
    .replace(/^id: .*/m, `id: ${areaId(area)}`)
    .replace(/^name: .*/m, () => `name: ${JSON.stringify(areaName(area, language))}`)
}

function firmText(answers: Answers, language: Language): string {
  const { tagline, description } = STARTER_WORDS[language]
  // A name with more than one capital stays as it is, like DUI defense. Names may hold commas and “and”, so semicolons separate them.
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
  return asText(fields, starterBody(starterText(language, '', 'firm')).trim())
}

export const logoName = (logo: string): string => `logo.${logo.slice(-3).toLowerCase()}`

const asText = (fields: object, body: string): string => `---\n${stringify(fields, QUOTED)}---\n\n${body}\n`

/** A lawyer without areas gets all areas of the firm. Without languages, a sole lawyer gets the firm's, others get a text in brackets. */
function lawyerTexts({ lawyers, areas, languages }: Answers, language: Language): TextAt[] {
  const ids = new Map(areas.map((area) => [slugOf(area), areaId(area)]))
  const isAlone = lawyers.length === 1
  return lawyers.map((lawyer, index) =>
    lawyerText({ ...(isAlone && { languages }), ...lawyer }, { language, ids, order: index + 1, isAlone }),
  )
}

interface LawyerTextOptions {
  language: Language
  /** The ids of the firm's areas, by file name. */
  ids: ReadonlyMap<string, string>
  order: number
  isAlone: boolean
}

function lawyerText(lawyer: Lawyer, { language, ids, order, isAlone }: LawyerTextOptions): TextAt {
  const { name, barNumber, admitted, areas, languages, certified, role, about } = lawyer
  const words = STARTER_WORDS[language].lawyer
  const fields = {
    ...{ name, role: role?.[language] ?? words.role, barNumber, admitted },
    languages: languages?.map((each) => wordsIn(language, each)) ?? [words.languages],
    areas: areas?.flatMap((area) => ids.get(area) ?? []) ?? [...ids.values()],
    order,
  }
  const markedForTranslation = (text: string) => (language === FIRST_LANGUAGE ? text : toTranslate(text))
  const body = [
    about?.[language] ?? (about?.[FIRST_LANGUAGE] ? markedForTranslation(about[FIRST_LANGUAGE]) : words.about),
    certified && words.certified.replace('{name}', name).replace('{area}', markedForTranslation(certified)),
    words.ask,
  ]
  const text = [body.filter(Boolean).join(' '), ...(areas || isAlone ? [] : [words.choose])].join('\n\n')
  return [contentPath(language, 'lawyers', programName(name)), asText(fields, text)]
}

/** @returns a text for another lawyer in each language of the site */
export function addedLawyer({ files, languages }: Content, lawyer: Lawyer): Texts {
  const ids = new Map(areasOf(files).map(({ name, data }) => [name, String(data?.id)]))
  const order = nextOrder(files, 'lawyers')
  return new Map(languages.map((language) => lawyerText(lawyer, { language, ids, order, isAlone: false })))
}

/** @returns the texts of another practice area, and of the starters' questions about it */
export function addedArea({ files, languages }: Content, area: Area): Texts {
  const id = areaId(area)
  const ids = [...idsOf(files), id]
  const order = nextOrder(files, AREAS)
  const questions = starterNames('faq').filter(
    (question) =>
      starterFields(starterText(FIRST_LANGUAGE, 'faq', question)).topic === id &&
      !files.some(({ folder, name }) => folder === 'faq' && name === question),
  )
  const texts = languages.flatMap((language): TextAt[] => [
    [contentPath(language, AREAS, slugOf(area)), areaText(area, order, language)],
    ...questions.map((name): TextAt => [
      contentPath(language, 'faq', name),
      starterFor({ language, folder: 'faq', name, ids }),
    ]),
  ])
  return new Map(texts)
}

/** @returns a text in the language for each lawyer, area, and other text with a starter in that language, and the templates */
export function addedLanguage({ files }: Content, language: Language): Texts {
  const sources = files.filter((file) => file.language === FIRST_LANGUAGE)
  const ids = idsOf(sources)
  const texts = sources.flatMap((source): TextAt[] => {
    const text = translationOf(source, language, ids)
    return text === undefined ? [] : [[contentPath(language, source.folder, source.name), text]]
  })
  return new Map([...texts, ...templateTexts(language, ids)])
}

export const areasOf = (files: readonly ContentFile[]) =>
  files.filter(({ language, folder }) => language === FIRST_LANGUAGE && folder === AREAS)

const idsOf = (files: readonly ContentFile[]) => areasOf(files).map(({ data }) => String(data?.id))

/** One more than the highest order. The count plus one is not enough: of the orders 2 and 3, it would be 3, which is in use. */
const nextOrder = (files: readonly ContentFile[], wanted: string): number =>
  1 + Math.max(0, ...files.map(({ folder, data }) => (folder === wanted ? Number(data?.order) || 0 : 0)))

/** Copies facts. Words of `firm.md` are from `firmWords`, of lawyers from `STARTER_WORDS`, others from a starter, if there is one. */
function translationOf({ folder, name, data = {} }: ContentFile, language: Language, ids: readonly string[]) {
  const isFact = (field: string) => SAME_IN_ALL_LANGUAGES[folder || name]?.includes(field) ?? false
  const facts = Object.fromEntries(Object.entries(data).filter(([field]) => isFact(field)))
  if (folder === 'lawyers') {
    const { role, about, ask } = STARTER_WORDS[language].lawyer
    return asText({ ...facts, role, languages: spokenIn(language, data) }, `${about} ${ask}`)
  }
  const isFirm = folder === '' && name === 'firm'
  const isOwn = folder === AREAS && starterText(FIRST_LANGUAGE, folder, name) === ''
  const starter = starterFor({ language, folder, name: isOwn ? OWN_AREA : name, ids })
  if (!starter) return undefined
  const words = Object.fromEntries(Object.entries(starterFields(starter)).filter(([field]) => !isFact(field)))
  const own = isOwn ? { name: toTranslate(String(data.name)) } : isFirm ? firmWords(data, language) : {}
  return asText({ ...(!isFirm && words), ...own, ...facts }, starterBody(starter).trim())
}

function firmWords(data: ContentFile['data'], language: Language) {
  const { description, afterHours, areaServed, replyWithin, consultationCost, offices } = FirmFile.parse(data)
  // Fields that are filled into other texts must not hold brackets. Without a known translation they stay English (`untranslatedFaults`).
  const counties = COUNTIES.filter((county) => areaServed.includes(county))
  const isCountyList = countiesInWords(counties, FIRST_LANGUAGE) === areaServed
  const within = wordsIn(language, replyWithin)
  return {
    tagline: STARTER_WORDS[language].tagline,
    description: toTranslate(description),
    areaServed: isCountyList ? countiesInWords(counties, language) : areaServed,
    afterHours: afterHours && wordsIn(language, afterHours),
    consultationCost,
    offices: offices.some(({ directions }) => directions)
      ? offices.map(({ directions }) => ({ directions }))
      : undefined,
    languages: spokenIn(language, data),
    replyWithin: within === toTranslate(replyWithin) ? replyWithin : within,
  }
}

const spokenIn = (language: Language, data: ContentFile['data']) =>
  (data?.languages as string[]).map((spoken) => wordsIn(language, spoken))
