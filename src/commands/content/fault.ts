/** What is wrong in a text, and how people read it. */
import { join } from 'node:path'
import leven from 'leven'

export interface ContentFault {
  /** Path within the content folder. */
  file: string
  /** From 1. */
  line: number
  /** Path in the frontmatter, like `address.street`; empty outside it. */
  field: string
  /** What is wrong and what to write. */
  message: string
}
export type PlaceFault = Omit<ContentFault, 'file'>

export const fileFault = (file: string, message: string): ContentFault => ({ file, line: 1, field: '', message })

/** What is wrong, after the field that it is wrong with: the path `hours.0.opens` becomes `hours`, entry 1, `opens`. */
export function faultOnLine({ field, message }: Pick<PlaceFault, 'field' | 'message'>): string {
  const steps = field.split('.').filter(Boolean)
  const place = steps.map((step, depth) =>
    depth > 0 && /^\d+$/.test(step) ? `entry ${Number(step) + 1}` : `\`${step}\``,
  )
  return [place.join(', '), message].filter(Boolean).join(' ')
}

/** A fault on one line: file, line, field, what is wrong and what to write. */
export const faultInWords = (shown: string, { file, line, ...fault }: ContentFault, kind = ''): string =>
  // A name may hold signs that a terminal, or GitHub, takes for commands.
  `${join(shown, file)}:${line}  ${kind}${faultOnLine(fault)}`.replace(/\p{Cc}/gu, '?')

const MAX_TYPOS = 3

/** What an author probably meant by a name that does not exist: one of those that do, in any case. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const distance = (other: string) => leven(other.toLowerCase(), name.toLowerCase())
  const [first] = names.toSorted((one, other) => distance(one) - distance(other))
  // Two letters of the name must be right.
  return first !== undefined && distance(first) <= Math.min(MAX_TYPOS, name.length - 2) ? first : undefined
}
