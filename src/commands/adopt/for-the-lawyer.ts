/**
 * What only a lawyer of the firm can write or decide, as far as it depends on the answers. `content/for-the-firm.md` has the rest.
 */
import { FIRST_LANGUAGE } from '../../language.ts'
import type { Answers } from './answers.ts'

interface Point {
  /** File in the content folder. */
  file: string
  what: string
  /** When it concerns this firm; without it, always. */
  if?(answers: Answers): boolean
}

const chose =
  (slug: string) =>
  ({ areas }: Answers) =>
    areas.includes(slug)

const POINTS: readonly Point[] = [
  {
    file: 'notices.md',
    what: 'read each notice: what you may do with a message before you agree to talk (rule 4-1.18), and whether you refer matters to others (rule 4-7.12(b))',
  },
  {
    file: 'pages/privacy.md',
    what: 'name the companies that see what people send, and decide for how long you keep it',
  },
  { file: 'pages/about.md', what: 'write who you are, and decide what you say of experience (rule 4-7.13)' },
  { file: 'firm.md', what: 'write your own letter below the fields, and look at tagline and description' },
  {
    file: 'lawyers/',
    what: 'write what each lawyer does at the firm, in which areas, and which languages they speak',
    if: ({ lawyers }) => lawyers.some(({ admitted }) => admitted !== undefined),
  },
  {
    file: 'practice-areas/',
    what: 'write the texts of your own areas, and an answer to what people ask about them in faq/',
    if: ({ areas }) => areas.some((area) => typeof area !== 'string'),
  },
  {
    file: 'practice-areas/animal-law.md',
    what: 'decide what you say of severe bites: since July 2025 a dog is seized after them',
    if: chose('animal-law'),
  },
  {
    file: 'practice-areas/immigration.md',
    what: 'read it against the forms and deadlines of this month: federal rules change often',
    if: chose('immigration'),
  },
  {
    file: 'practice-areas/family-law.md',
    what: 'read what it says of time with the children (equal time since July 2023, section 61.13) and of injunctions; alimony has other rules since 2023',
    if: chose('family-law'),
  },
  {
    file: 'practice-areas/landlord-and-tenant.md',
    what: 'read the notices and the deposit against sections 83.49 and 83.505 (2025), and the thirty days of some federally backed homes',
    if: chose('landlord-and-tenant'),
  },
  {
    file: 'practice-areas/small-business.md',
    what: 'read what it says of agreements not to compete against sections 542.335 and 542.45 (2025)',
    if: chose('small-business'),
  },
  {
    file: 'practice-areas/real-estate.md',
    what: 'read what it says of canceling the purchase of a condominium against section 718.503, which changes often',
    if: chose('real-estate'),
  },
  {
    file: 'practice-areas/probate.md',
    what: 'read the time limits and the shorter ways of small estates (chapter 735) against the law of this year',
    if: chose('probate'),
  },
  {
    file: 'practice-areas/personal-injury.md',
    what: 'read the fourteen days and the two years again: bills to repeal personal injury protection come up often',
    if: chose('personal-injury'),
  },
  {
    file: 'practice-areas/criminal-and-traffic.md',
    what: 'decide what you say of refusing a breath test, and read the ten days after an arrest',
    if: chose('criminal-and-traffic'),
  },
  {
    file: 'folders of other languages',
    what: 'let a lawyer who reads the language read every translation',
    if: ({ siteLanguages }) => siteLanguages.some((language) => language !== FIRST_LANGUAGE),
  },
]

/** The points for this firm, one line each. */
export const pointsFor = (answers: Answers): string[] =>
  POINTS.filter((point) => point.if?.(answers) ?? true).map(({ file, what }) => `${file}: ${what}`)
