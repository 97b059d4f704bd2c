/** Forty inquiries for a day at the desk, in two languages, with spam, long names, right-to-left text and two conflicts. */
import { inquire, registerAgent } from '../journeys/requests.ts'

const COUNT = 40

/** The one that waits longest, and the one answered first. */
export const ORDINARY = { name: 'Odalys Ferrer', email: 'odalys@example.org', phone: '386 555 0187' }
export const SPANISH = { name: 'María del Carmen Hernández-Villanueva Rodríguez', email: 'carmen@example.org' }
export const TAKEN = { name: 'Thaddeus Quimby', email: 'quimby@example.org', phone: '(904) 555-0133 after five' }
/** Both write, and the second is against the first. */
export const PARTY = { name: 'Gary Pitts', email: 'gary@example.net', message: 'A will for my family.' }
export const AGAINST_PARTY = {
  name: 'Lucinda Marsh',
  email: 'lucinda@example.net',
  otherParty: 'Pitts, Gary',
  message: 'Zebras broke my fence.',
}
/** Against a client of the firm's list. */
export const AGAINST_CLIENT = {
  name: 'Wilhelmina Oxley',
  email: 'oxley@example.net',
  otherParty: 'Okeechobee Boat Works LLC',
  message: 'Walrus skulls were on the boat.',
}
export const CLIENTS_CSV = 'name,role\n"Okeechobee Boat Works, Inc.",client\n'
const AGENT_SENT = { name: 'Ingrid Bergstrom', email: 'ingrid@example.org' }
export const SPAM_COUNT = 4

const TWICE = { name: 'Bettina Crowe', email: 'bettina@example.org' }
const SPAM = { name: 'Cheap Pills', email: 'spam@example.com', message: 'http://a http://b http://c '.repeat(30) }
export const LONG = {
  name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
  email: `${'long'.repeat(15)}@${'example.'.repeat(10)}com`,
  message: `${'w'.repeat(300)}\n${'a story '.repeat(100)}`,
}
export const RIGHT_TO_LEFT = { name: 'أحمد بن محمد العلي', email: 'ahmad@example.org', language: 'ar' }
const INITIALS = 'ABCDEFGHJKLMNPQRSTUVWXY'

const NAMED: readonly Record<string, string>[] = [
  ORDINARY,
  { ...SPANISH, language: 'es', topic: 'animal_law', message: 'Un perro me mordió. '.repeat(20) },
  TAKEN,
  PARTY,
  AGAINST_PARTY,
  AGAINST_CLIENT,
  TWICE,
  { ...TWICE, message: 'I wrote this morning, and forgot the date.' },
  LONG,
  RIGHT_TO_LEFT,
  ...Array.from({ length: SPAM_COUNT }, (_, index) => ({ ...SPAM, name: `${SPAM.name} ${index}` })),
]

/** No two of the others share a name, an address or a number. */
const others = Array.from({ length: COUNT - NAMED.length - 1 }, (_, index) => {
  const letter = INITIALS[index % INITIALS.length] ?? ''
  return {
    name: `${letter.repeat(5)}${index} ${letter.repeat(6)}${index}`,
    email: `${letter}${index}@example.com`,
    language: index % 3 === 0 ? 'es' : 'en',
    ...(index % 2 === 0 && { phone: `+1 212 555 ${String(1000 + 37 * index)}` }),
  }
})

export async function sendDay(base: string): Promise<void> {
  for (const inquiry of [...NAMED, ...others]) await inquire(base, inquiry)
  const { access_token } = await registerAgent(base)
  await inquire(base, AGENT_SENT, { Authorization: `Bearer ${access_token}` })
}
