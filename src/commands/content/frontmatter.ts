/** Reads the fields of a text with their lines, and explains in plain words what is wrong with the fields. */
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import * as z from 'zod'
import { splitFrontmatter, type TextParts } from '../../firm/text-parts.ts'
import type { PlaceFault } from './faults.ts'

interface Frontmatter {
  data: Record<string, unknown>
  /** For a missing field, the line of the field around it. */
  lineOf(path: readonly PropertyKey[]): number
}

interface ReadText extends Pick<TextParts, 'body' | 'bodyLine'> {
  frontmatter: Frontmatter | undefined
  faults: PlaceFault[]
}

/** @param names the allowed fields, for the message about a text without fields */
export function readFrontmatter(text: string, names: readonly string[]): ReadText {
  const split = splitFrontmatter(text)
  if (!split) {
    const message = `must begin with the fields ${names.join(', ')} between two lines of three hyphens: ---`
    return { frontmatter: undefined, body: text, bodyLine: 1, faults: [{ line: 1, field: '', message }] }
  }
  const { fields, ...parts } = split
  // Line 1 holds the hyphens.
  return { ...parts, ...readFields(fields, 2) }
}

const HOW_TO_WRITE =
  'Write a space after the colon of a field. Put a text with a special character, like : # * [ or {, into double quotes'

/** @param firstLine number of the first line, for faults @returns `frontmatter` undefined when there is a fault */
export function readFields(fields: string, firstLine = 1): Pick<ReadText, 'frontmatter' | 'faults'> {
  const counter = new LineCounter()
  const document = parseDocument(fields, { lineCounter: counter, prettyErrors: false })
  const lineAt = (offset: number) => counter.linePos(offset).line + firstLine - 1
  const faults: PlaceFault[] = []
  const addFault = (offset = 0, message: string) => void faults.push({ line: lineAt(offset), field: '', message })
  // Later errors follow from the first one.
  for (const { pos, message } of [...document.errors, ...document.warnings].slice(0, 1))
    addFault(pos[0], `cannot be read: ${message.replace(/\.$/, '')}. ${HOW_TO_WRITE}`)
  visit(document, {
    Alias: (_key, { range }) => addFault(range?.[0], `cannot be read: it begins with *. ${HOW_TO_WRITE}`),
    Scalar(_key, { comment, value, range }) {
      // YAML reads `Suite #5` as `Suite` with a comment. A real comment has a space after the sign.
      if (comment && value !== null && !comment.startsWith(' '))
        addFault(range?.[0], `loses “#${comment}”, which is taken for a comment. Put the whole text into double quotes`)
    },
  })
  if (faults.length === 0 && document.contents && !isMap(document.contents))
    addFault(0, 'is not a field: write a name, a colon, a space and a value')
  if (faults.length > 0) return { frontmatter: undefined, faults }
  const data = (document.toJS() ?? {}) as Record<string, unknown>
  const lineOf = (path: readonly PropertyKey[]) => {
    const offset = offsetOf(path, document)
    return offset === undefined ? 1 : lineAt(offset)
  }
  return { frontmatter: { data, lineOf }, faults }
}

/** @returns the offset of the field; if it is missing, of the field around it; undefined if there is none */
function offsetOf(path: readonly PropertyKey[], document: Document): number | undefined {
  const [parentPath, name] = [path.slice(0, -1), path.at(-1)]
  if (name === undefined) return undefined
  const parent = document.getIn(parentPath, true) ?? document.contents
  const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === name) : undefined
  const node = pair?.key ?? (isSeq(parent) ? parent.items[Number(name)] : undefined)
  return isNode(node) && node.range ? node.range[0] : offsetOf(parentPath, document)
}

export function schemaFaults(schema: z.ZodObject, { data, lineOf }: Frontmatter): PlaceFault[] {
  const { error } = schema.safeParse(data, { error: plainMessage, reportInput: true })
  return (error?.issues ?? []).flatMap((issue) => {
    const at = schemaAt(schema, issue.path)
    if (issue.code === 'unrecognized_keys') {
      const fields = at instanceof z.ZodObject ? Object.keys(at.shape) : []
      const otherwise = `is not a field here: the fields are ${fields.join(', ')}`
      return issue.keys.map((key) => {
        const path = [...issue.path, key]
        return { line: lineOf(path), field: path.join('.'), message: FORMER_FIELDS[path.join('.')] ?? otherwise }
      })
    }
    const isMissing = issue.code !== 'custom' && issue.input === undefined
    const message = isMissing ? 'is missing' : issue.message
    const explained = at?.description ? `${message}. It is: ${at.description}` : message
    return [{ line: lineOf(issue.path), field: issue.path.join('.'), message: explained }]
  })
}

const MOVED_TO_OFFICES =
  'belongs to an office: write it below `offices` in the English firm.md, and nowhere else. content/README.md shows how'
/** Fields of earlier versions, with what to do with them. */
const FORMER_FIELDS: Readonly<Record<string, string>> = {
  programTexts:
    "is no longer a field: take it out. `npm run review` shows the program's words and records who read them",
  address: MOVED_TO_OFFICES,
  telephone: MOVED_TO_OFFICES,
  hours: MOVED_TO_OFFICES,
  directions: MOVED_TO_OFFICES,
}

/** These messages replace zod's messages where the schema has none of its own. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === null || issue.input === '') return 'is empty'
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type' && issue.expected === 'string') return 'must be text: put it into double quotes'
  return undefined
}

function schemaAt(schema: unknown, [step, ...rest]: readonly PropertyKey[]): z.ZodType | undefined {
  if (step === undefined) return schema instanceof z.ZodType ? schema : undefined
  const whole: unknown = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (whole instanceof z.ZodArray) return schemaAt(whole.element, rest)
  return whole instanceof z.ZodObject ? schemaAt(whole.shape[String(step)], rest) : undefined
}
