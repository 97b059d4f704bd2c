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
/** Between two lines: a semicolon, or a comma or “and” after a time. */
const BETWEEN_LINES = /;(?: *and\b)?|(?<=\d|\d *[ap]\.?m\.?|noon) *(?:,? and +|[,&] *)(?=\p{L})/iu
/** Days of one letter or two, as signs on doors have them. */
const DAY_LETTERS: readonly [RegExp, string][] = [
  [/\bm\b/gi, 'Mon'],
  [/\btu?\b/gi, 'Tue'],
  [/\bw\b/gi, 'Wed'],
  [/\b(?:th|r)\b/gi, 'Thu'],
  [/\bf\b/gi, 'Fri'],
  [/\bsa\b/gi, 'Sat'],
  [/\bsu\b/gi, 'Sun'],
]
const withDayNames = (words: string) =>
  DAY_LETTERS.reduce(
    (text, [letters, name]) => text.replace(letters, name),
    words.replaceAll('/', ', ').replace(/, *and\b/i, ' and'),
  )
const NOON = 12
/** Up to this hour, `1 to 5` means the afternoon. */
const LAST_AFTERNOON_HOUR = 5
const TIME_RULE = 'Write 17:00 or 5 p.m.'

/**
 * @param text like `Monday to Friday 8:30 to 17:00; Saturday 9 a.m. to noon`
 * @returns as `firm.md` has them
 * @throws WrongAnswer naming the part that cannot be read
 */
export function parseHours(text: string): FirmFile['hours'] {
  const lines = partsOf(text, BETWEEN_LINES).map((part) => {
    const [found, words = '', ...times] = LINE.exec(part.replace(/\bnoon\b/i, '12:00')) ?? []
    const days = parseDays(withDayNames(words))
    if (!found || !days) throw new WrongAnswer(`must be days and times like “${HOURS_EXAMPLE}”, and “${part}” is none`)
    return { days: daysInWords(days, FIRST_LANGUAGE), ...timesOf(clockOf(times.slice(0, 3)), clockOf(times.slice(3))) }
  })
  const reversed = lines.find(({ opens, closes }) => closes <= opens)
  if (reversed)
    throw new WrongAnswer(`must close after opening: ${reversed.closes} is not after ${reversed.opens}. ${TIME_RULE}`)
  return fitting(FirmFile.shape.hours, lines)
}

/** A time as it was typed. */
interface Clock {
  hour: number
  minutes: string
  /** Whether it may also be meant as the same time after noon: without a.m. or p.m., and without a zero before it. */
  isEither: boolean
}

/** @param time hour, minutes, and `a` or `p` of a clock of 12 hours; without it, of 24 */
function clockOf([hour = '', minutes = '00', half = '']: readonly (string | undefined)[]): Clock {
  if (half && Number(hour) > NOON)
    throw new WrongAnswer(`must have hours up to 12 before a.m. and p.m., and ${hour} is more. ${TIME_RULE}`)
  if (half) return { hour: (Number(hour) % NOON) + (half.toLowerCase() === 'p' ? NOON : 0), minutes, isEither: false }
  return { hour: Number(hour), minutes, isEither: /^(?:[1-9]|1[01])$/.test(hour) }
}

/** `9 to 5` closes in the afternoon, and `1 to 5` opens then too. */
function timesOf(opening: Clock, closing: Clock): { opens: string; closes: string } {
  const late = closing.isEither ? afterNoon(closing) : timeOf(closing)
  const isAfternoon = opening.isEither && opening.hour <= LAST_AFTERNOON_HOUR && afterNoon(opening) < late
  if (isAfternoon) return { opens: afterNoon(opening), closes: late }
  const opens = timeOf(opening)
  return { opens, closes: timeOf(closing) > opens ? timeOf(closing) : late }
}

const timeOf = ({ hour, minutes }: Clock) => `${String(hour).padStart(2, '0')}:${minutes}`
const afterNoon = (time: Clock) => timeOf({ ...time, hour: time.hour + NOON })
