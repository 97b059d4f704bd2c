/** An agent names itself (`client_name`, RFC 7591 section 2). The name is shown in quotation marks, never in the subject of a mail. */
import * as z from 'zod'

const MAX_LENGTH = 60
/** Includes line ends, bidirectional characters, the blank Braille pattern, and every space but U+0020. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Z}/u
/** Four combining marks on one letter would cover the lines above and below. */
const STACKED_MARKS = /\p{M}{4}/u
const QUOTATION_MARKS = /["\u00ab\u00bb\u201c-\u201f\u2033\u2036\u3003\u301d-\u301f\uff02]/g

const RULE = `The member client_name must have 1 to ${MAX_LENGTH} printable characters on one line.`

export const ClientName = z
  .string(RULE)
  .trim()
  .refine(isClientName, RULE)
  .meta({ minLength: 1, maxLength: MAX_LENGTH })
  .describe('What the agent calls itself. People are shown it as its own word.')

function isClientName(text: string): boolean {
  const { length } = [...text]
  return length >= 1 && length <= MAX_LENGTH && !HIDDEN.test(text) && !STACKED_MARKS.test(text)
}

/** Replaces quotation marks in the name, so that the name cannot end the quotation. */
export const quotedName = (name: string): string => `“${name.replace(QUOTATION_MARKS, "'")}”`
