/** Separates a text into its fields, between two lines of three hyphens, and its body. */

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*\r?(?:\n|$)/

export interface TextParts {
  /** YAML, without the lines of hyphens. */
  fields: string
  body: string
  bodyLine: number
}

/** Returns undefined when the fields have no beginning or no end. */
export function splitFrontmatter(text: string): TextParts | undefined {
  const [whole, fields = ''] = FRONTMATTER.exec(text) ?? []
  return whole === undefined
    ? undefined
    : { fields, body: text.slice(whole.length), bodyLine: whole.split('\n').length }
}
