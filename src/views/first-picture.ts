/**
 * The picture that a reader sees without scrolling.
 */

/** Up to the first picture, if no heading stands above it. */
const FIRST = /^((?:(?!<h2[ >]).)*?<img [^>]*?loading=")lazy"/s

/**
 * A page is built with pictures that a browser fetches when they come near. It fetches the one at the top at once.
 * @param text of a page, HTML
 */
export const withFirstPicture = (text: string): string => text.replace(FIRST, '$1eager"')
