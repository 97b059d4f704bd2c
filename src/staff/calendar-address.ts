/**
 * The secret address from which a member's calendar program fetches the appointments. The program cannot sign in, so the address contains
 * a secret, of which the store has the SHA-256. A member has one address; a new address replaces it.
 */
import type { Ports } from '../ports.ts'
import { PATHS } from '../site.ts'
import { keyOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { memberInSecret, newSecret, sha256Of } from './secret.ts'
import { readMember, type StaffMember } from './staff-member.ts'

type CalendarStore = Pick<Ports, 'store'>

/** Calendar programs expect this ending. */
const ENDING = '.ics'

const keyFor = (member: string, secret: string): string =>
  keyOf(FACTS.staffCalendar, { member, hash: sha256Of(secret) })

const listKeys = ({ store }: CalendarStore, member: string): Promise<string[]> =>
  store.list(keyOf(FACTS.staffCalendar, { member, hash: '' }))

/** @returns the path of the address, which cannot be shown again */
export async function makeCalendarAddress(
  ports: CalendarStore & Pick<Ports, 'clock'>,
  member: string,
): Promise<string> {
  await removeCalendarAddress(ports, member)
  const secret = newSecret(member)
  await ports.store.create(keyFor(member, secret), { at: ports.clock.now().toISOString() })
  return PATHS.calendar + secret + ENDING
}

export async function removeCalendarAddress(ports: CalendarStore, member: string): Promise<void> {
  await Promise.all((await listKeys(ports, member)).map((key) => ports.store.remove(key)))
}

export const hasCalendarAddress = async (ports: CalendarStore, member: string): Promise<boolean> =>
  (await listKeys(ports, member)).length > 0

/** @returns the member of this address; undefined when the address is unknown, or the member was revoked */
export async function findByCalendarAddress(ports: CalendarStore, path: string): Promise<StaffMember | undefined> {
  if (!path.endsWith(ENDING)) return undefined
  const secret = path.slice(PATHS.calendar.length, -ENDING.length)
  const id = memberInSecret(secret)
  const member = id === undefined ? undefined : await readMember(ports, id)
  if (!member || member.revokedAt !== undefined) return undefined
  return (await ports.store.read(keyFor(member.id, secret))) === undefined ? undefined : member
}
