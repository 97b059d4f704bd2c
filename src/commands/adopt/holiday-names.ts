/**
 * Holidays as people name them.
 */
import { type Holiday, HOLIDAYS } from '../../firm/holidays.ts'
import { NOTHING, partsOf, WrongAnswer } from './wrong-answer.ts'

/** What people also write, without case, apostrophes and dots, by the name that `firm.md` has. */
const OTHER_NAMES: Readonly<Record<Holiday, readonly string[]>> = {
  'New Year': ['new years', 'new year day', 'new years day', 'january 1', 'jan 1'],
  'Martin Luther King Day': ['mlk', 'mlk day', 'martin luther king', 'martin luther king jr day'],
  'Presidents Day': ['president day', 'washingtons birthday'],
  'Memorial Day': ['memorial'],
  Juneteenth: ['june 19', 'june 19th'],
  'Independence Day': ['july 4', 'july 4th', '4 july', '4th july', '4th of july', 'fourth of july'],
  'Labor Day': ['labor', 'labour day'],
  'Columbus Day': ['indigenous peoples day'],
  'Veterans Day': ['veteran day', 'november 11', 'nov 11'],
  Thanksgiving: ['thanksgiving day'],
  'Day after Thanksgiving': ['the day after thanksgiving', 'friday after thanksgiving', 'black friday'],
  Christmas: ['christmas day', 'xmas', 'december 25', 'dec 25'],
}

/** Those on which most offices in Florida are closed. */
const USUAL_ONES = HOLIDAYS.filter((name) => name !== 'Presidents Day' && name !== 'Columbus Day')

const plain = (name: string) => name.toLowerCase().replace(/['’.]/g, '')

/**
 * @param text like `July 4, Thanksgiving, Christmas Day`, or `usual`, or `none`
 * @returns as `firm.md` has them
 * @throws WrongAnswer naming the one that is none
 */
export function parseHolidays(text: string): Holiday[] {
  if (NOTHING.test(text)) return []
  if (plain(text) === 'usual') return USUAL_ONES
  const found = partsOf(text).map((part) => {
    const holiday = HOLIDAYS.find((name) => [plain(name), ...OTHER_NAMES[name]].includes(plain(part)))
    if (!holiday) throw new WrongAnswer(`must be one of: ${HOLIDAYS.join(', ')}; and ${part} is none`)
    return holiday
  })
  return [...new Set(found)]
}
