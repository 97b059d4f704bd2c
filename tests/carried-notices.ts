/** Looks for the notices of a surface in what reached the person or the program. */
import type { Firm } from '../src/firm/firm.ts'
import { type Surface, SURFACE_NOTICES } from '../src/firm/notices.ts'

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

/** For some surfaces the table adds the firm's name and city. */
export function carriedBy(surface: Surface, { name, address, notices: { demonstration, ...notices } }: Firm): string[] {
  const row: readonly string[] = SURFACE_NOTICES[surface]
  const isCard = row.every((carried) => carried === 'office')
  return [
    ...(demonstration === undefined ? [] : [isCard ? 'no such law firm exists' : demonstration]),
    ...SURFACE_NOTICES[surface].flatMap((carried) => (carried === 'office' ? [name, address.city] : notices[carried])),
  ]
}

/** @param text without marks; line breaks do not matter @returns the notices that are missing */
export const missingIn = (text: string, surface: Surface, firm: Firm): string[] =>
  carriedBy(surface, firm).filter((notice) => !inOneLine(text).includes(inOneLine(notice)))

export function textsIn(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join('\n') : ''
}
