/**
 * The token in the contact form: the signed time at which the page was drawn, which shows a form that was sent too fast for
 * a person. It is not stored.
 */
import type { Clock, KeyedHash } from '../ports.ts'
import { DAY_MS, SECOND_MS } from '../duration.ts'

/** A form sent faster than this was not filled in by a person, milliseconds. */
export const MIN_FILL_MS = 3 * SECOND_MS
/** An older token counts as missing, milliseconds. */
const MAX_AGE_MS = DAY_MS
const PURPOSE = 'contact-ticket'

interface FormTokenPorts {
  clock: Clock
  keyedHash: KeyedHash
}

/** @returns a token for a page that is drawn now: time and MAC, joined by a dot */
export async function issueFormToken({ clock, keyedHash }: FormTokenPorts): Promise<string> {
  const time = clock.now().getTime().toString(36)
  return `${time}.${await keyedHash.mac(PURPOSE, time)}`
}

/** @returns age of the token, milliseconds; undefined when it is missing, forged or too old */
export async function formTokenAge(text: string, { clock, keyedHash }: FormTokenPorts): Promise<number | undefined> {
  const [time = '', mac = ''] = text.split('.')
  if (!(await keyedHash.matches(PURPOSE, time, mac))) return undefined
  const age = clock.now().getTime() - Number.parseInt(time, 36)
  return age >= 0 && age < MAX_AGE_MS ? age : undefined
}
