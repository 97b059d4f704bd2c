/**
 * Text that people wrote, made harmless for whoever reads it: shown, never carried out.
 */

/** Control characters but line ends and tabs, and those that change the direction of text. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Text that a terminal and a page show as it is. */
export const printable = (text: string): string => text.replace(UNSAFE, '�')
