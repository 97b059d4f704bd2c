/**
 * The check of the content folder of this project, for every command that needs it.
 */
import { join } from 'node:path'
import type { ContentSettings } from '../../settings.ts'
import { contentFolder, ROOT } from '../project-folders.ts'
import { type ContentFault, readContent } from './files.ts'
import { readGlossary } from './glossary.ts'
import { faultOnLine } from './place-fault.ts'
import { type Circumstances, reportOn } from './report.ts'

/**
 * Checks the content folder as it is now.
 * @param more what `reportOn` takes besides
 */
export const checkFolder = (
  settings: ContentSettings,
  more: Pick<Circumstances, 'changes' | 'isDraft'>,
): ReturnType<typeof reportOn> =>
  reportOn(readContent(contentFolder().folder), { settings, now: new Date(), glossary: readGlossary(ROOT), ...more })

/** A fault on one line: file, line, field, what is wrong and what to write. */
export const faultInWords = (shown: string, { file, line, ...fault }: ContentFault, kind = ''): string =>
  // A name may hold signs that a terminal, or GitHub, takes for commands.
  `${join(shown, file)}:${line}  ${kind}${faultOnLine(fault)}`.replace(/\p{Cc}/gu, '?')
