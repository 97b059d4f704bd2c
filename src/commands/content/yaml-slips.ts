/**
 * Slips in the fields of a text, line by line, one row each. The YAML library would name each in its own words, or take it for
 * something that the author did not mean.
 */
import * as z from 'zod'
import type { PlaceFault } from './place-fault.ts'

interface Line {
  text: string
  /** What stands before the value, like `name:` or `- days:`; empty when the line has none. */
  before: string
  /** Name of the field; empty for an entry of a list. */
  name: string
  value: string
  /** Whether the line below goes on with the value. */
  goesOn: boolean
  /** Whether it looks like a field, but belongs to the value of the line above. */
  isInValue: boolean
}

interface Slip {
  /** Looked for in a value only when the whole cannot be read; else always. */
  onlyInFaulty?: boolean
  fits(line: Line, names: ReadonlySet<string>): boolean
  message(line: Line): string
}

const START = /^(\s*(?:- +)*)(?:(\w+)(?::[ \t]+|:$))?(.*)$/
/** A value that goes on below, in lines that are further right. */
const BLOCK = /^[>|][-+\d]*\s*(?:#.*)?$/
const CURLY = /^[“”„«‘’]([^“”„«»]*)[“”»‘’]$/
const WHOLE_QUOTE = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:\s#.*)?$/

const inQuotes = (value: string) => `"${value.replace(/^["'“”‘’]|["'“”‘’]$/g, '').replaceAll('"', "'")}"`
const write = ({ before }: Line, value: string) => `Write: \`${`${before} ${value}`.trim()}\``
const quoted = (line: Line) => `Put the value into double quotes. ${write(line, inQuotes(line.value))}`

const SLIPS: readonly Slip[] = [
  {
    onlyInFaulty: true,
    fits: ({ text }) => /^ *\t/.test(text),
    message: () => 'begins with a tab. Write spaces instead, two for each step to the right',
  },
  {
    fits: ({ value }) => CURLY.test(value),
    message: (line) => `stands in curly quotes. ${write(line, inQuotes(line.value))}`,
  },
  {
    fits: ({ value }) => /^[@`%&*!]/.test(value),
    message: (line) => `begins with ${line.value.charAt(0)}, which says something else here. ${quoted(line)}`,
  },
  {
    fits: ({ value }) => /^\{[\w.]+\}/.test(value),
    message: (line) => `begins with a brace, which says something else here. ${quoted(line)}`,
  },
  {
    fits: ({ value }) => /(?:^|\s)#\S/.test(value) && !/^["'>|]/.test(value),
    message: (line) => `holds a #, and what follows it is not read. ${quoted(line)}`,
  },
  {
    fits: ({ text }, names) => names.has(/^\s*(?:- +)*(\w+):[^\s/]/.exec(text)?.[1] ?? ''),
    message: ({ text }) => `needs a space after the colon. Write: \`${text.trim().replace(':', ': ')}\``,
  },
  {
    onlyInFaulty: true,
    fits: ({ value, goesOn }) => /^["']/.test(value) && !WHOLE_QUOTE.test(value) && !goesOn,
    message: (line) =>
      `has a quote that is not closed, or that ends before the value does. ${write(line, inQuotes(line.value))}`,
  },
  {
    onlyInFaulty: true,
    fits: ({ isInValue }) => isInValue,
    message: ({ text }) =>
      `begins too far right. Write it below the first letter of the field above: \`${text.trim()}\``,
  },
  {
    onlyInFaulty: true,
    fits: ({ name, value }) => name !== '' && /^[^"'{[].*:(?:\s|$)/.test(value),
    message: (line) => `holds a colon. ${quoted(line)}`,
  },
  {
    onlyInFaulty: true,
    fits: ({ name, value }) => name !== '' && /^(?:[[{]|-\s)/.test(value),
    message: (line) => `begins with ${line.value.charAt(0)}, which says something else here. ${quoted(line)}`,
  },
  {
    onlyInFaulty: true,
    fits: ({ text, name }) => name === '' && /^[^\s#-]/.test(text) && !/^\w+\s*:/.test(text),
    message: () =>
      'is no field: that is a name, a colon, a space and a value, like `order: 1`. If the text begins here, write a line of three hyphens above it: ---',
  },
]

/**
 * Looks for slips.
 * @param source the frontmatter, without its hyphens
 * @param schema names the fields
 * @param isFaulty whether it cannot be read as fields
 * @returns at most one for each line, counted from the first of the frontmatter; the second of two fields of one name too
 */
export function slipsIn(source: string, schema: z.ZodObject, isFaulty: boolean): PlaceFault[] {
  const names = namesOf(schema)
  const slips = SLIPS.filter(({ onlyInFaulty }) => isFaulty || !onlyInFaulty)
  const lines = linesOf(source)
  return lines.flatMap((line, index) => {
    if (!line) return []
    const { name } = line
    const twice = name && /^\w/.test(line.text) ? lines.findIndex((other) => other?.text.startsWith(`${name}:`)) : index
    if (twice >= 0 && twice < index) {
      // The frontmatter begins on the second line of the file.
      const message = `stands twice, first on line ${twice + 2}. Keep one of the two`
      return [{ line: index + 1, field: name, message }]
    }
    const slip = slips.find(({ fits }) => fits(line, names))
    return slip ? [{ line: index + 1, field: name, message: slip.message(line) }] : []
  })
}

/** The lines; undefined for those that are empty, a comment, or go on with the value of a line above. */
function linesOf(source: string): (Line | undefined)[] {
  const texts = source.split(/\r?\n/)
  let field: { indent: number; isBlock: boolean; hasValue: boolean } | undefined
  return texts.map((text, index) => {
    const indent = text.search(/\S/)
    if (indent < 0 || text[indent] === '#') return undefined
    const isBelow = field !== undefined && indent > field.indent
    if (isBelow && field?.isBlock) return undefined
    const [, dash = '', name = '', rest = ''] = START.exec(text) ?? []
    const value = rest.trim()
    const isInValue = isBelow && field?.hasValue === true
    if (isInValue && (!name || dash.trim())) return undefined
    const next = texts[index + 1] ?? ''
    const goesOn = next.search(/\S/) > indent && !/^\s*(?:-\s|\w+:)/.test(next)
    // What belongs to an entry of a list stands below the name of its first field, not below the hyphen.
    field = {
      indent: name ? dash.length : indent,
      isBlock: BLOCK.test(value),
      hasValue: value !== '' && (name !== '' || !dash),
    }
    return { text, before: `${dash}${name && `${name}:`}`.trimEnd(), name, value, goesOn, isInValue }
  })
}

/** The names of all fields, those inside others too. */
function namesOf(schema: unknown): ReadonlySet<string> {
  if (schema instanceof z.ZodOptional) return namesOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return namesOf(schema.element)
  if (!(schema instanceof z.ZodObject)) return new Set()
  return new Set(Object.entries(schema.shape).flatMap(([name, inner]) => [name, ...namesOf(inner)]))
}
