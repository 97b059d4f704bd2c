/** The list of the firm's decisions: `npm run adopt` writes it, and `npm run review` or a person ticks them off. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFault, fileFault } from './fault.ts'
import { writeWhole } from './files.ts'

export const DECISIONS_FILE = 'decisions.md'

/** `place` is a text or a folder, within the content folder. `sentence` must be true. */
interface Place {
  place: string
  sentence?: string
}

export interface Decision {
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
const ALIKE = /^ {2}- and \d+ like it: (.+)$/

/** Adds new decisions at the end. */
export function decisionsFile(decisions: readonly Decision[], before = HEAD): string {
  const linesOfPlaces = (all: readonly Place[]) => placesInWords(all).map((line) => `\n  ${line}`)
  return `${before}\n${decisions.map(({ what, places }) => `- [ ] ${what}${linesOfPlaces(places).join('')}\n`).join('')}`
}

/** One sentence stands for all. */
export function placesInWords([first, ...others]: readonly Place[]): string[] {
  if (!first) return []
  const like = others.map(({ place }) => place).join(' ')
  const one = `- ${[first.place, first.sentence].filter(Boolean).join(': ')}`
  return others.length > 0 ? [one, `- and ${others.length} like it: ${like}`] : [one]
}

export function openDecisions(root: string): OpenDecision[] {
  const decisions: (OpenDecision & { places: Place[]; isMade: boolean })[] = []
  linesOf(root).forEach((text, index) => {
    const [, mark = '', what] = BOX.exec(text) ?? []
    const [, place, sentence] = PLACE.exec(text) ?? []
    const alike = ALIKE.exec(text)?.[1]?.split(' ') ?? []
    if (what) decisions.push({ what, places: [], line: index + 1, isMade: mark.trim() !== '' })
    else if (place) decisions.at(-1)?.places.push({ place, ...(sentence && { sentence }) })
    decisions.at(-1)?.places.push(...alike.map((file) => ({ place: file })))
  })
  return decisions.filter(({ isMade }) => !isMade)
}

export const isAbout = (places: readonly Place[], texts: readonly { file: string }[]): boolean =>
  texts.some(({ file }) => places.some(({ place }) => (place.endsWith('/') ? file.startsWith(place) : file === place)))

export function tickOff(root: string, line: number): void {
  const lines = linesOf(root).map((text, index) => (index + 1 === line ? text.replace(BOX, '- [x] $2') : text))
  writeWhole(join(root, DECISIONS_FILE), lines.join('\n'))
}

export const decisionFaults = (root: string): ContentFault[] =>
  openDecisions(root).map(({ what, line }) => {
    const message = `is open: ${what} \`npm run review\` asks for it; or write [x] when a lawyer has decided`
    return fileFault(DECISIONS_FILE, message, line)
  })

/** The file may be missing: a firm need not begin with `npm run adopt`. */
function linesOf(root: string): string[] {
  try {
    return readFileSync(join(root, DECISIONS_FILE), 'utf8').split(/\r?\n/)
  } catch {
    return []
  }
}
