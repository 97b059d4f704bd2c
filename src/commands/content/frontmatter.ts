/**
 * Reads the fields at the top of a text, and on which line each stands.
 */
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type YAMLError } from 'yaml'
import type { ZodObject } from 'zod'
import { splitFrontmatter, type TextParts } from '../../firm/text-parts.ts'
import type { PlaceFault } from './place-fault.ts'
import { slipsIn } from './yaml-slips.ts'

export interface Frontmatter {
  data: Record<string, unknown>
  document: Document
  /** The line of a field, or of the nearest thing around it that is there. */
  lineOf(path: readonly PropertyKey[]): number
}

interface ReadText extends Pick<TextParts, 'body' | 'bodyLine'> {
  /** Undefined when it cannot be read. */
  frontmatter: Frontmatter | undefined
  faults: PlaceFault[]
}

/** What a field, an entry, a comment or the line of another begins with. */
const OF_FIELDS = /^(?:\s|#|-\s|\w+\s*:|$)/
/** What was probably meant as three hyphens. */
const LIKE_HYPHENS = /^[-–—_=*]+$/

/**
 * Reads the fields of a text.
 * @param text the whole file
 * @param schema of its frontmatter
 */
export function readFrontmatter(text: string, schema: ZodObject): ReadText {
  const split = splitFrontmatter(text)
  if (!split)
    return { frontmatter: undefined, body: text, bodyLine: 1, faults: [withoutEnd(text, Object.keys(schema.shape))] }
  const { fields, ...parts } = split
  const lines = new LineCounter()
  const document = parseDocument(fields, { lineCounter: lines })
  const isList = document.contents !== null && !isMap(document.contents)
  // A line that stands between two steps makes those below it look wrong, which are right.
  const isBetween = document.errors[0]?.code === 'BAD_INDENT'
  const faults = isBetween ? [] : slipsIn(fields, schema, document.errors.length > 0 || isList)
  if (faults.length === 0) faults.push(...errorsOf(document, lines))
  if (faults.length === 0 && isList) faults.push({ line: 1, field: '', message: NO_FIELD })
  // The first line of a file is the hyphens, so the frontmatter begins on its second.
  const inFile = faults.map(({ line, ...fault }) => ({ ...fault, line: line + 1 }))
  if (faults.length > 0) return { ...parts, frontmatter: undefined, faults: inFile }
  const data = (document.toJS() ?? {}) as Record<string, unknown>
  return { ...parts, frontmatter: { data, document, lineOf: (path) => lineOf(path, document, lines) }, faults: [] }
}

/** Why a text has no frontmatter. */
function withoutEnd(text: string, fields: readonly string[]): PlaceFault {
  const [first = '', ...rest] = text.split(/\r?\n/)
  if (first.trimEnd() !== '---') {
    const message = `must begin with a line of three hyphens, the fields ${fields.join(', ')}, and three hyphens again`
    return { line: 1, field: '', message }
  }
  const end = rest.findIndex((line) => LIKE_HYPHENS.test(line.trim()) || !OF_FIELDS.test(line))
  const line = (end < 0 ? rest.length - 1 : end) + 2
  const found = rest[end]?.trim() ?? ''
  const message = LIKE_HYPHENS.test(found)
    ? `must be three hyphens, where the fields end. Write: --- instead of ${found}`
    : 'begins the text, but the fields above have no end. Write a line of three hyphens above it: ---'
  return {
    line,
    field: '',
    message: end < 0 ? 'ends before the fields do. Write a line of three hyphens: ---' : message,
  }
}

const NO_FIELD = 'is no field. Write a name, a colon, a space and a value, like `order: 1`'

/** What is left when no slip explains the errors: the first of them, because those that follow come from it. */
function errorsOf({ errors }: Document.Parsed, lines: LineCounter): PlaceFault[] {
  const [error] = errors
  if (!error) return []
  const { line } = lines.linePos(error.pos[0])
  return [{ line, field: '', message: messageOf(error) }]
}

const messageOf = ({ code }: YAMLError): string =>
  code === 'BAD_INDENT'
    ? 'begins further left or right than the lines that belong with it. Write the same spaces before each of them'
    : 'cannot be read here. Write one field on each line, like `order: 1`, and put a value with signs in it into double quotes'

function lineOf(path: readonly PropertyKey[], document: Document, lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents
    const item = isSeq(parent) ? parent.items[Number(path[length - 1])] : undefined
    if (isNode(item) && item.range) return lines.linePos(item.range[0]).line + 1
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === path[length - 1])
      : undefined
    if (pair && isScalar(pair.key) && pair.key.range) return lines.linePos(pair.key.range[0]).line + 1
  }
  return 1
}
