/** Writes the folder of a firm's own texts, and the list of its open decisions. It never overwrites a file. */
import { constants, copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { officeDay } from '../../dates.ts'
import { type ContentSettings, FIRM_FILE, SettingsError } from '../../settings.ts'
import { type Decision, decisionsFile, DECISIONS_FILE, openDecisions } from '../content/decisions.ts'
import { type ContentFault, faultInWords } from '../content/fault.ts'
import { type Content, type ContentFile, readContent } from '../content/files.ts'
import { type Report, reportOn } from '../content/report.ts'
import { type Answers, slugOf } from './answers.ts'
import { claimsIn, STARTER_DECISIONS } from './starters.ts'
import { logoName, type Texts, firmTexts } from './texts.ts'

/** @throws SettingsError when the folder holds texts */
export function requireEmpty(root: string, shown: string): void {
  const found = [FIRM_FILE, DECISIONS_FILE].find((file) => existsSync(join(root, file)))
  if (found === undefined) return
  throw new SettingsError(
    `${shown}/ holds ${found} already. Texts are never overwritten, and nothing was written.
Edit them as content/README.md of the project says, or add to them: \`npm run adopt -- --help\`. To begin again, move the texts away, or
set CONTENT_DIR to another folder.`,
  )
}

/** @throws SettingsError when one of the texts is there already; then none is written */
export function writeTexts(root: string, texts: Texts): void {
  const there = [...texts.keys()].filter((path) => existsSync(join(root, path)))
  if (there.length > 0) throw new SettingsError(`There is already: ${there.join(', ')}. Nothing was written.`)
  for (const [path, text] of texts) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
}

/** @throws SettingsError when the logo would overwrite another file */
export function writeSite(
  { root, shown }: { root: string; shown: string },
  answers: Answers,
  now: Date,
  settings: ContentSettings,
): string {
  if (answers.logo) copyInto(root, logoName(answers.logo), answers.logo)
  writeTexts(root, firmTexts(answers, officeDay(now)))
  const content = readContent(root)
  writeTexts(root, new Map([[DECISIONS_FILE, decisionsFile(decisionsIn(content.files, pointsFor(answers)))]]))
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

/** `content/for-the-firm.md` has the decisions that do not depend on the answers. */
export const pointsFor = ({ areas }: Answers): Decision[] =>
  [
    point(
      'notices.md',
      'Read each notice: what you may do with a message before you agree to talk (rule 4-1.18), and whether you refer matters to others (rule 4-7.12(b)).',
    ),
    urgentPoint('your areas'),
    point('pages/privacy.md', 'Decide for how long you keep what people send: the setting RETENTION_DAYS.'),
    ...areas.map((area) => areaPoint(slugOf(area))),
  ].filter((each) => each !== undefined)

export const urgentPoint = (areas: string): Decision =>
  point('notices.md', `Does the notice \`urgent\` name what cannot wait in ${areas}?`)

/** What the law of an area with a starter leaves open. The check asks for the text of an area of the firm's own. */
export function areaPoint(slug: string): Decision | undefined {
  const what = STARTER_DECISIONS.areas[slug]
  return what === undefined ? undefined : point(`practice-areas/${slug}.md`, what)
}

const point = (place: string, what: string): Decision => ({ what, places: [{ place }] })

/** Adds a decision for each kind of sentence that may not be true of the firm. */
export const decisionsIn = (files: readonly ContentFile[], points: readonly Decision[]): Decision[] => [
  ...points,
  ...[...Map.groupBy(claimsIn(files), ({ decide }) => decide)].map(([what, claims]) => ({
    what,
    places: claims.map(({ file, sentence }) => ({ place: file, sentence })),
  })),
]

function summaryOf(shown: string, content: Content, { faults, advice }: Report): string {
  const list = (found: readonly ContentFault[]) => found.map((fault) => `  - ${faultInWords(shown, fault)}`).join('\n')
  // Without CONTENT_DIR, the commands would read another folder.
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
