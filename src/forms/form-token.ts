/**
 * The ticket in the contact form: when the page was drawn, signed, so that a program that answers at once is noticed.
 * Stored nowhere.
 */
import type { Clock, Pepper } from '../ports.ts'
import { DAY_MS, SECOND_MS } from '../duration.ts'

/** A person needs longer than this to fill in the form, milliseconds. */
export const MIN_FILL_MS = 3 * SECOND_MS
/** A page that was open for longer is no different from one without a ticket, milliseconds. */
const VALID_MS = DAY_MS
const PURPOSE = 'contact-ticket'

interface World {
  clock: Clock
  pepper: Pepper
}

/** @returns a ticket for a page that is drawn now: time and signature, joined by a dot */
export async function issueTicket({ clock, pepper }: World): Promise<string> {
  const time = clock.now().getTime().toString(36)
  return `${time}.${await pepper.mac(PURPOSE, time)}`
}

/** @returns how old it is, milliseconds; undefined when it is missing, forged or too old */
export async function ageOfTicket(text: string, { clock, pepper }: World): Promise<number | undefined> {
  const [time = '', mac = ''] = text.split('.')
  if (mac === '' || mac !== (await pepper.mac(PURPOSE, time))) return undefined
  const age = clock.now().getTime() - Number.parseInt(time, 36)
  return age >= 0 && age < VALID_MS ? age : undefined
}
