/** Finds facts of the invented firm, and addresses that do not exist. */
import { FirmFile } from '../../firm/firm.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import type { ContentFault } from './faults.ts'
import { type ContentFile, firmOf } from './files.ts'
import { applyRules, readRules, wholeWords } from './passages.ts'

/** `sample-facts.yaml` explains the fields. */
interface SampleFact {
  trace?: boolean
  phrase?: string
  pattern?: string
  what: string
  write: string
}

const FACTS = readRules<SampleFact>('sample-facts.yaml').map(({ phrase, pattern = '', ...fact }) => ({
  ...fact,
  words: phrase === undefined ? new RegExp(pattern, 'gi') : wholeWords(phrase),
}))

/** A real firm may be in the same town, so its own town is not a fault. */
export function sampleFacts(files: readonly ContentFile[]): { fault: ContentFault; isTrace: boolean }[] {
  const place = sampleFirm(files) ? '' : placeOf(files)
  return FACTS.flatMap(({ words, what, write, trace: isTrace = false }) =>
    applyRules(files, [
      {
        words,
        inCode: true,
        message: (found, { content }) =>
          place.includes(found.toLowerCase())
            ? undefined
            : `holds ${found}, ${what}. Write: ${content.name === 'firm' ? "your firm's" : write}`,
      },
    ]).map((fault) => ({ fault, isTrace })),
  )
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
  const [nameOfSample] = FACTS
  return typeof name === 'string' && nameOfSample && name.search(nameOfSample.words) >= 0 ? firm : undefined
}
