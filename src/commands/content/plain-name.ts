/**
 * Names of files as addresses have them.
 */
import { withoutAccents } from '../../letters.ts'

/** A name without what an address cannot have: `Mi río (1).JPG` is `mi-rio-1.jpg`. */
export function plainName(name: string): string {
  return withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/-(?=\.)|^-|-$/g, '')
}

/**
 * @param name of a text, without its ending
 * @returns the name that the check takes: `Fees & Costs v1.2` is `fees-costs-v1-2.md`; an example when no letter is left
 */
export const textName = (name: string): string => `${plainName(name.replaceAll('.', ' ')) || 'personal-injury'}.md`
