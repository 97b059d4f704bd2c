/** A text as a lawyer reads it in a terminal: each part in one language below the other, with what may not be true of the firm. */
import { FirmFile } from '../../firm/firm.ts'
import { fillInText, placeholderValues } from '../../firm/placeholders.ts'
import { type Content, type ContentFile, contentPath, TYPICAL } from '../content/files.ts'
import { type Passage, passagesOf, unwrapped } from '../content/passages.ts'
import type { claimsIn } from '../adopt/firm-claims.ts'
import type { Reading } from './readings.ts'

/** Before what may not be true. */
const MARK = '►'

type Claims = ReturnType<typeof claimsIn>

/** @param claims what may not be true, in any text */
export function shownText({ texts }: Reading, content: Content, claims: Claims): string {
  const parts = Map.groupBy(
    texts.flatMap((text) => partsOf(text, content, claims)),
    ({ place }) => place,
  )
  const inLanguages = [...parts.values()].map((same) => same.map(({ text }) => text).join('\n'))
  return [texts.map(({ file }) => file).join('\n'), ...inLanguages].join('\n\n')
}

/** The parts of a text; those of two languages at the same place belong together. */
function partsOf(content: ContentFile, { files }: Content, claims: Claims): { place: string; text: string }[] {
  const firm = FirmFile.safeParse(
    files.find(({ file }) => file === contentPath(content.language, '', 'firm'))?.data,
  ).data
  const values = firm ? placeholderValues(firm, content.language, { ...TYPICAL, notOffered: firm.notOffered }) : {}
  // A list is one part.
  const places = Map.groupBy(passagesOf(content), ({ field, line }) => field.split('.')[0] || line)
  let paragraph = 0
  return [...places].map(([place, passages]) => {
    const words = passages.map(({ text }) => unwrapped(fillInText(text, values))).join(', ')
    const doubts = claims
      .filter(({ file, line }) => file === content.file && passages.some((passage) => isWithin(passage, line)))
      .map(({ decide, sentence }) => `${MARK} ${decide} “${fillInText(sentence, values)}”`)
    const isField = typeof place === 'string'
    return {
      place: isField ? place : String(paragraph++),
      text: [isField ? `${place}: ${words}` : words, ...doubts].join('\n'),
    }
  })
}

const isWithin = ({ line, text }: Passage, found: number) =>
  found >= line && found < line + Math.max(1, text.split('\n').length)
