/** Separates a text into its fields, which are between two lines of three hyphens, and its body. */

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*\r?(?:\n|$)/

export interface TextParts {
  /** YAML, without the lines of hyphens. */
  fields: string
  body: string
  /** The line on which the body begins; 1 is the first line of the text. */
  bodyLine: number
}

/** @returns undefined when one of the two lines of hyphens is missing */
export function splitFrontmatter(text: string): TextParts | undefined {
  const [whole, fields = ''] = FRONTMATTER.exec(text) ?? []
  return whole === undefined
    ? undefined
    : { fields, body: text.slice(whole.length), bodyLine: whole.split('\n').length }
}
