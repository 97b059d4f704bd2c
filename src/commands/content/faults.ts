/** What is wrong with a text, and where. */
import { join } from 'node:path'

/** A fault in a text whose file is known from elsewhere. */
export interface PlaceFault {
  /** From 1. */
  line: number
  /** Path in the frontmatter, like `address.street`; empty outside it. */
  field: string
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
export function faultInWords(shown: string, { file, line, field, message }: ContentFault, kind = ''): string {
  const steps = field.split('.').filter(Boolean)
  const place = steps.map((step, depth) =>
    depth > 0 && /^\d+$/.test(step) ? `entry ${Number(step) + 1}` : `\`${step}\``,
  )
  const words = [place.join(', '), message].filter(Boolean).join(' ')
  // A file name may hold characters that control a terminal.
  return `${join(shown, file)}:${line}  ${kind}${words}`.replace(/\p{Cc}/gu, '?')
}
