/**
 * The lawyers of a firm that begins. A lawyer whose year of admission is not said is left for the firm to add.
 */
import { stringify } from 'yaml'
import { programName } from '../../firm/placeholders.ts'
import type { Language } from '../../language.ts'
import { contentPath } from '../content/files.ts'
import type { Answers } from './firm-answers.ts'
import { wordsIn } from './spoken.ts'

const FOLDER = 'lawyers'

interface LawyerWords {
  role: string
  /** Where the firm has several lawyers. */
  languages: string
  choose: string
  body: string
}

const WORDS: Readonly<Record<Language, LawyerWords>> = {
  en: {
    role: 'Attorney',
    languages: '[Languages that this lawyer speaks]',
    choose: '[Leave in the field areas only those in which this lawyer works.]',
    body: '[What this lawyer does at the firm, in two or three sentences.] Before you decide, ask about background and experience.',
  },
  es: {
    role: '[Abogada o abogado]',
    languages: '[Idiomas que habla]',
    choose: '[Deje en el campo areas solo las áreas en las que trabaja.]',
    body: '[Lo que hace en el bufete, en dos o tres frases.] Antes de decidir, pregunte por su preparación y experiencia.',
  },
}

/** @returns the texts by their paths */
export function lawyerTexts(answers: Answers, language: Language): [path: string, text: string][] {
  const { lawyers, areas } = answers
  const { role, languages, choose, body } = WORDS[language]
  const isAlone = lawyers.length === 1
  // Who of several lawyers does what is not asked: the check stops it until it is written.
  const spoken = isAlone ? answers.languages.map((each) => wordsIn(language, each)) : [languages]
  const paragraphs = isAlone ? [body] : [body, choose]
  return lawyers.flatMap(({ name, barNumber, admitted }, index): [string, string][] => {
    if (admitted === undefined) return []
    const fields = {
      name,
      role,
      ...(barNumber && { barNumber }),
      admitted,
      languages: spoken,
      areas: areas.map(({ id }) => id),
      order: index + 1,
    }
    return [
      [
        contentPath(language, FOLDER, programName(name)),
        `---\n${stringify(fields)}---\n\n${paragraphs.join('\n\n')}\n`,
      ],
    ]
  })
}
