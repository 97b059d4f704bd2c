/** Finds facts of the invented firm, and addresses that do not exist. */
import { FirmFile } from '../../firm/firm.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import { inBraces } from '../../firm/placeholders.ts'
import type { ContentFault } from './fault.ts'
import { type ContentFile, firmOf } from './files.ts'
import { applyRules, wholeWords } from './passages.ts'

type SampleFact = readonly [words: RegExp, what: string, write: string]

const NAME_OF_SAMPLE = wholeWords('heron[ -]?landing\\p{L}*(?: law(?:, P\\.A\\.)?)?')

const TRACES: readonly SampleFact[] = [
  [NAME_OF_SAMPLE, 'the invented firm', inBraces('firm.name')],
  [
    wholeWords('(?:(?:wren )?fennimarsh|(?:alden )?marshgrass)(?:-example)?'),
    'an invented lawyer',
    inBraces('firm.lawyer'),
  ],
  [wholeWords('(?:114 )?example landing(?: street)?'), 'an invented street', inBraces('firm.street')],
  [
    wholeWords('palatka|putnam(?: county)?|condado de putnam'),
    'where the invented firm is',
    `${inBraces('firm.city')} or ${inBraces('firm.areaServed')}`,
  ],
  [/(?<!\d)555[-. ]?0142(?!\d)/g, 'the telephone number of the invented firm', inBraces('firm.telephone')],
]

const UNREAL: readonly SampleFact[] = [
  [/(?<!\d)555[-. ]?(?!0142)\d{4}(?!\d)/g, 'a number kept for invented telephones', inBraces('firm.telephone')],
  [
    /(?<![\w@.-])(?:[\w.+-]+@)?[\w-]+(?:\.[\w-]+)*\.example(?![\w-]|\.\w)/gi,
    'an address that does not exist',
    inBraces('firm.email'),
  ],
  [/https?:\/\/[^\s)"'`<>{}]*\/mcp(?![\w-])/gi, 'the MCP server of another site', `${inBraces('base')}/mcp`],
]

/** A real firm may be in the same town, so its own town is not a fault. */
export function sampleFacts(files: readonly ContentFile[]): { fault: ContentFault; isTrace: boolean }[] {
  const place = sampleFirm(files) ? '' : placeOf(files)
  return [...TRACES, ...UNREAL].flatMap((fact) => {
    const [words, what, write] = fact
    return applyRules(files, [
      {
        words,
        inCode: true,
        message: (found, { content }) =>
          place.includes(found.toLowerCase())
            ? undefined
            : `holds ${found}, ${what}. Write: ${content.name === 'firm' ? "your firm's" : write}`,
      },
    ]).map((fault) => ({ fault, isTrace: TRACES.includes(fact) }))
  })
}

function placeOf(files: readonly ContentFile[]): string {
  const firms = files.filter(({ folder, name }) => folder === '' && name === 'firm')
  const first = firms.find(({ language }) => language === FIRST_LANGUAGE)?.data
  const offices = FirmFile.shape.offices.safeParse(first?.offices).data ?? []
  return [...offices.map(({ address }) => address.city), ...firms.map(({ data }) => data?.areaServed)]
    .join('\n')
    .toLowerCase()
}

export function sampleFirm(files: readonly ContentFile[]): ContentFile | undefined {
  const firm = firmOf(files)
  const name = firm?.data?.name
  return typeof name === 'string' && name.search(NAME_OF_SAMPLE) >= 0 ? firm : undefined
}
