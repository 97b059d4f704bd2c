/** The glossary of a translation, `content/es/README.md`: which words to use, and which not. Only those in bold stop a build. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRANSLATIONS } from '../../language.ts'
import { type Rule, wholeWords } from './passages.ts'

const FOLDER = 'content'
const FILE = 'README.md'
/** Separates the words of a cell. */
const BETWEEN_WORDS = /\s*;\s*/
const SPECIAL = /[.*+?^${}()|[\]\\]/g
/** What the letter N of a row stands for, as in `dentro de N años`. */
const NUMBER = '(?:\\d+|una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|quince|veinte|treinta)'
const pattern = (word: string) => word.replace(SPECIAL, '\\$&').replace(/\bN\b/g, NUMBER)

/** The rows of three cells in the tables of each glossary: words to use, to avoid, and those of them that change the meaning. */
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
        const words = avoid.trim().split(BETWEEN_WORDS)
        const [wrong = [], rest = []] = [true, false].map((isBold) =>
          words.filter((word) => word.startsWith('**') === isBold),
        )
        return [
          {
            language,
            english: english.trim(),
            write: write.trim(),
            avoid: rest,
            wrong: wrong.map((word) => word.slice(2, -2)),
          },
        ]
      })
      .slice(1)
  })

/** A rule for each term: it counts in the texts of its language. Some stop a build, others only advise. */
export const glossaryRules = (glossary: ReturnType<typeof readGlossary>, stops: boolean): Rule[] =>
  glossary
    .map(({ avoid, wrong, ...row }) => ({ ...row, words: stops ? wrong : avoid }))
    .filter(({ words }) => words.length > 0)
    .map(({ language, english, write, words }) => ({
      words: wholeWords(words.map(pattern).join('|')),
      message: (found, { content }) =>
        content.language === language ? `says “${found}”. For “${english}” the glossary says: ${write}` : undefined,
    }))
