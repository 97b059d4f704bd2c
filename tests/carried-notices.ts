/** Looks for the notices of a surface in what reached the person or the program. */
import type { Firm } from '../src/firm/firm.ts'
import { type Surface, SURFACE_NOTICES } from '../src/firm/notices.ts'

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

/** What has to be found on a surface: that it is a demonstration, its notices, and the firm's name and city where the table says so. */
export function carriedBy(surface: Surface, { name, address, notices: { demonstration, ...notices } }: Firm): string[] {
  const row: readonly string[] = SURFACE_NOTICES[surface]
  const isCard = row.every((carried) => carried === 'office')
  return [
    ...(demonstration === undefined ? [] : [isCard ? 'no such law firm exists' : demonstration]),
    ...SURFACE_NOTICES[surface].flatMap((carried) => (carried === 'office' ? [name, address.city] : notices[carried])),
  ]
}

/**
 * @param text as a reader gets it, without marks; where lines break does not matter
 * @returns what the surface should carry in the firm's language, and does not
 */
export const missingIn = (text: string, surface: Surface, firm: Firm): string[] =>
  carriedBy(surface, firm).filter((notice) => !inOneLine(text).includes(inOneLine(notice)))

/** The texts of a JSON document, one after the other. */
export function textsIn(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join('\n') : ''
}
