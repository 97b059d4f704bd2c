/**
 * What a firm must replace before its site goes online: the facts of the invented firm, and what no real firm has.
 */
import { FIRST_LANGUAGE } from '../../language.ts'
import { BASE_PLACEHOLDER } from '../../firm/base-address.ts'
import { type ContentFault, type ContentFile, contentPath } from './files.ts'
import { matchesIn, passagesOf, wholeWords } from './passages.ts'

interface SampleFact {
  words: RegExp
  /** What it is. */
  what: string
  /** What to write instead. */
  write: string
}

const FIRM_NAME: SampleFact = {
  words: wholeWords('heron[ -]landing(?: law(?:, P\\.A\\.)?)?'),
  what: 'the invented firm',
  write: 'the name of your firm',
}

const SAMPLE_FACTS: readonly SampleFact[] = [
  FIRM_NAME,
  {
    words: wholeWords('(?:wren )?fennimarsh(?:-example)?'),
    what: 'an invented lawyer',
    write: 'the name of the lawyer who is responsible for the site',
  },
  {
    words: wholeWords('(?:114 )?example landing street'),
    what: 'an invented street',
    write: 'the street of your office',
  },
  {
    words: /(?<!\d)(?:555[-. ]\d{4}|555\d{4})(?!\d)/g,
    what: 'a number kept for invented telephones',
    write: 'the telephone number of your office',
  },
  {
    words: /(?<![\w@.-])(?:[\w.+-]+@)?[\w-]+(?:\.[\w-]+)*\.example(?![\w-]|\.\w)/gi,
    what: 'an address that does not exist',
    write: 'the address of your firm',
  },
  {
    words: /https?:\/\/[^\s)"'`<>{}]*\/mcp(?![\w-])/gi,
    what: 'the MCP server of another site',
    write: `${BASE_PLACEHOLDER}/mcp`,
  },
]

/** What is left of the sample in the texts, by file and line. */
export const sampleFacts = (files: readonly ContentFile[]): ContentFault[] =>
  files.flatMap((content) =>
    passagesOf(content).flatMap((passage) =>
      SAMPLE_FACTS.flatMap(({ words, what, write }) =>
        [...matchesIn(passage, words)].map(({ found, line }) => {
          const message = `holds ${found}, ${what}. Write: ${write}`
          return { file: content.file, line, field: passage.field, message }
        }),
      ),
    ),
  )

const firmOf = (files: readonly ContentFile[]) =>
  files.find(({ file }) => file === contentPath(FIRST_LANGUAGE, '', 'firm'))

/** Whether the file that names the firm is there and has no slip. */
export const isFirmRead = (files: readonly ContentFile[]): boolean => firmOf(files)?.data !== undefined

/** Where the firm is named, when it still has the name of the sample. */
export function nameOfSample(files: readonly ContentFile[]): { file: string; line: number } | undefined {
  const firm = firmOf(files)
  const name = firm?.data?.name
  const isSample = typeof name === 'string' && name.search(FIRM_NAME.words) >= 0
  return firm && isSample ? { file: firm.file, line: firm.lineOf('name') } : undefined
}
