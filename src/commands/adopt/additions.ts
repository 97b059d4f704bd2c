/** What is added to the texts of a firm later: a practice area, a lawyer, a question, a language. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { programName } from '../../firm/placeholders.ts'
import { FIRST_LANGUAGE, LANGUAGES } from '../../language.ts'
import { FIRM_FILE, SettingsError } from '../../settings.ts'
import { decisionsFile, DECISIONS_FILE } from '../content/decisions.ts'
import { faultOnLine } from '../content/fault.ts'
import { type Content, type ContentFile, contentPath, readContent, readText, writeWhole } from '../content/files.ts'
import { applyRules } from '../content/passages.ts'
import { UNWRITTEN } from '../content/report.ts'
import { languageTexts } from './added-language.ts'
import { Answers, AreaName, slugOf } from './answers.ts'
import { writeTexts } from './own-folder.ts'
import { starterFields, starterNames, starterText, STARTER_AREAS } from './starters.ts'
import { areaPoint, decisionsIn, translationPoint, urgentPoint } from './summary.ts'
import { areaId, areaText, asText, lawyerText, type Texts, unread } from './texts.ts'
import { STARTER_WORDS, toTranslate } from './words.ts'

interface Addition {
  kind: string
  /** Its name, as typed. */
  what: string
  admitted?: string | undefined
  barNumber?: string | undefined
}

/**
 * Writes the texts of one addition, and adds to the list of decisions.
 * @param folder the content folder, and as people name it
 * @returns what was written, and what is to be written
 * @throws SettingsError when it cannot be added; then nothing is written
 */
export function addTo({ root, shown }: { root: string; shown: string }, addition: Addition): string {
  const content = readContent(root)
  if (!existsSync(join(root, FIRM_FILE)))
    throw new SettingsError(`${shown}/ holds no texts yet. Begin with \`npm run adopt\`.`)
  if (content.faults.length > 0)
    throw new SettingsError(
      `A text of ${shown}/ cannot be read. \`npm run check:content\` names it. Nothing was written.`,
    )
  const { texts, points = [] } = ADDITIONS[addition.kind as keyof typeof ADDITIONS](content, addition)
  writeTexts(root, texts)
  const added = readContent(root).files.filter(({ file }) => texts.has(file))
  const list = readText(join(root, DECISIONS_FILE))
  writeWhole(
    join(root, DECISIONS_FILE),
    decisionsFile(decisionsIn(added, points), typeof list === 'string' ? list : undefined),
  )
  const open = applyRules(added, UNWRITTEN).map(
    (fault) => `  - ${join(shown, fault.file)}:${fault.line} ${faultOnLine(fault)}`,
  )
  return [
    `Written: ${[...texts.keys()].map((path) => join(shown, path)).join(', ')}.`,
    ...(open.length > 0 ? ['To write:', ...open] : []),
    `${join(shown, DECISIONS_FILE)} has what is to decide. \`npm run review\` shows all that is new to a lawyer.`,
  ].join('\n')
}

type Added = { texts: Texts; points?: ReturnType<typeof decisionsIn> }

const ADDITIONS = { area: addArea, lawyer: addLawyer, question: addQuestion, language: addLanguage } satisfies Record<
  string,
  (content: Content, addition: Addition) => Added
>

function addArea({ files, languages }: Content, { what }: Addition): Added {
  const name = AreaName.safeParse(what)
  const known = STARTER_AREAS.some(({ slug }) => slug === what)
  if (!known && !name.success) throw new SettingsError(`The name of an area ${name.error.issues[0]?.message}.`)
  const area = known ? what : { [FIRST_LANGUAGE]: what }
  const [slug, id] = [slugOf(area), areaId(area)]
  const questions = starterNames('faq').filter(
    (question) =>
      starterFields(starterText(FIRST_LANGUAGE, 'faq', question) ?? '').topic === id &&
      !files.some(({ folder, name: other }) => folder === 'faq' && other === question),
  )
  const texts = languages.flatMap((language): [string, string][] => [
    [contentPath(language, 'practice-areas', slug), areaText(area, nextOrder(files, 'practice-areas'), language)],
    ...questions.map((question): [string, string] => [
      contentPath(language, 'faq', question),
      unread(starterText(language, 'faq', question) ?? ''),
    ]),
  ])
  const point = areaPoint(slug, !known)
  return { texts: new Map(texts), points: [urgentPoint(slug), ...(point ? [point] : [])] }
}

function addLawyer({ files, languages }: Content, { what, admitted, barNumber }: Addition): Added {
  const lawyer = Answers.shape.lawyers.element.safeParse({ name: what, admitted, barNumber })
  if (!lawyer.success) {
    const [{ path, message } = { path: [], message: '' }] = lawyer.error.issues
    throw new SettingsError(`${path.join('.')} ${message}.`)
  }
  if (admitted === undefined)
    throw new SettingsError('Give the year of admission to The Florida Bar, like --admitted 2009.')
  const areas = files.filter(({ folder, language }) => folder === 'practice-areas' && language === FIRST_LANGUAGE)
  const more = {
    areas: areas.map(({ data }) => String(data?.id)),
    order: nextOrder(files, 'lawyers'),
    spoken: undefined,
  }
  const texts = languages.map((language) => lawyerText({ ...lawyer.data, admitted }, more, language))
  return { texts: new Map(texts) }
}

function addQuestion({ files, languages }: Content, { what }: Addition): Added {
  const name = programName(what).split('-').slice(0, 6).join('-')
  if (!name) throw new SettingsError('A question needs words, like "Where can I park?".')
  const order = nextOrder(files, 'faq')
  const texts = languages.map((language): [string, string] => {
    const question = language === FIRST_LANGUAGE ? what : toTranslate(what)
    return [contentPath(language, 'faq', name), asText({ question, order }, STARTER_WORDS[language].answer)]
  })
  return { texts: new Map(texts) }
}

function addLanguage(content: Content, { what }: Addition): Added {
  const language = LANGUAGES.find((each) => each === what)
  if (!language) throw new SettingsError(`The languages with texts are ${LANGUAGES.join(', ')}.`)
  if (content.languages.includes(language))
    throw new SettingsError(`The site has ${what} already. Nothing was written.`)
  return { texts: languageTexts(content, language), points: [translationPoint(language)] }
}

/** The place after all others of a folder. */
const nextOrder = (files: readonly ContentFile[], folder: string): number =>
  1 + Math.max(0, ...files.filter((file) => file.folder === folder).map(({ data }) => Number(data?.order) || 0))
