/**
 * The base address in texts: they hold a placeholder, and the build fills in the address it builds for. So a text
 * stays true when the site moves.
 */

/** Stands for the base address, without a slash at its end. */
export const BASE_PLACEHOLDER = '{base}'

/** The placeholder in a text, and as Markdown escapes it in the target of a link. */
const PLACEHOLDER = /\{base\}|%7Bbase%7D/g

/**
 * Fills in the base address.
 * @param text Markdown, or the HTML made from it
 */
export const fillBase = (text: string, base: string): string => text.replace(PLACEHOLDER, () => base)
