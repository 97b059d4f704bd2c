/** Sentences of the starters that say something about the firm, which may not be so. */
import type { Language } from '../../language.ts'
import type { ContentFile } from '../content/files.ts'
import { type Passage, passagesOf, wholeWords } from '../content/passages.ts'

/** What the firm decides, and the patterns of what says it, in each language. */
const CLAIMS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'Is the first conversation free, and how long is it?': {
    en: 'half an hour|costs? nothing|without charge',
    es: 'media hora|no cuesta nada|sin costo',
  },
  'Are these your fees?': {
    en: '(?:fixed|hourly|contingent) (?:fees?|one)',
    es: 'honorarios? (?:fijos?|por hora|de contingencia)|(?:ser|son) fijos',
  },
  'Does a person answer even when one of you is ill?': {
    en: 'a person (?:answers|calls)|every call',
    es: 'contesta una persona|una persona (?:le )?(?:responde|responderá|llama)|cada llamada',
  },
  'Are these languages spoken at the office every day?': {
    en: 'we speak',
    es: 'se habla español|hablamos (?:español|\\{firm\\.languages\\})',
  },
  'Are these the people you work for?': {
    en: 'we act for|we work for',
    es: 'representamos a inquilinos|trabajamos para',
  },
  'Do you visit people, and do you talk by video?': {
    en: 'bedside|kitchen table|by video',
    es: 'vamos al hospital|mesa de su cocina|por video',
  },
  'Is the firm small?': {
    en: 'small (?:law )?office|a few areas',
    es: 'bufete pequeño|unas pocas áreas',
  },
  'Do you work in nearby counties, and do you name lawyers elsewhere?': {
    en: 'nearby counties|somebody near you|tell you who might',
    es: 'condados cercanos|alguien cerca de usted|le indicamos quién',
  },
  'Do you practice only in Florida, or elsewhere too in federal matters?': {
    en: 'only in Florida|our services there',
    es: 'solo en Florida|nuestros servicios allí',
  },
  'Do you tell people about costs early, and when it is not worth it?': {
    en: 'before they arise|look them up|tell you early|would cost more|a list before you sign|tell you how to ask',
    es: 'antes de que surjan|l[ao]s revisamos|le decimos pronto|costaría más|una lista antes de firmar|le diremos cómo',
  },
  'Do you show drafts, and who keeps the signed originals?': {
    en: 'see drafts|leave with the originals',
    es: 've borradores|lleva los originales',
  },
  'Do you never show verdicts or testimonials, anywhere?': {
    en: 'show verdicts',
    es: 'mostramos veredictos',
  },
  'Do you write letters that people can read without help?': {
    en: 'letters that you can read',
    es: 'cartas que puede leer',
  },
  'Is one person responsible for each message until it is answered?': {
    en: 'somebody is responsible',
    es: 'alguien es responsable',
  },
  'Is the fee always agreed in writing before any work begins, and are some fees never offered?': {
    en: 'agree on (?:the fee|fees first)|in writing before|before any work begins|never offer one',
    es: 'acordamos (?:los honorarios|por escrito|un honorario)|por escrito antes|antes de empezar|nunca los ofrecemos',
  },
  'Do you answer questions about personal data within 30 days, and confirm erasure?': {
    en: 'answer (?:you )?within 30 days|we confirm it',
    es: 'en un plazo de 30 días|se lo confirmamos',
  },
  'Do you call back at a number that you know before you confirm an agent?': {
    en: 'at a number we know',
    es: 'a un número que (?:ya )?conocemos',
  },
  'Does your host count no visits, load nothing from other companies, and store what people send encrypted?': {
    en: 'counts your visits|no other company|stored in encrypted form',
    es: 'cuenta sus visitas|ninguna otra empresa|se guarda cifrado',
  },
  'Is there voicemail while the office is closed, and when is it checked?': {
    en: 'on the voicemail|leave a message|check messages',
    es: 'buzón de voz|deje un mensaje|lo escuchamos',
  },
  'Do you test and fix the pages, and can everything also be done by telephone, by letter and at the office?': {
    en: 'tested by programs|fix the page|by letter',
    es: 'lo prueban programas|corregiremos la página|por carta',
  },
}

/** Finds them; each sentence once for each decision. */
export const claimsIn = (files: readonly ContentFile[]) =>
  Object.entries(CLAIMS).flatMap(([decide, words]) =>
    files.flatMap((content) => {
      const pattern = wholeWords(words[content.language])
      return passagesOf(content)
        .flatMap(sentencesOf)
        .filter(({ sentence }) => sentence.search(pattern) >= 0)
        .map((found) => ({ decide, file: content.file, ...found }))
    }),
  )

function sentencesOf({ line, text }: Passage): { line: number; sentence: string }[] {
  return [...text.matchAll(/\S[\s\S]*?(?:[.!?](?=[\s*)]|$)|$(?![\s\S]))/g)].map(({ 0: found, index }) => ({
    line: line + text.slice(0, index).split('\n').length - 1,
    sentence: found.replace(/\*+/g, '').replace(/\s+/g, ' ').trim(),
  }))
}
