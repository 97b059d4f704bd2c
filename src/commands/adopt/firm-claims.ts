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
      'a person (?:answers|calls)|every call|contesta una persona|una persona (?:le )?(?:responde|responderá|llama)|cada llamada',
    ),
    decide: 'Does a person answer even when one of you is ill?',
  },
  {
    words: wholeWords('se habla español|hablamos (?:español|\\{firm\\.languages\\})|we speak'),
    decide: 'Are these languages spoken at the office on each day?',
  },
  {
    words: wholeWords('we act for|representamos a inquilinos|we work for|trabajamos para'),
    decide: 'Are these the people you work for?',
  },
  {
    words: wholeWords('bedside|kitchen table|by video|vamos al hospital|mesa de su cocina|por video'),
    decide: 'Do you visit people, and do you talk by video?',
  },
  {
    words: wholeWords('small (?:law )?office|bufete pequeño|a few areas|unas pocas áreas|on the last|asunto el último'),
    decide: 'Is the firm small, and does one person keep a matter from the first day to the last?',
  },
  {
    words: wholeWords(
      'nearby counties|condados cercanos|somebody near you|alguien cerca de usted|tell you who might|le indicamos quién',
    ),
    decide: 'Do you work in the counties around, and do you name lawyers elsewhere?',
  },
  {
    words: wholeWords('only in Florida|solo en Florida|our services there|nuestros servicios allí'),
    decide: 'Do you practice in Florida only, and in which federal matters also elsewhere?',
  },
  {
    words: wholeWords(
      'before they arise|antes de que surjan|look them up|los revisamos|tell you early|le decimos pronto|would cost more|costaría más|a list before you sign|una lista antes de firmar|tell you how to ask|le diremos cómo',
    ),
    decide: 'Do you say what a matter costs before it does, and when it is not worth it?',
  },
  {
    words: wholeWords('see drafts|ve borradores|leave with the originals|lleva los originales'),
    decide: 'Do you show drafts, and who keeps the signed originals?',
  },
  {
    words: wholeWords('show verdicts|mostramos veredictos'),
    decide: 'Do you show no verdicts and collect no testimonials, anywhere?',
  },
  {
    words: wholeWords('letters that you can read|cartas que puede leer'),
    decide: 'Do you write letters that people can read without help?',
  },
  {
    words: wholeWords('somebody is responsible|alguien es responsable'),
    decide: 'Is one person responsible for each message until it is answered?',
  },
  {
    words: wholeWords('on the voicemail|buzón de voz|leave a message|deje un mensaje|listen to it|lo escuchamos'),
    decide: 'Is there a voicemail while the office is closed, and when is it heard?',
  },
  {
    words: wholeWords(
      'tested by programs|lo prueban programas|fix the page|corregiremos la página|by letter|por carta',
    ),
    decide: 'Do you test and fix the pages, and can everything also be done by telephone, by letter and at the office?',
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
      passagesOf(content).passages.flatMap((passage) =>
        sentencesOf(passage)
          .filter(({ sentence }) => sentence.search(words) >= 0)
          .map((found) => ({ decide, file: content.file, ...found })),
      ),
    ),
  )

function sentencesOf({ line, text }: Passage): { line: number; sentence: string }[] {
  return [...text.matchAll(/\S[\s\S]*?(?:[.!?](?=[\s*)]|$)|$(?![\s\S]))/g)].map(({ 0: found, index }) => ({
    line: line + text.slice(0, index).split('\n').length - 1,
    sentence: found.replace(/\*+/g, '').replace(/\s+/g, ' ').trim(),
  }))
}
