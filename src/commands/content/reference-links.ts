/**
 * Links and pictures in two parts, `[words][id]` here and `[id]: target` below. Markdown allows them, but the build takes the pictures
 * of the first form only, and one form is enough to learn: each must be written in one part.
 */
import { type ContentFault, type ContentFile, oncePerFile, proseOf } from './files.ts'

/** The second part; a footnote, `[^1]:`, is none. */
const TARGET = /^ {0,3}(?:> ?)*\[([^\]^][^\]]*)\]:\s*<?([^\s>]+)>?(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*$/
/** The first part: with an id, with an empty one, or the id alone. */
const USE = /(!?)(?<!\])\[([^\][]+)\](?:\[([^\][]*)\]|(?![[(:]))/g

/** As Markdown compares ids. */
const plain = (id: string) => id.trim().replace(/\s+/g, ' ').toLowerCase()

interface Target {
  line: number
  id: string
  target: string
}

type Prose = ReturnType<typeof proseOf>

/** The second parts. One cannot stand right below a line of a paragraph. */
const targetsIn = oncePerFile((content): readonly Target[] => {
  let mayFollow = true
  return proseOf(content).flatMap(({ line, text }) => {
    const [, id, target = ''] = (mayFollow && TARGET.exec(text)) || []
    mayFollow = id !== undefined || /^\s*(?:#|$)/.test(text)
    return id === undefined ? [] : [{ line, id: plain(id), target }]
  })
})

/** The second part that a first one names. */
const targetOf = (targets: readonly Target[], words: string, id: string | undefined) =>
  targets.find((each) => each.id === plain(id || words))

/** The lines of a text without its code, and without links and pictures in two parts. */
export function proseInOnePart(content: ContentFile): Prose {
  const prose = proseOf(content)
  const targets = targetsIn(content)
  if (targets.length === 0) return prose
  return prose
    .filter(({ line }) => !targets.some((target) => target.line === line))
    .map(({ line, text }) => ({
      line,
      text: text.replace(USE, (whole, _mark, words: string, id?: string) =>
        targetOf(targets, words, id) ? '' : whole,
      ),
    }))
}

/** A fault for each first part, with what to write; for a second part that none belongs to, one on its own line. */
export const referenceFaults = (files: readonly ContentFile[]): ContentFault[] =>
  files
    // A letter is plain text.
    .filter(({ folder }) => folder !== 'replies')
    .flatMap(faultsIn)

function faultsIn(content: ContentFile): ContentFault[] {
  const { file } = content
  const targets = targetsIn(content)
  if (targets.length === 0) return []
  const used = new Set<string>()
  const uses = proseOf(content).flatMap(({ line, text }) =>
    [...text.matchAll(USE)].flatMap(([, mark = '', words = '', id]) => {
      const found = targetOf(targets, words, id)
      if (!found || found.line === line) return []
      used.add(found.id)
      const kind = mark ? 'picture' : 'link'
      const message = `holds a ${kind} in two parts. Write it in one: ${mark}[${words}](${found.target}); and remove line ${found.line}`
      return [{ file, line, field: '', message }]
    }),
  )
  const unused = targets.filter(({ id }) => !used.has(id))
  return [
    ...uses,
    ...unused.map(({ line, target }) => {
      const message = `is the second part of a link or a picture. Write it in one, where it belongs: [words](${target}); and remove this line`
      return { file, line, field: '', message }
    }),
  ]
}
