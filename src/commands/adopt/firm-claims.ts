/** Sentences of the starters that say something about the firm, which may not be so. */
import type { ContentFile } from '../content/files.ts'
import { type Passage, passagesOf, wholeWords } from '../content/passages.ts'
import { STARTER_DECISIONS } from './starters.ts'

export interface Claim {
  /** The question that a lawyer decides. */
  decide: string
  file: string
  line: number
  sentence: string
}

/** Finds them; each sentence once for each decision. */
export const claimsIn = (files: readonly ContentFile[]): Claim[] =>
  STARTER_DECISIONS.claims.flatMap(({ ask: decide, ...words }) =>
    files.flatMap((content) => {
      const pattern = wholeWords(words[content.language])
      return passagesOf(content)
        .flatMap(sentencesOf)
        .filter(({ sentence }) => sentence.search(pattern) >= 0)
        .map((found) => ({ decide, file: content.file, ...found }))
    }),
  )

function sentencesOf({ line, text }: Passage): Pick<Claim, 'line' | 'sentence'>[] {
  return [...text.matchAll(/\S[\s\S]*?(?:[.!?](?=[\s*)]|$)|$(?![\s\S]))/g)].map(({ 0: found, index }) => ({
    line: line + text.slice(0, index).split('\n').length - 1,
    sentence: found.replace(/\*+/g, '').replace(/\s+/g, ' ').trim(),
  }))
}
