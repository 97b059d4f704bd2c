/**
 * Holidays as people name them.
 */
import { type Holiday, HOLIDAYS } from '../../firm/holidays.ts'
import { choiceOf, NOTHING, partsOf } from './wrong-answer.ts'

/** What people also write, without case, apostrophes and dots, by the name that `firm.md` has. */
const OTHER_NAMES: Readonly<Record<Holiday, readonly string[]>> = {
  'New Year': ['new years', 'new year day', 'new years day', 'january 1', 'jan 1'],
  'Martin Luther King Day': ['mlk', 'mlk day', 'martin luther king'],
  'Presidents Day': ['president day', 'washingtons birthday'],
  'Memorial Day': ['memorial'],
  Juneteenth: ['june 19', 'june 19th'],
  'Independence Day': ['july 4', 'july 4th', '4 july', '4th july', '4th of july', 'fourth of july'],
  'Labor Day': ['labor', 'labour day'],
  'Columbus Day': ['indigenous peoples day'],
  'Veterans Day': ['veteran day', 'november 11', 'nov 11'],
  Thanksgiving: ['thanksgiving day'],
  'Day after Thanksgiving': ['friday after thanksgiving', 'black friday'],
  Christmas: ['christmas day', 'xmas', 'december 25', 'dec 25'],
}

const AS_USUAL = 'usual'
/** Those on which most offices in Florida are closed. */
const USUAL_ONES = HOLIDAYS.filter((name) => name !== 'Presidents Day' && name !== 'Columbus Day')

const plain = (name: string) => name.toLowerCase().replace(/['’.]/g, '').replace(/^the /, '')
const BETWEEN_HOLIDAYS = /[;,&]|\band\b/i
/** What may follow a name with a comma before it. */
const JUNIOR = /,? +jr\b\.?/gi

/**
 * @param text like `July 4, Thanksgiving, Christmas Day`, or `usual`, or `none`
 * @returns as `firm.md` has them
 * @throws WrongAnswer naming the one that is none
 */
export function parseHolidays(text: string): Holiday[] {
  if (NOTHING.test(text)) return []
  const found = partsOf(text.replace(JUNIOR, ''), BETWEEN_HOLIDAYS).flatMap((part) => {
    if (plain(part) === AS_USUAL) return USUAL_ONES
    return [choiceOf(part, HOLIDAYS, (name) => [plain(name), ...OTHER_NAMES[name]].includes(plain(part)))]
  })
  return [...new Set(found)]
}
