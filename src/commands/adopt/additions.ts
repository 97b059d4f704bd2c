/** Adds a practice area or a language to the texts of a firm, from starters. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FirmFile } from '../../firm/firm.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../../language.ts'
import { FIRM_FILE, SettingsError } from '../../settings.ts'
import { type Decision, decisionsFile, DECISIONS_FILE } from '../content/decisions.ts'
import { type Content, type ContentFile, contentPath, readContent, readText, writeWhole } from '../content/files.ts'
import { SAME_IN_ALL_LANGUAGES } from '../content/translations.ts'
import { Answers, COUNTIES, slugOf } from './answers.ts'
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
import { areaId, areaText, asText, OWN_AREA, templateTexts, type Texts, unread } from './texts.ts'

interface Added {
  texts: Texts
  points: Decision[]
}

export function addTo({ root, shown }: { root: string; shown: string }, kind: 'area' | 'language', what: string) {
  const content = readContent(root)
  if (!existsSync(join(root, FIRM_FILE)))
    throw new SettingsError(`${shown}/ holds no texts yet. Begin with \`npm run adopt\`.`)
  if (content.faults.length > 0)
    throw new SettingsError(
      `A text of ${shown}/ cannot be read. \`npm run check:content\` names it. Nothing was written.`,
    )
  const { texts, points } = kind === 'area' ? addedArea(content, what) : addedLanguage(content, what)
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
      unread(starterText(language, 'faq', question) ?? ''),
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
  const texts = sources.flatMap((source): [string, string][] => {
    const text = translationOf(source, language)
    return text === undefined ? [] : [[contentPath(language, source.folder, source.name), text]]
  })
  const ids = sources.flatMap(({ folder, data }) => (folder === 'practice-areas' ? [String(data?.id)] : []))
  return { texts: new Map([...texts, ...templateTexts(language, ids)]), points: [] }
}

/** Facts stay the same. The firm and its lawyers get the words in `STARTER_WORDS`, and other texts those of their starters. */
function translationOf({ folder, name, data = {} }: ContentFile, language: Language): string | undefined {
  const isFact = (field: string) => SAME_IN_ALL_LANGUAGES[folder || name]?.includes(field) ?? false
  const facts = Object.fromEntries(Object.entries(data).filter(([field]) => isFact(field)))
  if (folder === 'lawyers') {
    const { role, body } = STARTER_WORDS[language].lawyer
    return asText({ ...facts, role, languages: spokenIn(language, data) }, body)
  }
  const isOwn = folder === 'practice-areas' && starterText(FIRST_LANGUAGE, folder, name) === undefined
  const starter = starterText(language, folder, isOwn ? OWN_AREA : name)
  if (starter === undefined) return undefined
  const words = Object.fromEntries(Object.entries(starterFields(unread(starter))).filter(([field]) => !isFact(field)))
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
