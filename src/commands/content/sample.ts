/** Finds facts of the invented firm, and addresses that do not exist; tells whether the texts are those of the invented firm. */
import { FirmFile } from '../../firm/firm.ts'
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

/** A real firm may be in the sample's town, so the firm's own town is not a fault. `isTrace` is `trace` in `sample-facts.yaml`. */
export function sampleFacts(files: readonly ContentFile[]): { fault: ContentFault; isTrace: boolean }[] {
  const ownTowns = sampleFirm(files) ? '' : townsOf(files)
  return FACTS.flatMap(({ words, what, write, trace: isTrace = false }) =>
    applyRules(files, [
      {
        words,
        inCode: true,
        message: (found, { content }) =>
          ownTowns.includes(found.toLowerCase())
            ? undefined
            : `holds ${found}, ${what}. Write: ${content.name === 'firm' ? "your firm's" : write}`,
      },
    ]).map((fault) => ({ fault, isTrace })),
  )
}

/** @returns one text with the cities of the firm's offices, and the area that the firm serves, in lower case */
function townsOf(files: readonly ContentFile[]): string {
  const firms = files.filter(({ folder, name }) => folder === '' && name === 'firm')
  const offices = FirmFile.shape.offices.safeParse(firmOf(files)?.data?.offices).data ?? []
  return [...offices.map(({ address }) => address.city), ...firms.map(({ data }) => data?.areaServed)]
    .join('\n')
    .toLowerCase()
}

/** @returns the invented firm's `firm.md`; undefined for another firm */
export function sampleFirm(files: readonly ContentFile[]): ContentFile | undefined {
  const firm = firmOf(files)
  const name = firm?.data?.name
  const [nameOfSample] = FACTS
  return typeof name === 'string' && nameOfSample && name.search(nameOfSample.words) >= 0 ? firm : undefined
}
