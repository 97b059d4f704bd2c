/**
 * The initials of a firm's name, for its icon.
 */

/** Forms of a company, without full stops. */
const FORMS = new Set(['pa', 'pl', 'pc', 'pllc', 'plc', 'llc', 'llp', 'lllp', 'lp', 'inc', 'chartered', 'ltd', 'co'])
/** Words that many firms have in their names. */
const COMMON = new Set(
  'the law laws legal office offices firm group practice center attorney attorneys lawyer lawyers counsel abogado abogados'.split(
    ' ',
  ),
)
const MOST = 3

/**
 * @param name of the firm, with or without its form
 * @returns one to three capital letters or digits: those of the names in it, "Ortiz & Lund, P.A." → "OL"; of every word, where only
 *   one name is left: "Lund Law" → "LL"; empty when there is no letter at all
 */
export function initials(name: string): string {
  const words = name
    .split(/[\s,&+/–—-]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter((word) => word !== '' && !FORMS.has(plain(word)))
  // A word in small letters joins names: "and", "de la".
  const capitalized = words.filter((word) => /^[\p{Lu}\p{N}]/u.test(word))
  const names = capitalized.filter((word) => !COMMON.has(plain(word)))
  const shown = [names, capitalized, words].find(({ length }) => length > 1) ?? words
  return shown
    .slice(0, MOST)
    .map((word) => (word.match(/./u)?.[0] ?? '').toUpperCase())
    .join('')
}

const plain = (word: string) => word.toLowerCase().replaceAll('.', '')
