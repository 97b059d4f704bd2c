/**
 * What is wrong in one file, and where.
 */
export interface PlaceFault {
  /** From 1. */
  line: number
  /** Path in the frontmatter, like `address.street`; empty outside it. */
  field: string
  /** What is wrong and what to write. */
  message: string
}

/**
 * A field as people read it: an entry of a list is counted from one.
 * @param field path in the frontmatter, like `hours.0.opens`
 * @returns like `hours`, entry 1, `opens`; empty outside the frontmatter
 */
export const fieldInWords = (field: string): string =>
  field
    .split('.')
    .filter(Boolean)
    .map((step, depth) => (depth > 0 && /^\d+$/.test(step) ? `entry ${Number(step) + 1}` : `\`${step}\``))
    .join(', ')

/** What is wrong, after the field that it is wrong with. */
export const faultOnLine = ({ field, message }: Pick<PlaceFault, 'field' | 'message'>): string =>
  [fieldInWords(field), message].filter(Boolean).join(' ')
