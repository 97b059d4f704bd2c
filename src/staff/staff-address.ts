/** The e-mail addresses of the staff, sealed. All mail to a member goes to the member's address. */
import * as z from 'zod'
import { EmailAddress, mailboxOf } from '../email-address.ts'
import { type Ports, unsealAs } from '../ports.ts'
import { ifCurrent, listMembers, type MemberDecision, readMember, type StaffMember } from './staff-member.ts'

type AddressPorts = Pick<Ports, 'store' | 'keys'>

const PURPOSE = 'staff-address'
const Content = z.object({ address: z.string() })

/** Checks and trims an address. The parsed value is the mailbox to which mail is sent. */
export const StaffAddress = z
  .string()
  .trim()
  .pipe(EmailAddress)
  .transform((text) => mailboxOf(text) ?? text)

/** @param address checked with `StaffAddress`; undefined removes it */
export async function withAddress({ keys }: Pick<Ports, 'keys'>, address: string | undefined): Promise<MemberDecision> {
  const sealed = address === undefined ? {} : { address: await keys.seal(PURPOSE, { address }) }
  return ifCurrent(({ address: _, ...member }) => ({ ...member, ...sealed }))
}

/** @returns undefined when there is no such member, or no address; `text` is undefined when the address cannot be decrypted */
export async function readAddress(ports: AddressPorts, member: string) {
  const found = await readMember(ports, member)
  return found && openAddress(ports, found)
}

/** Like `readAddress`, for a member who was already read. */
export const openAddress = async ({ keys }: Pick<Ports, 'keys'>, { address }: Pick<StaffMember, 'address'>) =>
  address === undefined ? undefined : { text: (await unsealAs(Content, keys, PURPOSE, address))?.address }

/** @returns the members whose address can be decrypted, each with that address as `to` */
export async function reachableOf(ports: Pick<Ports, 'keys'>, members: readonly StaffMember[]) {
  const opened = members.map(async (member) => ({ ...member, to: (await openAddress(ports, member))?.text }))
  return (await Promise.all(opened)).flatMap(({ to, ...member }) => (to === undefined ? [] : { ...member, to }))
}

/** @returns the members on call who have an address; if there are none, the owners who have one */
export async function membersOnCall(ports: AddressPorts) {
  const members = await reachableOf(ports, await listMembers(ports))
  const onCall = members.filter((member) => member.onCall)
  return onCall.length > 0 ? onCall : members.filter(({ owner }) => owner)
}

/**
 * Tells whether an owner has an address, and whether a member on call has one.
 * Owners get the mails about all dates that are near; members on call get the mails about urgent inquiries.
 */
export async function reachedRoles(ports: AddressPorts) {
  const members = await reachableOf(ports, await listMembers(ports))
  return { owner: members.some(({ owner }) => owner), onCall: members.some(({ onCall }) => onCall) }
}
