/**
 * What does not fit the schema of a text, in words for people who do not program.
 */
import { isScalar } from 'yaml'
import * as z from 'zod'
import { LIST_RULE } from '../../firm/hours-fields.ts'
import type { Frontmatter } from './frontmatter.ts'
import { nearest } from './nearest.ts'
import type { PlaceFault } from './place-fault.ts'

/**
 * Compares the fields of a text with its schema.
 * @returns a fault for each field that does not fit, with the hint of that very field, if it has one
 */
export const schemaFaults = (schema: z.ZodObject, frontmatter: Frontmatter): PlaceFault[] =>
  (schema.safeParse(frontmatter.data).error?.issues ?? []).flatMap((issue) => faultsOf(issue, schema, frontmatter))

function faultsOf(issue: z.core.$ZodIssue, schema: z.ZodObject, frontmatter: Frontmatter): PlaceFault[] {
  const place = (path: readonly PropertyKey[]) => ({ line: frontmatter.lineOf(path), field: path.join('.') })
  if (issue.code === 'unrecognized_keys') {
    const fields = fieldsOf(schemaAt(schema, issue.path))
    return issue.keys.map((key) => {
      const meant = nearest(key, fields)
      const hint = meant ? `did you mean \`${meant}\`?` : `the fields are ${fields.join(', ')}`
      return { ...place([...issue.path, key]), message: `is no field here: ${hint}` }
    })
  }
  const choice = choiceMeant(issue, frontmatter)
  if (choice) return [{ ...place(issue.path), message: `is none of the choices: did you mean \`${choice}\`?` }]
  const description = schemaAt(schema, issue.path)?.description
  const message = messageOf(issue, schema, frontmatter)
  return [{ ...place(issue.path), message: description ? `${message}. It is: ${description}` : message }]
}

/** The choice that is written most like what stands there; undefined when the field has no choices, or none is near. */
function choiceMeant(issue: z.core.$ZodIssue, { document }: Frontmatter): string | undefined {
  const value = document.getIn(issue.path)
  return issue.code === 'invalid_value' && typeof value === 'string'
    ? nearest(value, issue.values.map(String))
    : undefined
}

function messageOf(issue: z.core.$ZodIssue, schema: z.ZodObject, { document }: Frontmatter): string {
  const node = document.getIn(issue.path, true)
  if (node === undefined) return issue.code === 'custom' ? issue.message : 'is missing'
  const source = isScalar(node) ? (node.source ?? '') : ''
  const american = AMERICAN_DAY.exec(source)
  if (american) return `must be a day like ${dayOf(american)}`
  if (OWN_WORDS.test(issue.message)) return issue.message
  if (isScalar(node) && (node.value === null || node.value === '')) return 'is empty'
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `must have ${issue.minimum} letters or more`
  if (issue.code !== 'invalid_type') return 'is not right'
  if (issue.expected === 'array') return LIST_RULE
  if (issue.expected === 'object')
    return `must be several fields, each on a line of its own with spaces before it: ${fieldsOf(schemaAt(schema, issue.path)).join(', ')}`
  if (!isScalar(node)) return 'must be one text, not several lines with a name or a hyphen each'
  const [asText] = schemaAt(schema, issue.path)?.safeParse(source).error?.issues ?? []
  if (asText && OWN_WORDS.test(asText.message)) return asText.message
  const step = issue.path.at(-1)
  return `must be text: put it into double quotes, \`${typeof step === 'string' ? `${step}:` : '-'} "${source}"\``
}

/** How the messages begin that a schema has of its own; the others are the library's. */
const OWN_WORDS = /^must /
/** As Americans write a day: the month, the day, the year. */
const AMERICAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

function dayOf([, one = '', two = '', year = '']: RegExpExecArray): string {
  // Only a day can be more than 12.
  const [month, day] = Number(one) > 12 ? [two, one] : [one, two]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const fieldsOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

/** The schema of a field, without that it may be left out when it has fields of its own. */
function schemaAt(schema: unknown, [step, ...rest]: readonly PropertyKey[]): z.ZodType | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  if (step === undefined) return schema
  const whole: unknown = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const inner: unknown =
    whole instanceof z.ZodArray ? whole.element : whole instanceof z.ZodObject ? whole.shape[String(step)] : undefined
  return schemaAt(inner, rest)
}
