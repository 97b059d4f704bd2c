/** What a firm must replace before its site goes online: the facts of the invented firm, and what no real firm has. */
import { FIRST_LANGUAGE } from '../../language.ts'
import { inBraces } from '../../firm/placeholders.ts'
import type { ContentFault } from './fault.ts'
import { type ContentFile, firmOf } from './files.ts'
import { applyRules, wholeWords } from './passages.ts'

interface SampleFact {
  words: RegExp
  what: string
  write: string
}

const FIRM_NAME: SampleFact = {
  words: wholeWords('heron[ -]?landing\\p{L}*(?: law(?:, P\\.A\\.)?)?'),
  what: 'the invented firm',
  write: inBraces('firm.name'),
}

const TRACES: readonly SampleFact[] = [
  FIRM_NAME,
  {
    words: wholeWords('(?:(?:wren )?fennimarsh|(?:alden )?marshgrass)(?:-example)?'),
    what: 'an invented lawyer',
    write: inBraces('firm.lawyer'),
  },
  {
    words: wholeWords('(?:114 )?example landing(?: street)?'),
    what: 'an invented street',
    write: inBraces('firm.street'),
  },
  {
    words: wholeWords('palatka|putnam(?: county)?|condado de putnam'),
    what: 'where the invented firm is',
    write: `${inBraces('firm.city')} or ${inBraces('firm.areaServed')}`,
  },
  {
    words: /(?<!\d)555[-. ]?0142(?!\d)/g,
    what: 'the telephone number of the invented firm',
    write: inBraces('firm.telephone'),
  },
]

/** What no real firm has. */
const UNREAL: readonly SampleFact[] = [
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
  const place = sampleFirm(files) ? '' : placeOf(files)
  return [...TRACES, ...UNREAL].flatMap(({ words, what, write }) =>
    applyRules(files, [
      {
        words,
        inCode: true,
        message: (found, { content }) =>
          place.includes(found.toLowerCase())
            ? undefined
            : `holds ${found}, ${what}. Write: ${content.name === 'firm' ? "your firm's" : write}`,
      },
    ]).map((fault) => ({ fault, isTrace: TRACES.some((trace) => trace.words === words) })),
  )
}

/** City and region of the firm, in lower case. */
function placeOf(files: readonly ContentFile[]): string {
  const firms = files.filter(({ folder, name }) => folder === '' && name === 'firm')
  const first = firms.find(({ language }) => language === FIRST_LANGUAGE)?.data
  const city = (first?.address as { city?: unknown } | undefined)?.city
  return [city, ...firms.map(({ data }) => data?.areaServed)].join('\n').toLowerCase()
}

/** The firm's own file, when it still has the name of the sample. */
export function sampleFirm(files: readonly ContentFile[]): ContentFile | undefined {
  const firm = firmOf(files)
  const name = firm?.data?.name
  return typeof name === 'string' && name.search(FIRM_NAME.words) >= 0 ? firm : undefined
}
