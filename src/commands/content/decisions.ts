/** The list of decisions that the firm must make. `npm run adopt` writes the list; the record of `npm run review` has the answers. */
import { join } from 'node:path'
import { FIRST_LANGUAGE } from '../../language.ts'
import { readInboundMail } from '../../settings.ts'
import { type ContentFault, fileFault } from './faults.ts'
import { digestOf, readText } from './files.ts'
import { readRecord, RECORD_FILE, type Subject, whyOpen } from './record.ts'

export const DECISIONS_FILE = 'decisions.md'

/** `place` is the path of a text within the content folder. `sentence` is a sentence there that may not be true of the firm. */
interface Place {
  place: string
  sentence?: string
}

export interface Decision {
  what: string
  places: readonly Place[]
}

interface OpenDecision extends Decision {
  /** Line in the list, from 1. */
  line: number
  subject: Subject
}

const HEAD = `# What the firm decides

Only a lawyer of the firm can decide these things. \`npm run review\` asks for each, and writes the answer into ${RECORD_FILE}. A build for a
public address stops while one is open. A line that is taken out is not asked.
`
/** Lists written by earlier versions have a box before the words. */
const ENTRY = /^- (?:\[[^\]]*\] )?(.+)$/
const PLACE = /^ {2}- ([^\s:]+)(?:: (.+))?$/
const ALIKE = /^ {2}- and \d+ like it: (.+)$/

/** @returns the list with decisions added. Each quotes the sentence of its first place, and only names the files of its other places. */
export function decisionsFile(decisions: readonly Decision[], before = HEAD): string {
  const lines = decisions.flatMap(({ what, places: [first, ...others] }) => [
    `- ${what}\n`,
    ...(first ? [`  - ${[first.place, first.sentence].filter(Boolean).join(': ')}\n`] : []),
    ...(others.length > 0 ? [`  - and ${others.length} like it: ${others.map(({ place }) => place).join(' ')}\n`] : []),
  ])
  return `${before}\n${lines.join('')}`
}

/** Asked for only while answers by e-mail are on. It is not in the list of the firm, because these answers may be turned on later. */
const INBOUND_MAIL_DECISION = {
  what: 'Does the company that passes on answers by e-mail promise to keep them secret (rules 4-1.6(e) and 4-5.3), and may your mailbox hold what the desk hides?',
  places: [{ place: 'pages/privacy.md' }],
  line: 1,
}

/** The list is missing if the firm did not begin with `npm run adopt`. @returns the decisions without a valid answer in the record */
export function openDecisions(root: string): OpenDecision[] {
  const { entries } = readRecord(root)
  const decisions: (Decision & { places: Place[]; line: number })[] = []
  for (const [index, text] of (readText(join(root, DECISIONS_FILE)) ?? '').split(/\r?\n/).entries()) {
    const [, what] = ENTRY.exec(text) ?? []
    const [, place, sentence] = PLACE.exec(text) ?? []
    const alike = ALIKE.exec(text)?.[1]?.split(' ') ?? []
    if (what) decisions.push({ what, places: [], line: index + 1 })
    else if (place) decisions.at(-1)?.places.push({ place, ...(sentence && { sentence }) })
    decisions.at(-1)?.places.push(...alike.map((file) => ({ place: file })))
  }
  return [...decisions, ...(readInboundMail(process.env) ? [INBOUND_MAIL_DECISION] : [])]
    .map((decision) => {
      const digest = digestOf(JSON.stringify(decision.places))
      return { ...decision, subject: { what: decision.what, digest, language: FIRST_LANGUAGE } }
    })
    .filter(({ subject }) => whyOpen(entries, subject) !== undefined)
}

export const decisionFaults = (root: string): ContentFault[] =>
  openDecisions(root).map(({ what, line }) =>
    fileFault(DECISIONS_FILE, `is open: ${what} \`npm run review\` asks for it, and records who decided`, line),
  )
