/**
 * The ticket in the contact form: when the page was drawn, signed, so that a program that answers at once is noticed.
 * Stored nowhere.
 */
import type { Clock, KeyedHash } from '../ports.ts'
import { DAY_MS, SECOND_MS } from '../duration.ts'

/** A person needs longer than this to fill in the form, milliseconds. */
export const MIN_FILL_MS = 3 * SECOND_MS
/** A page that was open for longer is no different from one without a ticket, milliseconds. */
const MAX_AGE_MS = DAY_MS
const PURPOSE = 'contact-ticket'

interface FormTokenPorts {
  clock: Clock
  keyedHash: KeyedHash
}

/** @returns a ticket for a page that is drawn now: time and signature, joined by a dot */
export async function issueFormToken({ clock, keyedHash }: FormTokenPorts): Promise<string> {
  const time = clock.now().getTime().toString(36)
  return `${time}.${await keyedHash.mac(PURPOSE, time)}`
}

/** @returns how old it is, milliseconds; undefined when it is missing, forged or too old */
export async function formTokenAge(text: string, { clock, keyedHash }: FormTokenPorts): Promise<number | undefined> {
  const [time = '', mac = ''] = text.split('.')
  if (mac === '' || mac !== (await keyedHash.mac(PURPOSE, time))) return undefined
  const age = clock.now().getTime() - Number.parseInt(time, 36)
  return age >= 0 && age < MAX_AGE_MS ? age : undefined
}
