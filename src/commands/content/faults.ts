/** What is wrong with a text, and where. */
import { join } from 'node:path'

/** A fault without the name of its file, which the caller adds. */
export interface PlaceFault {
  /** From 1. */
  line: number
  /** Path in the frontmatter, like `address.street`; empty outside it. */
  field: string
  /** Goes on after the name of the field, like “is missing”. */
  message: string
}

export interface ContentFault extends PlaceFault {
  /** Path within the content folder. */
  file: string
}

export const fileFault = (file: string, message: string, line = 1): ContentFault => ({ file, line, field: '', message })

export const fieldFault = (
  { file, lineOf }: { file: string; lineOf(field: string): number },
  field: string,
  message: string,
): ContentFault => ({ file, line: lineOf(field), field, message })

/** The field `hours.0.opens` is written as `hours`, entry 1, `opens`. */
export function faultInWords(shown: string, { file, line, field, message }: ContentFault, prefix = ''): string {
  const steps = field.split('.').filter(Boolean)
  const path = steps.map((step, depth) =>
    depth > 0 && /^\d+$/.test(step) ? `entry ${Number(step) + 1}` : `\`${step}\``,
  )
  const words = [path.join(', '), message].filter(Boolean).join(' ')
  // A file name may hold characters that control a terminal.
  return `${join(shown, file)}:${line}  ${prefix}${words}`.replace(/\p{Cc}/gu, '?')
}
