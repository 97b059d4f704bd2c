/**
 * The counties that the firm serves, as pages have them in each language.
 */
import { type Language, listInWords } from '../../language.ts'
import { nearest } from '../content/fault.ts'
import { partsOf, WrongAnswer } from './wrong-answer.ts'

/** Of Florida (section 7.01 and following of the Florida Statutes). */
const COUNTIES =
  `Alachua, Baker, Bay, Bradford, Brevard, Broward, Calhoun, Charlotte, Citrus, Clay, Collier, Columbia, DeSoto, Dixie, Duval,
  Escambia, Flagler, Franklin, Gadsden, Gilchrist, Glades, Gulf, Hamilton, Hardee, Hendry, Hernando, Highlands, Hillsborough, Holmes,
  Indian River, Jackson, Jefferson, Lafayette, Lake, Lee, Leon, Levy, Liberty, Madison, Manatee, Marion, Martin, Miami-Dade, Monroe,
  Nassau, Okaloosa, Okeechobee, Orange, Osceola, Palm Beach, Pasco, Pinellas, Polk, Putnam, Santa Rosa, Sarasota, Seminole, St. Johns,
  St. Lucie, Sumter, Suwannee, Taylor, Union, Volusia, Wakulla, Walton, Washington`.split(/,\s+/)

/** A hyphen, a full stop or a space does not matter: Miami Dade, St Johns. */
const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
const BETWEEN = /[;,]|\band\b/

/**
 * @param text like `Duval, Clay and Nassau`
 * @returns their names
 * @throws WrongAnswer naming what is no county of Florida
 */
export function parseCounties(text: string): string[] {
  const names = partsOf(text.replace(/\bcount(?:y|ies)\b|\bFlorida\b/gi, ''), BETWEEN).map((part) => {
    const found = COUNTIES.find((county) => lettersOf(county) === lettersOf(part))
    if (found) return found
    const meant = nearest(part, COUNTIES)
    const hint = meant ? `. Did you mean ${meant}?` : ', like Duval or St. Johns'
    throw new WrongAnswer(`must be counties of Florida, and ${part} is none${hint}`)
  })
  if (names.length === 0) throw new WrongAnswer('must name a county')
  return [...new Set(names)]
}

/** In words: `Duval and Clay counties, Florida`. */
export function countiesInWords(counties: readonly string[], language: Language): string {
  const list = listInWords(counties, 'and', language)
  const isOne = counties.length === 1
  if (language === 'es') return `${isOne ? 'Condado' : 'Condados'} de ${list}, Florida`
  return isOne ? `${list} County, Florida` : `${list} counties, Florida`
}
