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
 * @param names of the files beside it
 * @returns which name to give it, in words: `Fees & Costs v1.2` becomes `the name fees-costs-v1-2.md`
 */
export function betterName(name: string, names: readonly string[]): string {
  const plain = `${plainName(name.replaceAll('.', ' '))}.md`
  if (plain === '.md') return 'a name of lower-case letters, digits and hyphens, like personal-injury.md'
  return names.includes(plain) ? `another name, because ${plain} is there already` : `the name ${plain}`
}
