/** Writes a firm's own texts and the list of its decisions, and later adds an area, a lawyer or a language. Never overwrites a text. */
import { constants, copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { officeDay } from '../../dates.ts'
import { type ContentSettings, FIRM_FILE, SettingsError } from '../../settings.ts'
import { type Decision, DECISIONS_FILE, decisionsFile, openDecisions } from '../content/decisions.ts'
import { type ContentFault, faultInWords } from '../content/faults.ts'
import { type Content, type ContentFile, firmOf, readContent, readText, writeWhole } from '../content/files.ts'
import { type Report, reportOn } from '../content/report.ts'
import { Answers, type Lawyer, slugOf } from './answers.ts'
import { claimsIn, STARTER_AREAS, STARTER_DECISIONS } from './starters.ts'
import { addedArea, addedLanguage, addedLawyer, areasOf, firmTexts, logoName, type Texts } from './texts.ts'
import { FirmFile } from '../../firm/firm.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../../language.ts'
import type { LawyerChoices } from './questions.ts'

/** `shown` is the path in messages. */
interface ContentFolder {
  root: string
  shown: string
}

/** @throws SettingsError when the folder holds the file of a firm, or a list of decisions */
export function requireNoFirm(root: string, shown: string): void {
  const found = [FIRM_FILE, DECISIONS_FILE].find((file) => existsSync(join(root, file)))
  if (found === undefined) return
  throw new SettingsError(
    `${shown}/ holds ${found} already. Texts are never overwritten, and nothing was written.
Edit them as content/README.md of the project says, or add to them: \`npm run adopt -- --help\`. To begin again, move the texts away, or
set CONTENT_DIR to another folder.`,
  )
}

/** @throws SettingsError when one of the texts is there already */
function requireAbsent(root: string, texts: Texts): void {
  const there = [...texts.keys()].filter((path) => existsSync(join(root, path)))
  if (there.length > 0) throw new SettingsError(`There is already: ${there.join(', ')}. Nothing was written.`)
}

/** @throws SettingsError when one of the texts is there already; then none is written */
function writeTexts(root: string, texts: Texts): void {
  requireAbsent(root, texts)
  for (const [path, text] of texts) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
}

/** @returns what to print @throws SettingsError when a text or the logo would overwrite another file; then nothing is written */
export function writeSite({ root, shown }: ContentFolder, answers: Answers, now: Date, settings: ContentSettings) {
  const texts = firmTexts(answers, officeDay(now))
  requireAbsent(root, texts)
  if (answers.logo) copyInto(root, logoName(answers.logo), answers.logo)
  writeTexts(root, texts)
  const content = readContent(root)
  writeTexts(root, new Map([[DECISIONS_FILE, decisionsFile(decisionsIn(content.files, decisionsFor(answers)))]]))
  const trial = { ...settings, goesOnline: false }
  return summaryOf(shown, content, reportOn(content, { settings: trial, now }))
}

/** @throws SettingsError when another file has that name */
function copyInto(root: string, name: string, source: string): void {
  const target = join(root, name)
  if (!existsSync(target)) {
    mkdirSync(root, { recursive: true })
    return copyFileSync(source, target, constants.COPYFILE_EXCL)
  }
  if (realpathSync(target) === realpathSync(source)) return
  throw new SettingsError(
    `${target} is there already, and is not ${source}. It is not overwritten, and no text was written.\nMove it away, or give it as the logo.`,
  )
}

/** Decisions about whole texts; `decisionsIn` adds those about sentences. `content/for-the-firm.md` has what else the firm must do. */
export const decisionsFor = ({ areas }: Answers): Decision[] => [
  decision(
    'notices.md',
    'Read each notice: what you may do with a message before you agree to talk (rule 4-1.18), and whether you refer matters to others (rule 4-7.12(b)).',
  ),
  urgentDecision('your areas'),
  decision('pages/privacy.md', 'Decide for how long you keep what people send: the setting RETENTION_DAYS.'),
  ...areas.flatMap((area) => areaDecisions(slugOf(area))),
]

const urgentDecision = (areas: string): Decision =>
  decision('notices.md', `Does the notice \`urgent\` name what cannot wait in ${areas}?`)

/** An area without a starter has no decision about its text, because `check:content` asks for the whole text. */
function areaDecisions(slug: string): Decision[] {
  const what = STARTER_DECISIONS.areas[slug]
  return what === undefined ? [] : [decision(`practice-areas/${slug}.md`, what)]
}

const decision = (place: string, what: string): Decision => ({ what, places: [{ place }] })

/** Adds a decision for each kind of sentence that may not be true of the firm. */
const decisionsIn = (files: readonly ContentFile[], decisions: readonly Decision[]): Decision[] => [
  ...decisions,
  ...[...Map.groupBy(claimsIn(files), ({ decide }) => decide)].map(([what, claims]) => ({
    what,
    places: claims.map(({ file, sentence }) => ({ place: file, sentence })),
  })),
]

function summaryOf(shown: string, content: Content, { faults, advice }: Report): string {
  const list = (found: readonly ContentFault[]) => found.map((fault) => `  - ${faultInWords(shown, fault)}`).join('\n')
  // The commands need the same CONTENT_DIR. Otherwise they would read another folder.
  const set = process.env.CONTENT_DIR ? `CONTENT_DIR=${shown} ` : ''
  return [
    `Written: ${content.files.length} texts in ${shown}/. No lawyer has read any of them yet.`,
    faults.length > 0 && `To fix:\n${list(faults)}`,
    advice.length > 0 && `To write, or to look at:\n${list(advice)}`,
    `For a lawyer: ${openDecisions(content.root).length} decisions in ${join(shown, DECISIONS_FILE)}, and every text. \`${set}npm run review\` shows them one by one.\nWhat no program can ask is in content/for-the-firm.md.`,
    `Next:\n  ${set}npm start        shows the site on http://localhost:8888\n  ${set}npm run review   lets a lawyer read it, text by text`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

export function addTo(folder: ContentFolder, kind: 'area' | 'language', name: string): string {
  const content = readOwn(folder)
  if (kind === 'language') return writeAdded(folder, addedLanguage(content, newLanguage(content, name)))
  const isKnown = STARTER_AREAS.some(({ slug }) => slug === name)
  const { data: area, error } = Answers.shape.areas.element.safeParse(isKnown ? name : { [FIRST_LANGUAGE]: name })
  if (error) throw new SettingsError(`An area ${error.issues[0]?.message}.`)
  const slug = slugOf(area)
  return writeAdded(folder, addedArea(content, area), [urgentDecision(slug), ...areaDecisions(slug)])
}

export async function addLawyer(folder: ContentFolder, ask: (firm: LawyerChoices) => Promise<Lawyer>): Promise<string> {
  const content = readOwn(folder)
  const lawyer = await ask({
    areas: areasOf(content.files).map(({ name, data }) => ({ value: name, label: String(data?.name) })),
    languages: FirmFile.shape.languages.parse(firmOf(content.files)?.data?.languages),
    siteLanguages: content.languages,
  })
  return writeAdded(folder, addedLawyer(content, lawyer))
}

/** @throws SettingsError when there are no texts yet, or one cannot be read or does not fit its schema */
function readOwn({ root, shown }: ContentFolder): Content {
  const content = readContent(root)
  if (!existsSync(join(root, FIRM_FILE)))
    throw new SettingsError(`${shown}/ holds no texts yet. Begin with \`npm run adopt\`.`)
  if (content.faults.length > 0)
    throw new SettingsError(`A text of ${shown}/ has a fault. \`npm run check:content\` names it. Nothing was written.`)
  return content
}

/** @throws SettingsError when there are no starters in the language, or the site has it already */
function newLanguage({ languages }: Content, name: string): Language {
  const language = LANGUAGES.find((each) => each === name && !languages.includes(each))
  if (language) return language
  throw new SettingsError(`Languages with starters are ${LANGUAGES.join(', ')}; the site has ${languages.join(', ')}.`)
}

function writeAdded({ root, shown }: ContentFolder, texts: Texts, decisions: readonly Decision[] = []): string {
  writeTexts(root, texts)
  const added = readContent(root).files.filter(({ file }) => texts.has(file))
  const list = join(root, DECISIONS_FILE)
  writeWhole(list, decisionsFile(decisionsIn(added, decisions), readText(list)))
  return `Written: ${[...texts.keys()].map((path) => join(shown, path)).join(', ')}.
\`npm run check:content\` lists what you must still write in them, and ${join(shown, DECISIONS_FILE)} lists what you must decide. With \`npm run review\`, a lawyer reads everything that is new.`
}
