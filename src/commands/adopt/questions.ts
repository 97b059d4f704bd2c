/**
 * The questions of `npm run adopt`, in their order: one row each.
 */
import { Answers, type AnswerName, USUAL } from './firm-answers.ts'
import { HOURS_EXAMPLE } from './hours-line.ts'
import { REPLY_TIMES, SPOKEN } from './spoken.ts'
import { STARTER_AREAS } from './starters.ts'

export interface Question {
  ask: string
  example: string
}

const choices = (words: readonly { en: string }[]) => words.map(({ en }) => en).join(', ')

export const QUESTIONS: Readonly<Record<AnswerName, Question>> = {
  name: { ask: 'The name under which the firm practices, with P.A. or PLLC', example: 'Diaz & Cole, PLLC' },
  lawyers: {
    ask: 'The lawyers, first the one who is responsible for the site: name, Florida Bar number, year of admission',
    example: 'Ana Diaz, 0123456, 2009; Ben Cole, 0765432, 2015',
  },
  street: { ask: 'Street and number of the office, which clients can visit', example: '12 Bay Street' },
  city: { ask: 'City', example: 'Jacksonville' },
  zip: { ask: 'ZIP code', example: '32202' },
  telephone: { ask: 'Telephone', example: '(904) 555-0100' },
  email: { ask: 'E-mail address of the firm', example: 'office@diazcole.com' },
  hours: { ask: 'Opening hours', example: HOURS_EXAMPLE },
  holidays: {
    ask: 'Holidays on which the office is closed: usual (all but Presidents Day and Columbus Day), none, or their names',
    example: 'New Year, Independence Day, Thanksgiving, Christmas',
  },
  afterHours: {
    ask: 'What a person can do while the office is closed',
    example: 'Call and leave a message.',
  },
  replyWithin: {
    ask: `When a person who wrote can expect an answer: ${choices(REPLY_TIMES)}`,
    example: 'two business days',
  },
  counties: { ask: 'Counties that the firm serves', example: 'Duval, Clay and Nassau' },
  areas: {
    ask: `Practice areas. There are texts for: ${STARTER_AREAS.map(({ name }) => name.toLowerCase()).join(', ')}. Others by their name, with = and a Spanish name, are yours to write`,
    example: 'family law, probate, Elder law = Derecho de las personas mayores',
  },
  spanish: { ask: 'Is the site in Spanish too: yes or no', example: 'yes' },
  languages: {
    ask: `Languages spoken at the office: ${choices(SPOKEN)}`,
    example: 'English, Spanish',
  },
  accent: { ask: 'Color of links and buttons, or nothing', example: '#1f3a6e' },
  logo: { ask: 'File of the logo, SVG or PNG, or nothing', example: 'pictures/logo.svg' },
}

export const ANSWER_NAMES = Object.keys(QUESTIONS) as AnswerName[]

/** What no answer means; undefined when there is nothing to take instead. */
export const usualOf = (name: AnswerName): string | undefined => (USUAL as Partial<Record<AnswerName, string>>)[name]

/** Whether a question may be left without an answer. */
export const isOptional = (name: AnswerName): boolean => Answers.shape[name].safeParse(undefined).success
