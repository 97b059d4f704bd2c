/** Checks all texts. Some faults stop only a site that goes online; traces of the invented firm stop every build of another firm. */
import { inBraces } from '../../firm/placeholders.ts'
import { LANGUAGES } from '../../language.ts'
import type { ContentSettings } from '../../settings.ts'
import { contentFolder } from '../project-folders.ts'
import { decisionFaults } from './decisions.ts'
import { type ContentFault, fieldFault, fileFault } from './faults.ts'
import { type Content, type ContentFile, contentPath, firmOf, readContent } from './files.ts'
import { applyRules, type Rule, wholeWords } from './passages.ts'
import { futureReviews, type ProgramDigests, readRecord, staleReviews, unreadFaults } from './record.ts'
import { sampleFacts, sampleFirm } from './sample.ts'
import { adviseOnResponsible, numberlessLawyers, structureFaults } from './structure.ts'
import { textRules, wordingRules } from './text-rules.ts'
import { adviseOnTranslations, translationFaults, untranslatedFaults } from './translations.ts'

export interface CheckOptions {
  settings: ContentSettings
  now: Date
  /** Digests of the program's words. Needed only for a site that goes online. */
  program?: ProgramDigests | undefined
  /** True for `npm run review`, which itself asks for open texts and decisions: these are not reported then. */
  isReview?: boolean
  /** While texts are being edited, traces of the invented firm are only advice. */
  isDraft?: boolean
}

/** Faults stop the build; advice only asks a person to look. */
export type Report = Record<'faults' | 'advice', ContentFault[]>

export const checkFolder = (settings: ContentSettings, more: Pick<CheckOptions, 'isDraft' | 'program'>): Report =>
  reportOn(readContent(contentFolder().folder), { settings, now: new Date(), ...more })

export function reportOn(content: Content, options: CheckOptions): Report {
  const { settings, now, program, isReview = false, isDraft = false } = options
  const { files } = content
  const firm = firmOf(files)
  const sample = sampleFirm(files)
  // If `firm.md` cannot be read, the texts do not count as the firm's own: one fault must not bring a hundred lines of advice.
  const isOwn = sample === undefined && firm?.data !== undefined
  const invented = sampleFacts(files)
  const unreal = [...invented.map(({ fault }) => fault), ...numberlessLawyers(files)]
  const misfits = new Set(content.faults.map(({ file }) => file))
  const fitting = files.filter(({ file }) => !misfits.has(file))
  const unfinished = [
    ...futureReviews(files, now),
    ...applyRules(files, [UNWRITTEN, retentionRule(settings)]),
    ...missingRetention(files, settings),
    ...untranslatedFaults(fitting),
  ]
  const record = readRecord(content.root)
  // No lawyer reads the sample, or decides anything about it.
  const [unread, open] =
    !isOwn || isReview ? [[], []] : [unreadFaults(content, record.entries, program), decisionFaults(content.root)]
  const faults = [
    ...content.faults,
    ...record.faults,
    ...structureFaults(content, fitting),
    ...applyRules(files, [...textRules(content, settings.addresses), ...wordingRules(content, true)]),
    ...translationFaults(fitting, files),
  ]
  const advice = [
    ...applyRules(files, wordingRules(content, false)),
    ...staleReviews(files, now),
    ...adviseOnResponsible(files),
    ...adviseOnTranslations(content, isOwn),
  ]
  const nameFault = (message: string) => (firm ? [fieldFault(firm, 'name', message)] : [])
  if (settings.goesOnline) {
    faults.push(...unfinished, ...unread, ...open, ...unreal)
    if (sample) faults.push(...nameFault(IS_INVENTED))
  } else {
    advice.push(...unfinished, ...inOneLine(unread, UNREAD), ...inOneLine(open, UNDECIDED))
    if (sample) advice.push(...nameFault(HOLDS_INVENTED(unreal.length)))
    // A firm with texts of its own must not publish traces of the invented firm, not even on its own machine.
    const traces = isOwn && !isDraft ? invented.filter(({ isTrace }) => isTrace).map(({ fault }) => fault) : []
    faults.push(...traces)
    if (isOwn) advice.push(...unreal.filter((fault) => !traces.includes(fault)))
  }
  if (settings.demonstration && isOwn) faults.push(...nameFault(NOT_INVENTED))
  const byFileAndLine = (one: ContentFault, other: ContentFault) =>
    one.file.localeCompare(other.file) || one.line - other.line
  return { faults: faults.sort(byFileAndLine), advice: advice.sort(byFileAndLine) }
}

const IS_INVENTED = "is the invented firm's. To only show what Front Desk is, set DEMONSTRATION=true"
const HOLDS_INVENTED = (count: number) =>
  `is the invented firm's, and so are ${count} places in these texts. A build for a public address names each and stops`
const NOT_INVENTED = 'is not the invented firm, and only that one can be a demonstration. Do not set DEMONSTRATION'

/** `npm run adopt` puts unknown passages in square brackets. In a letter, the staff fill them in. */
const UNWRITTEN: Rule = {
  // The brackets of links do not match.
  words: /(?<!\])\[[^[\]]+\](?!\(|\[|:[ \t]*\S+[ \t]*$)/gm,
  message: (found, { content: { folder } }) =>
    folder === 'replies'
      ? undefined
      : `holds ${found}, which is still to be written. Write the text, without the brackets`,
}

const DAYS_AFTER = wholeWords(
  '\\d+ days after [^.]{0,40}?(?:closed|declined)|\\d+ d[ií]as después de [^.]{0,40}?(?:cerr[a-zó]+|rechaz[a-zó]+)',
)

/** Finds texts that state another number of days than RETENTION_DAYS. */
const retentionRule = ({ retentionDays }: ContentSettings): Rule => ({
  words: DAYS_AFTER,
  inCode: true,
  message: (found) =>
    Number.parseInt(found) === retentionDays
      ? undefined
      : `says “${found}”, but RETENTION_DAYS is ${retentionDays}. Write the same number, or set it`,
})

/** Finds privacy pages that do not say for how long inquiries are kept. */
const missingRetention = (files: readonly ContentFile[], { retentionDays }: ContentSettings): ContentFault[] => {
  const pages = LANGUAGES.map((language) => contentPath(language, 'pages', 'privacy'))
  const message = `does not say for how long inquiries are kept. Write how many days after you closed a matter: ${retentionDays}`
  return files
    .filter(({ file }) => pages.includes(file))
    .filter(({ body }) => body.search(DAYS_AFTER) < 0 && !body.includes(inBraces('retentionDays')))
    .map(({ file, bodyLine }) => fileFault(file, message, bodyLine))
}

/** While a site is tried out, one message stands for many. */
const UNREAD = (count: number) =>
  count === 1
    ? 'was not read by a lawyer as it is now'
    : `and ${count - 1} other text${count === 2 ? '' : 's'} were not read by a lawyer as they are now`
const UNDECIDED = (count: number) => `names what a lawyer of the firm has to decide; open: ${count}`

const inOneLine = (faults: readonly ContentFault[], say: (count: number) => string): ContentFault[] =>
  faults.slice(0, 1).map((first) => ({
    ...first,
    message: `${say(faults.length)}. \`npm run review\` shows each. A build for a public address names each and stops`,
  }))
