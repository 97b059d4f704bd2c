/**
 * The secret address at which the calendar of a member of staff fetches the talks. A program cannot sign in there, so the address alone
 * opens it. The store holds the SHA-256 of its secret only. A new one replaces the one before.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Ports } from '../ports.ts'
import { PATHS } from '../site.ts'
import { keyOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { readMember, type StaffMember } from './staff-member.ts'

type CalendarStore = Pick<Ports, 'store'>

const SECRET_BYTES = 32
/** The last part of the address: programs look for `.ics`. */
const NAME = /^(\w+)\.([\w-]{43})\.ics$/

const keyFor = (member: string, secret: string): string =>
  keyOf(FACTS.staffCalendar, { member, hash: createHash('sha256').update(secret).digest('hex') })

const listKeys = ({ store }: CalendarStore, member: string): Promise<string[]> =>
  store.list(keyOf(FACTS.staffCalendar, { member, hash: '' }))

/** @returns the path of the address, which cannot be shown again */
export async function makeCalendarAddress(
  ports: CalendarStore & Pick<Ports, 'clock'>,
  member: string,
): Promise<string> {
  await removeCalendarAddress(ports, member)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await ports.store.create(keyFor(member, secret), { at: ports.clock.now().toISOString() })
  return `${PATHS.calendar}${member}.${secret}.ics`
}

export async function removeCalendarAddress(ports: CalendarStore, member: string): Promise<void> {
  await Promise.all((await listKeys(ports, member)).map((key) => ports.store.remove(key)))
}

export const hasCalendarAddress = async (ports: CalendarStore, member: string): Promise<boolean> =>
  (await listKeys(ports, member)).length > 0

/**
 * @param path of the address
 * @returns whose it is; undefined when there is no such address, or the member was revoked
 */
export async function findByCalendarAddress(ports: CalendarStore, path: string): Promise<StaffMember | undefined> {
  const [, id = '', secret = ''] = NAME.exec(path.slice(PATHS.calendar.length)) ?? []
  const member = await readMember(ports, id)
  if (member?.revokedAt !== undefined) return undefined
  return member && (await ports.store.read(keyFor(id, secret))) !== undefined ? member : undefined
}
