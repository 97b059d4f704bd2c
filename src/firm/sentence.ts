/**
 * Sentences with the name of the firm in them.
 */

/** Ends a text with one full stop: the name of a firm may end with one of its own, as in "P.A.". */
export const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)
