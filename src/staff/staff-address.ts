/** Reminders go to these addresses. The newest fact counts, and the earlier ones are removed. */
import * as z from 'zod'
import { EmailAddress, mailboxOf } from '../email-address.ts'
import type { Ports } from '../ports.ts'
import { keyOf, readRecordOr, UNREADABLE_SEAL, listKeys, createRecord } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { timeAfter } from '../store/key-lists.ts'
import { unsealAs } from '../unseal.ts'
import { listMembers } from './staff-member.ts'

type AddressPorts = Pick<Ports, 'store' | 'keys'>

const PURPOSE = 'staff-address'
const Content = z.object({ address: z.string() })

/** The result is the mailbox to which mail is sent. */
export const StaffAddress = z
  .string()
  .trim()
  .pipe(EmailAddress)
  .transform((text) => mailboxOf(text) ?? text)

export type FoundAddress = Awaited<ReturnType<typeof readAddress>>

/** The last key has the present address. */
const addressKey = (member: string, time: string) => keyOf(RECORDS.staffAddress, { member, time })

/** @param address checked with `StaffAddress`; undefined removes it */
export async function changeAddress(
  { store, keys, clock }: AddressPorts & Pick<Ports, 'clock'>,
  member: string,
  { address, by }: { address: string | undefined; by: string },
): Promise<void> {
  const earlier = await listKeys(store, addressKey(member, ''))
  const at = timeAfter(clock, addressKey(member, ''), earlier)
  const sealed = address === undefined ? undefined : await keys.seal(PURPOSE, { address })
  await createRecord(store, addressKey(member, at), {
    at,
    by,
    ...(sealed && { sealed }),
  } satisfies RecordValue<'staffAddress'>)
  await Promise.all(earlier.map((key) => store.remove(key)))
}

/** @returns undefined when the member has no address; `text` is undefined when the address cannot be decrypted */
export async function readAddress({ store, keys }: AddressPorts, member: string) {
  const newest = (await listKeys(store, addressKey(member, ''))).at(-1)
  const found =
    newest === undefined ? undefined : await readRecordOr(store, RECORDS.staffAddress, newest, UNREADABLE_SEAL)
  return found?.sealed === undefined
    ? undefined
    : { text: (await unsealAs(Content, keys, PURPOSE, found.sealed))?.address }
}

async function listReached(ports: AddressPorts) {
  const current = (await listMembers(ports)).filter(({ revokedAt }) => revokedAt === undefined)
  const addresses = await Promise.all(current.map(async ({ id }) => (await readAddress(ports, id))?.text))
  return current.flatMap((member, index) => {
    const address = addresses[index]
    return address === undefined ? [] : [{ ...member, address }]
  })
}

type Reached = Awaited<ReturnType<typeof listReached>>

const addressesOf = (members: Reached): ReadonlyMap<string, string> =>
  new Map(members.map(({ id, address }) => [id, address]))

export const listAddresses = async (ports: AddressPorts) => addressesOf(await listReached(ports))

/** Owners get the mail if no member on call has an address. */
export async function membersOnCall(ports: AddressPorts) {
  const reached = await listReached(ports)
  const onCall = reached.filter((member) => member.onCall)
  return addressesOf(onCall.length > 0 ? onCall : reached.filter(({ owner }) => owner))
}

/** Owners are reminded of late inquiries and dates that are assigned to no one. */
export const isOwnerReached = async (ports: AddressPorts) => (await listReached(ports)).some(({ owner }) => owner)
