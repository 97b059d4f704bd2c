/**
 * Which fields of the content hold whole sentences, so that an editor gives them room for more than a line.
 */
import * as z from 'zod'

const paragraphs = z.registry()

/**
 * Marks a field. To be called last: whatever is made of a schema afterwards is another one, without the mark.
 * @returns the same schema
 */
export function paragraph<S extends z.ZodType>(schema: S): S {
  paragraphs.add(schema)
  return schema
}

/** Whether a field holds whole sentences. */
export const isParagraph = (schema: z.core.$ZodType): boolean => paragraphs.has(schema)
