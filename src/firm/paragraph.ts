/**
 * Marks the content fields that hold whole sentences: an editor shows a multi-line input for them.
 */
import * as z from 'zod'

const paragraphs = z.registry()

/**
 * Marks a field. Call it last: each further method of a schema returns a new schema, without the mark.
 * @returns the same schema
 */
export function paragraph<S extends z.ZodType>(schema: S): S {
  paragraphs.add(schema)
  return schema
}

/** Whether a field is marked. */
export const isParagraph = (schema: z.core.$ZodType): boolean => paragraphs.has(schema)
