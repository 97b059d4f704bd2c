/** The list of a firm's decisions in its folder. `npm run adopt` writes it; `npm run review`, or a person, ticks it off. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFault, fileFault } from './fault.ts'
import { writeWhole } from './files.ts'

export const DECISIONS_FILE = 'decisions.md'

/** A text or a folder of texts, from the content folder; and the sentence that must be true, where there is one. */
interface Place {
  place: string
  sentence?: string
}

export interface Decision {
  /** A question, or what to read or write. */
  what: string
  places: readonly Place[]
}

interface OpenDecision extends Decision {
  /** From 1. */
  line: number
}

const HEAD = `# What the firm decides

Only a lawyer of the firm can decide these things. Where the answer to a question is no, change what the texts below it say.
\`npm run review\` shows each decision beside its texts and ticks it off. Or put the x between the brackets yourself: [x]. A build for a
public address stops while one is open.
`
const BOX = /^- \[([^\]]*)\] (.+)$/
const PLACE = /^ {2}- ([^\s:]+)(?:: (.+))?$/

/** The list as a file; new decisions are added at the end of what it holds. */
export function decisionsFile(decisions: readonly Decision[], before = HEAD): string {
  const places = (all: readonly Place[]) =>
    all.map(({ place, sentence }) => `\n  - ${place}${sentence ? `: ${sentence}` : ''}`).join('')
  return `${before}\n${decisions.map(({ what, places: all }) => `- [ ] ${what}${places(all)}\n`).join('')}`
}

/** The decisions that no lawyer has ticked off. */
export function openDecisions(root: string): OpenDecision[] {
  const decisions: (OpenDecision & { places: Place[]; isMade: boolean })[] = []
  linesOf(root).forEach((text, index) => {
    const [, mark = '', what] = BOX.exec(text) ?? []
    const [, place, sentence] = PLACE.exec(text) ?? []
    if (what) decisions.push({ what, places: [], line: index + 1, isMade: mark.trim() !== '' })
    else if (place) decisions.at(-1)?.places.push({ place, ...(sentence && { sentence }) })
  })
  return decisions.filter(({ isMade }) => !isMade)
}

export const isAbout = (places: readonly Place[], texts: readonly { file: string }[]): boolean =>
  texts.some(({ file }) => places.some(({ place }) => (place.endsWith('/') ? file.startsWith(place) : file === place)))

/** Ticks off the decision on a line. */
export function tickOff(root: string, line: number): void {
  const lines = linesOf(root).map((text, index) => (index + 1 === line ? text.replace(BOX, '- [x] $2') : text))
  writeWhole(join(root, DECISIONS_FILE), lines.join('\n'))
}

export const decisionFaults = (root: string): ContentFault[] =>
  openDecisions(root).map(({ what, line }) => {
    const message = `is open: ${what} \`npm run review\` asks for it; or write [x] when a lawyer has decided`
    return fileFault(DECISIONS_FILE, message, line)
  })

/** Without a list there are no lines: a firm need not begin with `npm run adopt`. */
function linesOf(root: string): string[] {
  try {
    return readFileSync(join(root, DECISIONS_FILE), 'utf8').split(/\r?\n/)
  } catch {
    return []
  }
}
