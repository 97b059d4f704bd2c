/** Letters: without accents and look-alikes, the case of the first one, the end of a sentence. */

/** The same letters without accents: "Peña" is "Pena". */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** By Latin letters, those that look like them (UTS 39), and those that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: 'аαɑ', b: 'вβ', c: 'с', d: 'đðԁ', e: 'еε', g: 'ɡց', h: 'нһΗհ', i: 'іιı', j: 'јյ', k: 'кκ', l: 'łӏ', m: 'мμ' },
  ...{ n: 'ηΝո', o: 'øоοօ', p: 'рρ', q: 'ԛզ', s: 'ѕ', t: 'тτ', u: 'υս', v: 'νѵ', w: 'ԝω', x: 'хχ', y: 'уүγΥ', z: 'ζ' },
  ...{ ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ' },
}
const LATIN = new Map(Object.entries(LETTERS).flatMap(([latin, others]) => [...others].map((one) => [one, latin])))
const LOOK_ALIKES = new RegExp(`[${[...LATIN.keys()].join('')}]`, 'giu')

/**
 * The letters of a text without case, accents and compatibility forms; Latin ones in place of those that look like them.
 * @param text any text
 */
export const foldText = (text: string): string =>
  withoutAccents(text.normalize('NFKD'))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(LOOK_ALIKES, (letter) => LATIN.get(letter) ?? LATIN.get(letter.toLowerCase()) ?? letter)
    .toLowerCase()

/** The same with a capital letter at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The same with a small letter at its beginning. */
export const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Ends a text with one full stop: the name of a firm may end with one of its own, as in "P.A.". */
export const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)
