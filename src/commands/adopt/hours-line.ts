/**
 * Opening hours as a person writes them on one line.
 */
import { FirmFile } from '../../firm/firm.ts'
import { daysInWords, parseDays } from '../../firm/weekdays.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import { fitting, partsOf, WrongAnswer } from './wrong-answer.ts'

export const HOURS_EXAMPLE = 'Monday to Friday 8:30 to 17:00; Saturday 9:00 to 12:00'

const TIME = '(\\d{1,2})(?::(\\d{2}))? *([ap])?\\.?m?\\.?'
const LINE = new RegExp(`^(.*?)[,:]? +(?:from +)?${TIME} *(?:to|until|-|–) *${TIME}$`, 'i')
const NOON = 12
const TIME_RULE = 'Write 17:00 or 5 p.m.'

/**
 * @param text like `Monday to Friday 8:30 to 17:00; Saturday 9 a.m. to noon`
 * @returns as `firm.md` has them
 * @throws WrongAnswer naming the part that cannot be read
 */
export function parseHours(text: string): FirmFile['hours'] {
  const lines = partsOf(text, /;/).map((part) => {
    const [found, words = '', ...times] = LINE.exec(part.replace(/\bnoon\b/i, '12:00')) ?? []
    const days = parseDays(words)
    if (!found || !days) throw new WrongAnswer(`must be days and times like “${HOURS_EXAMPLE}”, and “${part}” is none`)
    return { days: daysInWords(days, FIRST_LANGUAGE), opens: clock(times.slice(0, 3)), closes: clock(times.slice(3)) }
  })
  const reversed = lines.find(({ opens, closes }) => closes <= opens)
  if (reversed)
    throw new WrongAnswer(`must close after opening: ${reversed.closes} is not after ${reversed.opens}. ${TIME_RULE}`)
  return fitting(FirmFile.shape.hours, lines)
}

/** @param time hour, minutes, and `a` or `p` of a clock of 12 hours; without it, of 24 */
function clock([hour = '', minutes = '00', half = '']: readonly (string | undefined)[]): string {
  if (half && Number(hour) > NOON)
    throw new WrongAnswer(`must have hours up to 12 before a.m. and p.m., and ${hour} is more. ${TIME_RULE}`)
  const hours = half ? (Number(hour) % NOON) + (half.toLowerCase() === 'p' ? NOON : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minutes}`
}
