/** Letters without their accents, the case of the first one, and the end of a sentence. */

/** The same letters without accents: "Peña" is "Pena". */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** The same with a capital letter at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The same with a small letter at its beginning. */
export const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Ends a text with one full stop: the name of a firm may end with one of its own, as in "P.A.". */
export const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)
