/**
 * What a firm must replace before its site goes online: the facts of the invented firm, and what no real firm has.
 */
import { FIRST_LANGUAGE } from '../../language.ts'
import { inBraces } from '../../firm/placeholders.ts'
import type { ContentFault } from './fault.ts'
import { type ContentFile, firmOf } from './files.ts'
import { applyRules, wholeWords } from './passages.ts'

interface SampleFact {
  words: RegExp
  /** What it is. */
  what: string
  /** What to write instead. */
  write: string
  /** True of a trace of the invented firm, false of what no real firm has. */
  isTrace?: boolean
}

const FIRM_NAME: SampleFact = {
  words: wholeWords('heron[ -]?landing\\p{L}*(?: law(?:, P\\.A\\.)?)?'),
  what: 'the invented firm',
  write: inBraces('firm.name'),
  isTrace: true,
}

const SAMPLE_FACTS: readonly SampleFact[] = [
  FIRM_NAME,
  {
    words: wholeWords('(?:(?:wren )?fennimarsh|(?:alden )?marshgrass)(?:-example)?'),
    what: 'an invented lawyer',
    write: inBraces('firm.lawyer'),
    isTrace: true,
  },
  {
    words: wholeWords('(?:114 )?example landing(?: street)?'),
    what: 'an invented street',
    write: inBraces('firm.street'),
    isTrace: true,
  },
  {
    words: wholeWords('palatka|putnam(?: county)?|condado de putnam'),
    what: 'where the invented firm is',
    write: `${inBraces('firm.city')} or ${inBraces('firm.areaServed')}`,
    isTrace: true,
  },
  {
    words: /(?<!\d)555[-. ]?0142(?!\d)/g,
    what: 'the telephone number of the invented firm',
    write: inBraces('firm.telephone'),
    isTrace: true,
  },
  {
    words: /(?<!\d)555[-. ]?(?!0142)\d{4}(?!\d)/g,
    what: 'a number kept for invented telephones',
    write: inBraces('firm.telephone'),
  },
  {
    words: /(?<![\w@.-])(?:[\w.+-]+@)?[\w-]+(?:\.[\w-]+)*\.example(?![\w-]|\.\w)/gi,
    what: 'an address that does not exist',
    write: inBraces('firm.email'),
  },
  {
    words: /https?:\/\/[^\s)"'`<>{}]*\/mcp(?![\w-])/gi,
    what: 'the MCP server of another site',
    write: `${inBraces('base')}/mcp`,
  },
]

/** What is left of the sample in the texts, by file and line. A real firm may be in the same town: what its own file says stays. */
export function sampleFacts(files: readonly ContentFile[]): { fault: ContentFault; isTrace: boolean }[] {
  const place = nameOfSample(files) ? '' : placeOf(files)
  return SAMPLE_FACTS.flatMap(({ words, what, write, isTrace = false }) =>
    applyRules(files, [
      {
        words,
        inCode: true,
        message: (found, { content }) =>
          place.includes(found.toLowerCase())
            ? undefined
            : `holds ${found}, ${what}. Write: ${content.name === 'firm' ? 'that of your firm' : write}`,
      },
    ]).map((fault) => ({ fault, isTrace })),
  )
}

/** City and region of the firm, in lower case. */
function placeOf(files: readonly ContentFile[]): string {
  const firms = files.filter(({ folder, name }) => folder === '' && name === 'firm')
  const first = firms.find(({ language }) => language === FIRST_LANGUAGE)?.data
  const city = (first?.address as { city?: unknown } | undefined)?.city
  return [city, ...firms.map(({ data }) => data?.areaServed)].join('\n').toLowerCase()
}

/** Where the firm is named, when it still has the name of the sample. */
export function nameOfSample(files: readonly ContentFile[]): { file: string; line: number } | undefined {
  const firm = firmOf(files)
  const name = firm?.data?.name
  const isSample = typeof name === 'string' && name.search(FIRM_NAME.words) >= 0
  return firm && isSample ? { file: firm.file, line: firm.lineOf('name') } : undefined
}
