/** The two parts of a text: its fields, between two lines of three hyphens, and what stands below. */

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*\r?(?:\n|$)/

export interface TextParts {
  /** YAML, without the hyphens. */
  fields: string
  body: string
  /** Line on which the body begins. */
  bodyLine: number
}

/** Separates a text from its fields. Returns undefined when its fields have no beginning or no end. */
export function splitFrontmatter(text: string): TextParts | undefined {
  const [whole, fields = ''] = FRONTMATTER.exec(text) ?? []
  return whole === undefined
    ? undefined
    : { fields, body: text.slice(whole.length), bodyLine: whole.split('\n').length }
}
