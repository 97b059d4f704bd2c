/**
 * Sentences of the starters that say something about the firm, which may not be so.
 */
import { type ContentFile } from '../content/files.ts'
import { type Passage, passagesOf, wholeWords } from '../content/passages.ts'

interface Claim {
  words: RegExp
  /** What the firm decides. */
  decide: string
}

const CLAIMS: readonly Claim[] = [
  {
    words: wholeWords('half an hour|costs? nothing|without charge|media hora|no cuesta nada|sin costo'),
    decide: 'Is the first conversation free, and how long is it?',
  },
  {
    words: wholeWords(
      '(?:fixed|hourly|contingent) (?:fees?|one)|honorarios? (?:fijos?|por hora|de contingencia)|(?:ser|son) fijos',
    ),
    decide: 'Are these your fees?',
  },
  {
    words: wholeWords(
      'a person (?:answers|calls)|every call|contesta una persona|una persona (?:le )?(?:responde|llama)|cada llamada',
    ),
    decide: 'Does a person answer, also when somebody is ill?',
  },
  {
    words: wholeWords('se habla español|hablamos (?:español|\\{firm\\.languages\\})|we speak'),
    decide: 'Are these languages spoken at the office on each day?',
  },
  {
    words: wholeWords('we act for|actuamos por|we work for|trabajamos para'),
    decide: 'Are these the people for whom you work?',
  },
  {
    words: wholeWords('bedside|kitchen table|by video|cama|mesa de su cocina|por video'),
    decide: 'Do you visit people, and do you talk by video?',
  },
  {
    words: wholeWords('small (?:law )?office|bufete pequeño|a few areas|unas pocas áreas|on the last|asunto el último'),
    decide: 'Is the firm small, and does one person keep a matter from the first day to the last?',
  },
  {
    words: wholeWords('nearby counties|condados cercanos|somebody near you|alguien cerca de usted'),
    decide: 'Do you work in the counties around, and do you name lawyers elsewhere?',
  },
]

/** A sentence to decide about. */
export interface ClaimFound {
  decide: string
  file: string
  line: number
  sentence: string
}

/** Finds them; each sentence once for each decision. */
export const claimsIn = (files: readonly ContentFile[]): ClaimFound[] =>
  CLAIMS.flatMap(({ words, decide }) =>
    files.flatMap((content) =>
      passagesOf(content).flatMap((passage) =>
        sentencesOf(passage)
          .filter(({ sentence }) => sentence.search(words) >= 0)
          .map((found) => ({ decide, file: content.file, ...found })),
      ),
    ),
  )

function sentencesOf({ line, text }: Passage): { line: number; sentence: string }[] {
  return [...text.matchAll(/\S[\s\S]*?(?:[.!?](?=[\s*)]|$)|$(?![\s\S]))/g)].map(({ 0: found, index }) => ({
    line: line + text.slice(0, index).split('\n').length - 1,
    sentence: found.replace(/\s+/g, ' ').replace(/\*+ ?/g, ''),
  }))
}
