/**
 * What is still to be written: passages in square brackets, with which `npm run adopt` marks what it cannot know.
 */
import { openPassages } from '../../firm/reply-template.ts'
import type { ContentFault, ContentFile } from './files.ts'
import { passagesOf } from './passages.ts'
import { proseInOnePart } from './reference-links.ts'

/** In a letter they are for the staff, who fill them in each time. */
const LETTERS = 'replies'

/** A fault for each, by file and line. Code may have brackets, and the brackets of a link are not meant, in one part or in two. */
export const unwrittenPassages = (files: readonly ContentFile[]): ContentFault[] =>
  files
    .filter(({ folder }) => folder !== LETTERS)
    .flatMap((content) => {
      const inFields = passagesOf(content).filter(({ field }) => field)
      const inBody = proseInOnePart(content).map((prose) => ({ field: '', ...prose }))
      return [...inFields, ...inBody].flatMap(({ field, line, text }) =>
        openPassages(text).map((found) => ({
          file: content.file,
          line,
          field,
          message: `holds ${found}, which is still to be written. Write the text, without the brackets`,
        })),
      )
    })
