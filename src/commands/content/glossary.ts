/** The glossary of a translation, `content/es/README.md`: which words to use, and which not. This is advice and stops no build. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRANSLATIONS } from '../../language.ts'
import { type Rule, wholeWords } from './passages.ts'

const FOLDER = 'content'
const FILE = 'README.md'
/** Separates the words of a cell. */
const BETWEEN_WORDS = /\s*;\s*/
const SPECIAL = /[.*+?^${}()|[\]\\]/g

/**
 * Reads the glossaries: the rows of three cells in the tables of each.
 * @returns for each term the words to use, and those to avoid
 */
export const readGlossary = (root: string) =>
  TRANSLATIONS.flatMap((language) => {
    const path = join(root, FOLDER, language, FILE)
    if (!existsSync(path)) return []
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, english = '', write = '', avoid = ''] = /^\|([^|]*)\|([^|]*)\|([^|]*)\|\s*$/.exec(line) ?? []
        // The words of a heading are no terms, and a row may have none to avoid.
        const isTerm = english.trim() && !/^[\s:-]+$/.test(english) && avoid.trim()
        if (!isTerm) return []
        return [{ language, english: english.trim(), write: write.trim(), avoid: avoid.trim().split(BETWEEN_WORDS) }]
      })
      .slice(1)
  })

/** A rule for each term: it counts in the texts of its language. */
export const glossaryRules = (glossary: ReturnType<typeof readGlossary>): Rule[] =>
  glossary.map(({ language, english, write, avoid }) => ({
    words: wholeWords(avoid.map((word) => word.replace(SPECIAL, '\\$&')).join('|')),
    message: (found, { content }) =>
      content.language === language ? `says “${found}”. For “${english}” the glossary says: ${write}` : undefined,
  }))
