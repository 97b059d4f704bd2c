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
