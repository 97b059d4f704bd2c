/**
 * The lawyers of a firm that begins. A lawyer whose year of admission is not said is left for the firm to add.
 */
import { stringify } from 'yaml'
import { programName } from '../../firm/placeholders.ts'
import type { Language } from '../../language.ts'
import { contentPath } from '../content/files.ts'
import type { Answers } from './firm-answers.ts'

const FOLDER = 'lawyers'

interface LawyerWords {
  role: string
  language: string
  body: string
}

const WORDS: Readonly<Record<Language, LawyerWords>> = {
  en: {
    role: 'Attorney',
    language: 'English',
    body: '[What this lawyer does at the firm, in two or three sentences.] Before you decide, ask about background and experience.',
  },
  es: {
    role: 'Abogado/a',
    language: 'inglés',
    body: '[Lo que hace en el bufete, en dos o tres frases.] Antes de decidir, pregunte por su preparación y experiencia.',
  },
}

/** @returns the texts by their paths */
export const lawyerTexts = ({ lawyers, areas }: Answers, language: Language): [path: string, text: string][] =>
  lawyers.flatMap(({ name, barNumber, admitted }, index): [string, string][] => {
    if (admitted === undefined) return []
    const { role, language: spoken, body } = WORDS[language]
    const fields = {
      name,
      role,
      ...(barNumber && { barNumber }),
      admitted,
      languages: [spoken],
      areas: areas.map(({ id }) => id),
      order: index + 1,
    }
    return [[contentPath(language, FOLDER, programName(name)), `---\n${stringify(fields)}---\n\n${body}\n`]]
  })
