/**
 * Letters without their accents, and the case of the first one.
 */

/** The same letters without accents: "Peña" is "Pena". */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** The same with a capital letter at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The same with a small letter at its beginning. */
export const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
