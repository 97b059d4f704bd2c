/**
 * The ticket in the contact form: when the page was drawn, signed, so that a program that answers at once is noticed,
 * and a number of its own, so that a form sent twice is taken once. Stored nowhere.
 */
import type { Clock, Pepper } from '../world.ts'

/** A person needs longer than this to fill in the form, milliseconds. */
export const MIN_FILL_MS = 3000
/** A page that was open for longer is no different from one without a ticket, milliseconds. */
const VALID_MS = 24 * 60 * 60 * 1000
const PURPOSE = 'contact-ticket'

export interface Ticket {
  id: string
  ageMs: number
}

/** @returns a ticket for a page that is drawn now: time, number and signature, joined by dots */
export async function issueTicket({ clock, pepper }: { clock: Clock; pepper: Pepper }): Promise<string> {
  const signed = `${clock.now().getTime().toString(36)}.${crypto.randomUUID()}`
  return `${signed}.${await pepper.mac(PURPOSE, signed)}`
}

/** @returns the ticket, or undefined when it is missing, forged or too old */
export async function readTicket(text: string, { clock, pepper }: { clock: Clock; pepper: Pepper }): Promise<Ticket | undefined> {
  const [time = '', id = '', mac = ''] = text.split('.')

  if (mac === '' || mac !== (await pepper.mac(PURPOSE, `${time}.${id}`))) return undefined
  const ageMs = clock.now().getTime() - Number.parseInt(time, 36)
  return ageMs >= 0 && ageMs < VALID_MS ? { id, ageMs } : undefined
}
