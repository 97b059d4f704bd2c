/** Control characters other than tab and line feed, line separators, and bidirectional controls. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Replaces characters that could control a terminal or reorder the displayed text. */
export const printable = (text: string): string => text.replace(UNSAFE, '�')
