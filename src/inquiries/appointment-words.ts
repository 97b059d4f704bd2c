/** An appointment is written in words by the clock of the office. */
import { clockInWords, officeClock, weekdayInWords } from '../dates.ts'
import type { Firm } from '../firm/firm.ts'
import { addressInWords } from '../firm/offices.ts'
import type { Language } from '../language.ts'
import { nationalTelephone } from '../telephone.ts'
import { fill, memberSignature, WORDS } from '../words.ts'
import type { ShownAppointment } from './appointment.ts'

const clockOf = (iso: string) => officeClock(new Date(iso))

/** Like `9:30 a.m.` */
const hourInWords = (iso: string, language: Language): string =>
  clockInWords(clockOf(iso)[1].slice(0, 'HH:MM'.length), language)

/** Like `Tuesday, December 1, 9:30 a.m.` or `martes, 1 de diciembre, 9:30 a. m.` */
export const momentInWords = (iso: string, language: Language): string =>
  `${weekdayInWords(clockOf(iso)[0], WORDS[language].locale)}, ${hourInWords(iso, language)}`

/** Like `with Ana Diaz, attorney` */
export const withWhom = (shown: Pick<ShownAppointment, 'with' | 'isLawyer'>, language: Language): string =>
  fill(WORDS[language].appointment.with, { name: memberSignature(shown.with, shown.isLawyer, language) })

/** Like `we call you at …1234`: only the end of the person's telephone number is shown. */
export function wayInWords(
  { kind, place }: Pick<ShownAppointment, 'kind' | 'place'>,
  language: Language,
  firm: Firm,
  telephone?: string,
): string {
  const end = telephone?.replace(/\D/g, '').slice(-4)
  return fill(WORDS[language].appointment.kinds[kind], {
    // A line never ends between the dots and the digits.
    number: end ? `…\u2060${end}` : '',
    telephone: nationalTelephone(firm.telephone),
    place: place ?? addressInWords(firm.address),
  })
}
