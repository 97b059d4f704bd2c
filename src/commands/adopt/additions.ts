/** Adds a practice area, a lawyer or a language to the texts of a firm, from starters. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FirmFile } from '../../firm/firm.ts'
import { programName } from '../../firm/placeholders.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../../language.ts'
import { FIRM_FILE, SettingsError } from '../../settings.ts'
import { type Decision, decisionsFile, DECISIONS_FILE } from '../content/decisions.ts'
import {
  type Content,
  type ContentFile,
  contentPath,
  firmOf,
  readContent,
  readText,
  writeWhole,
} from '../content/files.ts'
import { SAME_IN_ALL_LANGUAGES } from '../content/translations.ts'
import { Answers, COUNTIES, type Lawyer, slugOf } from './answers.ts'
import type { OfFirm } from './lawyer-questions.ts'
import { areaPoint, decisionsIn, urgentPoint, writeTexts } from './own-folder.ts'
import {
  countiesInWords,
  STARTER_AREAS,
  STARTER_WORDS,
  starterBody,
  starterFields,
  starterNames,
  starterText,
  toTranslate,
  wordsIn,
} from './starters.ts'
import { areaId, areaText, asText, lawyerText, OWN_AREA, starterFor, templateTexts, type Texts } from './texts.ts'

interface Added {
  texts: Texts
  points: Decision[]
}

interface Place {
  root: string
  shown: string
}

export function addTo(place: Place, kind: 'area' | 'language', what: string): string {
  const content = readOwn(place)
  return write(place, kind === 'area' ? addedArea(content, what) : addedLanguage(content, what))
}

export async function addLawyer(place: Place, ask: (firm: OfFirm) => Promise<Lawyer>): Promise<string> {
  const { files, languages } = readOwn(place)
  const own = files.filter((file) => file.language === FIRST_LANGUAGE)
  const areas = own.filter(({ folder }) => folder === 'practice-areas')
  const lawyer = await ask({
    areas: areas.map(({ name, data }) => ({ value: name, label: String(data?.name) })),
    languages: FirmFile.shape.languages.parse(firmOf(own)?.data?.languages),
    siteLanguages: languages,
  })
  const ids = new Map(areas.map(({ name, data }) => [name, String(data?.id)]))
  const order = 1 + own.filter(({ folder }) => folder === 'lawyers').length
  const texts = languages.map((language): [string, string] => [
    contentPath(language, 'lawyers', programName(lawyer.name)),
    lawyerText(lawyer, { language, ids, order, isAlone: false }),
  ])
  return write(place, { texts: new Map(texts), points: [] })
}

/** @throws SettingsError when there are no texts yet, or one cannot be read */
function readOwn({ root, shown }: Place): Content {
  const content = readContent(root)
  if (!existsSync(join(root, FIRM_FILE)))
    throw new SettingsError(`${shown}/ holds no texts yet. Begin with \`npm run adopt\`.`)
  if (content.faults.length > 0)
    throw new SettingsError(
      `A text of ${shown}/ cannot be read. \`npm run check:content\` names it. Nothing was written.`,
    )
  return content
}

function write({ root, shown }: Place, { texts, points }: Added): string {
  writeTexts(root, texts)
  const added = readContent(root).files.filter(({ file }) => texts.has(file))
  const list = join(root, DECISIONS_FILE)
  writeWhole(list, decisionsFile(decisionsIn(added, points), readText(list)))
  return `Written: ${[...texts.keys()].map((path) => join(shown, path)).join(', ')}.
\`npm run check:content\` names what is to be written in them, and ${join(shown, DECISIONS_FILE)} what is to decide. \`npm run review\` shows all that is new to a lawyer.`
}

