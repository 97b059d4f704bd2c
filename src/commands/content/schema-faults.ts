/**
 * What does not fit the schema of a text, in words for people who do not program.
 */
import { isScalar } from 'yaml'
import * as z from 'zod'
import { nearest, type PlaceFault } from './fault.ts'
import type { Frontmatter } from './frontmatter.ts'

/**
 * Compares the fields of a text with its schema.
 * @returns a fault for each field that does not fit, with the description of that field
 */
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
  const isUnquoted = issue.code === 'invalid_type' && issue.expected === 'string' && isScalar(node)
  return isUnquoted ? `must be text: put it into double quotes, "${source}"` : issue.message
}

/** The schema of a field, without that it may be left out. */
function schemaAt(schema: unknown, [step, ...rest]: readonly PropertyKey[]): z.ZodType | undefined {
  if (step === undefined) return schema instanceof z.ZodType ? schema : undefined
  const whole: unknown = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (whole instanceof z.ZodArray) return schemaAt(whole.element, rest)
  return whole instanceof z.ZodObject ? schemaAt(whole.shape[String(step)], rest) : undefined
}
