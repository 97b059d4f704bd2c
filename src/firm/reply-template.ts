/** Letters with which the staff begin a reply. Each letter is the body of a Markdown file. */
import * as z from 'zod'
import type { Language } from '../language.ts'
import { REPLIES_FILE } from '../site.ts'
import type { PublishedFiles } from '../ports.ts'
import { Place, Reviewed } from './content-fields.ts'
import { inBraces } from './placeholders.ts'
import words from './placeholders.json' with { type: 'json' }

/** Words in braces that the desk replaces in a letter. The build has replaced `PLACEHOLDERS`. Each value explains its word. */
export const REPLY_WORDS = words.letters
export type ReplyWord = keyof typeof REPLY_WORDS

/** Frontmatter of a file in `replies/`. */
export const ReplyFile = z.strictObject({
  title: z.string().min(1).describe('What the staff choose the letter by, in English.'),
  order: Place.describe('Place in the list, from 1.'),
  status: z
    .enum(['contacted', 'declined', 'closed'])
    .optional()
    .describe(
      'The status that the desk proposes with it. If left out, the status stays, and the inquiry still becomes late.',
    ),
  afterMark: z.boolean().optional().describe('Whether it is offered only after the mark “No conflict”.'),
  asks: z
    .boolean()
    .optional()
    .describe(
      'Whether it asks something that the person may answer at the private address of the inquiry. Offered only after the mark “No conflict”.',
    ),
  reviewed: Reviewed,
})
export type ReplyFile = z.infer<typeof ReplyFile>

/** A letter with which a reply can begin. Its text has words in braces. */
export interface ReplyTemplate extends Pick<ReplyFile, 'title' | 'status' | 'afterMark' | 'asks'> {
  id: string
  text: string
}

/** The letters in each language, in the order of the list. */
export type ReplyTemplates = Readonly<Partial<Record<Language, readonly ReplyTemplate[]>>>

export const readReplyTemplates = async (published: PublishedFiles): Promise<ReplyTemplates> =>
  JSON.parse(await published.read(REPLIES_FILE)) as ReplyTemplates

/** Finds passages in square brackets, which the staff must fill in; a Markdown link is not such a passage. */
export const openPassages = (text: string): string[] => text.match(/\[[^[\]]+\](?!\()/g) ?? []

export const linksBooking = ({ text }: Pick<ReplyTemplate, 'text'>): boolean =>
  text.includes(inBraces('booking' satisfies ReplyWord))

/** @returns the passages of the letters, and the words in braces, that the text still has and must not be sent with */
export async function passagesLeft(published: PublishedFiles, text: string): Promise<string[]> {
  const letters = Object.values(await readReplyTemplates(published)).flat()
  const open = new Set(letters.flatMap((letter) => openPassages(letter.text)))
  return [
    ...openPassages(text).filter((passage) => open.has(passage)),
    ...Object.keys(REPLY_WORDS)
      .map(inBraces)
      .filter((word) => text.includes(word)),
  ]
}
