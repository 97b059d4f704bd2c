/**
 * The practice areas that the firm chooses: starters, and areas of its own.
 */
import { PracticeAreaFile } from '../../firm/practice-area.ts'
import { withoutAccents } from '../../letters.ts'
import { nearest } from '../content/fault.ts'
import { STARTER_AREAS, type StarterArea } from './starters.ts'
import { fitting, partsOf, WrongAnswer } from './wrong-answer.ts'

/** The fields of an area of the firm's own are its names only: the text is to be written. */
export interface ChosenArea extends StarterArea {
  isOwn: boolean
  /** Of an own area, if the firm says it. */
  spanishName: string | undefined
}

const BETWEEN_NAMES = /\s*=\s*/
const OWN_RULE = 'name an area of your own in letters, like Elder law'

/**
 * @param text like `family law, probate, Elder law = Derecho de las personas mayores`
 * @returns the areas in that order
 * @throws WrongAnswer naming all parts that are no area, or what else is wrong with one
 */
export function parseAreas(text: string): ChosenArea[] {
  const found = partsOf(text).map(areaOf)
  const wrong = found.filter((area) => typeof area === 'string')
  if (wrong.length > 0) throw new WrongAnswer(`must be areas, and ${wrong.join('; ')}`)
  const areas = found.filter((area) => typeof area !== 'string')
  if (areas.length === 0) throw new WrongAnswer('must name an area')
  const twice = areas.find(({ id }, index) => areas.findIndex((area) => area.id === id) < index)
  if (twice) throw new WrongAnswer(`must name each area once, and ${twice.name} is there twice`)
  return areas
}

/** What firms also call the areas for which there is a text, by its file. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'personal-injury': ['injury', 'injuries', 'accidents', 'car accidents'],
  'criminal-and-traffic': ['criminal', 'criminal law', 'criminal defense', 'traffic', 'dui'],
  'wills-and-trusts': ['wills', 'estate planning', 'trusts'],
  'family-law': ['family', 'divorce'],
  immigration: ['immigration law'],
  'real-estate': ['real estate law'],
  'landlord-and-tenant': ['landlord tenant', 'evictions'],
  'small-business': ['business', 'business law'],
  probate: ['estates', 'probate law'],
}

/** Case, hyphens and underscores do not matter. */
const plain = (name: string) => name.toLowerCase().replace(/[-_]/g, ' ')

/** @returns the area, or what is wrong with it */
function areaOf(part: string): ChosenArea | string {
  const [name = '', spanishName] = part.split(BETWEEN_NAMES)
  const wordsOf = ({ name: known, id, slug }: StarterArea) => [known, id, slug, ...(OTHER_NAMES[slug] ?? [])].map(plain)
  const starter = STARTER_AREAS.find((area) => wordsOf(area).includes(plain(name)))
  if (starter) return { ...starter, isOwn: false, spanishName: undefined }
  const meant = nearest(plain(name), STARTER_AREAS.flatMap(wordsOf))
  if (meant) return `“${name}” is none (did you mean ${meant}?)`
  const words = withoutAccents(name)
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  const { success, data: id } = PracticeAreaFile.shape.id.safeParse(words.join('_'))
  if (!success) return `“${name}” is none (${OWN_RULE})`
  return { slug: words.join('-'), id, name: fitting(PracticeAreaFile.shape.name, name), isOwn: true, spanishName }
}