function addedArea({ files, languages }: Content, what: string): Added {
  const isKnown = STARTER_AREAS.some(({ slug }) => slug === what)
  const { data: area, error } = Answers.shape.areas.element.safeParse(isKnown ? what : { [FIRST_LANGUAGE]: what })
  if (error) throw new SettingsError(`An area ${error.issues[0]?.message}.`)
  const slug = slugOf(area)
  const orders = files.filter(({ folder }) => folder === 'practice-areas').map(({ data }) => Number(data?.order) || 0)
  const questions = starterNames('faq').filter(
    (question) =>
      starterFields(starterText(FIRST_LANGUAGE, 'faq', question) ?? '').topic === areaId(area) &&
      !files.some(({ folder, name }) => folder === 'faq' && name === question),
  )
  const texts = languages.flatMap((language): [string, string][] => [
    [contentPath(language, 'practice-areas', slug), areaText(area, 1 + Math.max(0, ...orders), language)],
    ...questions.map((question): [string, string] => [
      contentPath(language, 'faq', question),
      starterFor({ language, folder: 'faq', name: question, ids: [...idsOf(files), areaId(area)] }) ?? '',
    ]),
  ])
  const point = areaPoint(slug)
  return { texts: new Map(texts), points: [urgentPoint(slug), ...(point ? [point] : [])] }
}

function addedLanguage({ files, languages }: Content, what: string): Added {
  const language = LANGUAGES.find((each) => each === what && !languages.includes(each))
  if (!language)
    throw new SettingsError(
      `Languages with starters are ${LANGUAGES.join(', ')}; the site has ${languages.join(', ')}.`,
    )
  const sources = files.filter((file) => file.language === FIRST_LANGUAGE)
  const ids = idsOf(sources)
  const texts = sources.flatMap((source): [string, string][] => {
    const text = translationOf(source, language, ids)
    return text === undefined ? [] : [[contentPath(language, source.folder, source.name), text]]
  })
  return { texts: new Map([...texts, ...templateTexts(language, ids)]), points: [] }
}

const idsOf = (files: readonly ContentFile[]) =>
  files.flatMap(({ folder, data }) => (folder === 'practice-areas' ? [String(data?.id)] : []))

/** Facts stay the same. The firm and its lawyers get the words in `STARTER_WORDS`, and other texts those of their starters. */
function translationOf(
  { folder, name, data = {} }: ContentFile,
  language: Language,
  ids: readonly string[],
): string | undefined {
  const isFact = (field: string) => SAME_IN_ALL_LANGUAGES[folder || name]?.includes(field) ?? false
  const facts = Object.fromEntries(Object.entries(data).filter(([field]) => isFact(field)))
  if (folder === 'lawyers') {
    const { role, about, ask } = STARTER_WORDS[language].lawyer
    return asText({ ...facts, role, languages: spokenIn(language, data) }, `${about} ${ask}`)
  }
  const isOwn = folder === 'practice-areas' && starterText(FIRST_LANGUAGE, folder, name) === undefined
  const starter = starterFor({ language, folder, name: isOwn ? OWN_AREA : name, ids })
  if (starter === undefined) return undefined
  const words = Object.fromEntries(Object.entries(starterFields(starter)).filter(([field]) => !isFact(field)))
  const own = isOwn ? { name: toTranslate(String(data.name)) } : name === 'firm' ? firmWords(data, language) : {}
  return asText({ ...(name !== 'firm' && words), ...own, ...facts }, starterBody(starter).trim())
}

function firmWords(data: ContentFile['data'], language: Language) {
  const { description, afterHours, areaServed, replyWithin, consultationCost, offices } = FirmFile.parse(data)
  // Other texts are filled with `areaServed` and `replyWithin`, so these are not marked for translation but stay English.
  const counties = COUNTIES.filter((county) => areaServed.includes(county))
  const isOfCounties = countiesInWords(counties, FIRST_LANGUAGE) === areaServed
  const within = wordsIn(language, replyWithin)
  return {
    tagline: STARTER_WORDS[language].tagline,
    description: toTranslate(description),
    areaServed: isOfCounties ? countiesInWords(counties, language) : areaServed,
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
