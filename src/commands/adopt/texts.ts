/**
 * All texts of a firm that begins, from the starters and its answers.
 */
import type { Language } from '../../language.ts'
import { contentPath } from '../content/files.ts'
import type { Answers } from './firm-answers.ts'
import type { ChosenArea } from './chosen-areas.ts'
import { areaName, firmText } from './firm-texts.ts'
import { lawyerTexts } from './lawyer-texts.ts'
import { fieldsOf, starterNames, starterText } from './starters.ts'

/** By path within the content folder. */
export type Texts = Map<string, string>

/** An area that is named in the examples of the page for programs. */
const EXAMPLE_AREA = /\bpersonal_injury\b/g
/** The text from which an area of the firm's own is made. */
const OWN_AREA = '_own'

/**
 * Makes the texts.
 * @param today like 2026-11-22, the day on which the wording of the notices is adopted
 */
export function textsOf(answers: Answers, today: string): Texts {
  const languages: Language[] = answers.spanish ? ['en', 'es'] : ['en']
  return new Map(languages.flatMap((language) => textsIn(language, answers, today)))
}

function textsIn(language: Language, answers: Answers, today: string): [path: string, text: string][] {
  const path = (folder: string, name: string) => contentPath(language, folder, name)
  const starter = (folder: string, name: string) => unread(starterText(language, folder, name) ?? '')
  const ids = new Set(answers.areas.map(({ id }) => id))
  const copied = (['faq', 'pages', 'replies'] as const).flatMap((folder) =>
    starterNames(folder).map((name) => ({ folder, name, text: starter(folder, name) })),
  )
  const fitting = copied.filter(({ name, text }) => {
    const { topic } = fieldsOf(text)
    return name.startsWith('_') || typeof topic !== 'string' || ids.has(topic)
  })
  const [first] = answers.areas
  return [
    [path('', 'firm'), firmText(answers, language)],
    [path('', 'notices'), starter('', 'notices').replace(/^version: .*/m, `version: ${today}`)],
    ...fitting.map(({ folder, name, text }): [string, string] => [
      path(folder, name),
      folder === 'pages' ? withoutDrawing(text).replace(EXAMPLE_AREA, first?.id ?? '') : text,
    ]),
    ...['practice-areas', 'lawyers'].map((folder): [string, string] => [
      path(folder, '_template'),
      starter(folder, '_template'),
    ]),
    ...answers.areas.map((area, index): [string, string] => [
      path('practice-areas', area.slug),
      areaText(area, index + 1, language),
    ]),
    ...lawyerTexts(answers, language),
  ]
}

/** No lawyer of this firm has read it, so it says no day. */
const unread = (text: string) => text.replace(/^reviewed:.*\n/m, '')

/** The drawings of the sample's pages show the river; a firm chooses its own. */
const withoutDrawing = (text: string) => text.replace(/^drawing:.*\n/m, '')

function areaText(area: ChosenArea, order: number, language: Language): string {
  const text = unread(starterText(language, 'practice-areas', area.isOwn ? OWN_AREA : area.slug) ?? '')
  const ordered = text.replace(/^order: \d+/m, `order: ${order}`)
  if (!area.isOwn) return ordered
  return ordered
    .replace(/^id: .*/m, `id: ${area.id}`)
    .replace(/^name: .*/m, () => `name: ${JSON.stringify(areaName(area, language))}`)
}
