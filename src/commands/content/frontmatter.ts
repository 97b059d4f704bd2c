/** Reads the fields of a text with their lines, and says in plain words which slips they have and what does not fit the schema. */
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import * as z from 'zod'
import { splitFrontmatter, type TextParts } from '../../firm/text-parts.ts'
import { nearest, type PlaceFault } from './fault.ts'

interface Frontmatter {
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

/** @param names of the fields that it may have */
export function readFrontmatter(text: string, names: readonly string[]): ReadText {
  const split = splitFrontmatter(text)
  if (!split) {
    const message = `must begin with the fields ${names.join(', ')} between two lines of three hyphens: ---`
    return { frontmatter: undefined, body: text, bodyLine: 1, faults: [{ line: 1, field: '', message }] }
  }
  const { fields, ...parts } = split
  // The first line of a file is the hyphens, so the fields begin on its second.
  return { ...parts, ...readFields(fields, 2) }
}

/** @param first the line on which the fields begin */
export function readFields(fields: string, first = 1): Pick<ReadText, 'frontmatter' | 'faults'> {
  const lines = new LineCounter()
  const document = parseDocument(fields, { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  const faults = slipsIn(fields, error !== undefined)
  if (error && faults.length === 0)
    faults.push({ line: lines.linePos(error.pos[0]).line, field: '', message: `cannot be read: ${error.message}` })
  if (faults.length === 0 && document.contents && !isMap(document.contents))
    faults.push({ line: 1, field: '', message: 'is not a field: write a name, a colon, a space and a value' })
  const inFile = faults.map(({ line, ...fault }) => ({ ...fault, line: line + first - 1 }))
  if (faults.length > 0) return { frontmatter: undefined, faults: inFile }
  const data = (document.toJS() ?? {}) as Record<string, unknown>
  return { frontmatter: { data, document, lineOf: (path) => lineOf(path, document, lines, first) }, faults: [] }
}

interface Line {
  text: string
  /** What stands before the value, like `name:` or `- days:`; empty when the line has none. */
  before: string
  value: string
}

/** What the YAML library would name in words for programmers, or take for something that the author did not mean. */
const SLIPS: readonly {
  /** Looked for only when the fields cannot be read. */
  onlyInFaulty?: boolean
  fits(line: Line): boolean
  message(line: Line): string
}[] = [
  {
    onlyInFaulty: true,
    fits: ({ text }) => /^\s*(?:- +)*\w+:[^\s/]/.test(text),
    message: ({ text }) => `needs a space after the colon. Write: \`${text.trim().replace(':', ': ')}\``,
  },
  {
    fits: ({ value }) => /^(?:[@`%&*!]|\{[\w.]+\})/.test(value) || /^(?!["'>|]).*(?<!\S)#\S/.test(value),
    message: (line) => `has a special character. ${quoted(line)}`,
  },
  {
    onlyInFaulty: true,
    fits: ({ before, value }) => before !== '' && /^(?:["'[{]|-\s)|:(?:\s|$)/.test(value) && !WHOLE_QUOTE.test(value),
    message: (line) => `has a colon, a quote or another special character. ${quoted(line)}`,
  },
]
const WHOLE_QUOTE = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:\s#.*)?$/

const quoted = ({ before, value }: Line) =>
  `Put the value into double quotes: \`${before} "${value.replace(/^["']|["']$/g, '').replaceAll('"', "'")}"\``

/** At most one slip for each line, counted from the first of the frontmatter. */
function slipsIn(fields: string, isFaulty: boolean): PlaceFault[] {
  const slips = SLIPS.filter(({ onlyInFaulty }) => isFaulty || !onlyInFaulty)
  return linesOf(fields).flatMap((line, index) => {
    const slip = line && slips.find(({ fits }) => fits(line))
    return slip ? [{ line: index + 1, field: /\w+/.exec(line.before)?.[0] ?? '', message: slip.message(line) }] : []
  })
}

/** The lines; undefined for those that are empty, a comment, or go on with the value of a line above. */
function linesOf(fields: string): (Line | undefined)[] {
  let valueIndent = Infinity
  return fields.split(/\r?\n/).map((text) => {
    const indent = text.search(/\S/)
    if (indent < 0 || text[indent] === '#' || indent > valueIndent) return undefined
    const [, before = '', rest = ''] = /^(\s*(?:- +)*(?:\w+:(?=\s|$))?)(.*)$/.exec(text) ?? []
    // A comment ends a value that is not in quotes.
    const value = /^["']/.test(rest) ? rest.trim() : rest.replace(/\s#\s.*$/, '').trim()
    valueIndent = before && value ? indent : Infinity
    // What belongs to an entry of a list stands below the name of its first field, not below the hyphen.
    if (/^\s*-.*:$/.test(before)) valueIndent += 2
    return { text, before: before.trim(), value }
  })
}

function lineOf(path: readonly PropertyKey[], document: Document, lines: LineCounter, first: number) {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents
    const item = isSeq(parent) ? parent.items[Number(path[length - 1])] : undefined
    const pair = isMap(parent) && parent.items.find(({ key }) => isScalar(key) && key.value === path[length - 1])
    const node = pair ? pair.key : item
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line + first - 1
  }
  return 1
}

/** Compares the fields of a text with its schema. Returns a fault for each field that does not fit, with the description of that field. */
export const schemaFaults = (schema: z.ZodObject, { data, document, lineOf }: Frontmatter): PlaceFault[] =>
  (schema.safeParse(data).error?.issues ?? []).flatMap((issue) => {
    const fault = (path: readonly PropertyKey[], message: string) => ({
      line: lineOf(path),
      field: path.join('.'),
      message,
    })
    const at = schemaAt(schema, issue.path)
    if (issue.code === 'unrecognized_keys') {
      const fields = at instanceof z.ZodObject ? Object.keys(at.shape) : []
      return issue.keys.map((key) => {
        const meant = nearest(key, fields)
        const hint = meant ? `did you mean \`${meant}\`?` : `the fields are ${fields.join(', ')}`
        return fault([...issue.path, key], `is not a field here: ${hint}`)
      })
    }
    const message = messageOf(issue, document.getIn(issue.path, true))
    return [fault(issue.path, at?.description ? `${message}. It is: ${at.description}` : message)]
  })

/** @param node what stands in the field, as the YAML library has it */
function messageOf(issue: z.core.$ZodIssue, node: unknown): string {
  if (node === undefined && issue.code !== 'custom') return 'is missing'
  const { value, source = '' } = isScalar(node) ? node : {}
  const meant = issue.code === 'invalid_value' ? nearest(source, issue.values.map(String)) : undefined
  if (meant) return `is not one of the choices: did you mean \`${meant}\`?`
  // The messages that a schema has of its own begin like this; the others are the library's.
  if (issue.message.startsWith('must ')) return issue.message
  if (isScalar(node) && (value === null || value === '')) return 'is empty'
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`
  const isText = issue.code === 'invalid_type' && issue.expected === 'string'
  // Square brackets make a list.
  if (isText && isSeq(node) && node.flow) return 'must be text: put the value into double quotes, with its brackets'
  return isText && isScalar(node) ? `must be text: put it into double quotes, "${source}"` : issue.message
}

/** The schema of a field, without that it may be left out. */
function schemaAt(schema: unknown, [step, ...rest]: readonly PropertyKey[]): z.ZodType | undefined {
  if (step === undefined) return schema instanceof z.ZodType ? schema : undefined
  const whole: unknown = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (whole instanceof z.ZodArray) return schemaAt(whole.element, rest)
  return whole instanceof z.ZodObject ? schemaAt(whole.shape[String(step)], rest) : undefined
}
