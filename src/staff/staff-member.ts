/** Facts about members are never changed. Only an e-mail address is removed, when its member is revoked. */
import * as z from 'zod'
import type { Ports } from '../ports.ts'
import { keyOf, prefixOf, readRecordOr, UNREADABLE, createRecord, listKeys } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { timeAfter } from '../store/key-lists.ts'
import { createMemberId, createStaffKey, isMemberId, verifySecret, type StaffKey } from './staff-key.ts'

type StaffStore = Pick<Ports, 'store'>
type StaffPorts = Pick<Ports, 'store' | 'clock'>

type MemberRecord = RecordValue<'member'>

/** An owner adds and revokes staff, and erases. A lawyer decides on conflicts of interest. A member on call gets mail about urgent inquiries. */
const ROLE_WORDS = { owner: 'owner', lawyer: 'lawyer', onCall: 'on call' } as const
export type Role = keyof typeof ROLE_WORDS
export const ROLES = Object.keys(ROLE_WORDS) as readonly Role[]
export type Roles = Record<Role, boolean>

export const rolesWhere = (has: (role: Role) => boolean | undefined): Roles =>
  Object.fromEntries(ROLES.map((role) => [role, has(role) ?? false])) as Roles

export type StaffMember = Omit<MemberRecord, 'key'> & Roles

export interface StaffView extends StaffMember {
  /** ISO 8601; undefined while the member has access. */
  revokedAt: string | undefined
}

export const MAX_NAME_LENGTH = 80
export const StaffName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_NAME_LENGTH, `must have at most ${MAX_NAME_LENGTH} characters`)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must be plain text in one line')

const STAFF_PREFIX = prefixOf(RECORDS.member)
const memberKey = (id: string) => keyOf(RECORDS.member, { member: id })
const revokedKey = (id: string) => keyOf(RECORDS.revokedMember, { member: id })
/** Keys end with a time, so the last key has the present name or roles. */
const nameKey = (id: string, time: string) => keyOf(RECORDS.memberName, { member: id, time })
const rolesKey = (id: string, time: string) => keyOf(RECORDS.memberRoles, { member: id, time })

const FIRST_OWNER_NAME = 'Owner'

/**
 * @param id generated with the form, so that a form that is sent twice adds one member
 * @returns the key, which cannot be shown again; undefined when there is a member with this id
 */
export async function addMember(
  { store, clock }: StaffPorts,
  {
    id = createMemberId(),
    name,
    owner,
    lawyer = owner,
    onCall = false,
  }: { id?: string; name: string; owner: boolean; lawyer?: boolean; onCall?: boolean },
): Promise<{ id: string; key: string } | undefined> {
  const { key, stored } = await createStaffKey(id)
  const record: MemberRecord = { id, name, owner, lawyer, onCall, at: clock.now().toISOString(), key: stored }
  return (await createRecord(store, memberKey(id), record)) ? { id, key } : undefined
}

/** For a trial on one machine; in production, use `npm run staff`. @returns undefined when there are members */
export async function addFirstOwner(ports: StaffPorts): Promise<{ id: string; key: string } | undefined> {
  if ((await listKeys(ports.store, STAFF_PREFIX)).length > 0) return undefined
  return addMember(ports, { name: FIRST_OWNER_NAME, owner: true })
}

/** The new name is also shown for earlier actions. @param by staff id, or `command` */
export async function renameMember(
  { store, clock }: StaffPorts,
  id: string,
  { name, by }: { name: string; by: string },
): Promise<void> {
  const names = nameKey(id, '')
  const at = timeAfter(clock, names, await listKeys(store, names))
  await createRecord(store, nameKey(id, at), { at, by, name } satisfies RecordValue<'memberName'>)
}

/** The roles are valid at once. `by` is a staff id, or `command`. */
export async function changeRoles(
  { store, clock }: StaffPorts,
  id: string,
  roles: Roles & { by: string },
): Promise<void> {
  const earlier = rolesKey(id, '')
  const at = timeAfter(clock, earlier, await listKeys(store, earlier))
  await createRecord(store, rolesKey(id, at), { at, ...roles } satisfies RecordValue<'memberRoles'>)
}

export const rolesInWords = (roles: Roles): string =>
  ROLES.flatMap((role) => (roles[role] ? [ROLE_WORDS[role]] : [])).join(', ') || 'staff'

/** Ends all sessions, and removes the e-mail address. A member who returns must be added with a new id. */
export async function revokeMember({ store, clock }: StaffPorts, id: string): Promise<void> {
  await createRecord(store, revokedKey(id), { at: clock.now().toISOString() })
  const addresses = await listKeys(store, keyOf(RECORDS.staffAddress, { member: id, time: '' }))
  await Promise.all(addresses.map((key) => store.remove(key)))
}

export async function readMember({ store }: StaffStore, id: string): Promise<StaffView | undefined> {
  return (await readStored({ store }, id))?.view
}

/** Includes revoked members, in the order in which they were added. A member with a damaged record counts as revoked. */
export async function listMembers({ store }: StaffStore): Promise<StaffView[]> {
  const keys = await listKeys(store, STAFF_PREFIX)
  const ids = new Set(keys.map((key) => key.slice(STAFF_PREFIX.length).split('/')[0] ?? ''))
  const members = await Promise.all(
    [...ids].map(async (id) => {
      const found = await readStored({ store }, id, keys)
      if (found) return [found.view]
      const isMember = keys.includes(memberKey(id))
      return isMember ? [{ id, name: UNREADABLE, ...NO_ROLES, at: '', revokedAt: '' }] : []
    }),
  )
  return members.flat().sort((one, other) => (one.at < other.at ? -1 : 1))
}

/**
 * Computes one hash in every case, so the time does not show whether the member exists.
 * @returns undefined when the member is unknown or revoked, or the secret is wrong
 */
export async function findByKey({ store }: StaffStore, { member, secret }: StaffKey): Promise<StaffMember | undefined> {
  const found = await readStored({ store }, member)
  const isTheirs = await verifySecret(found?.key, secret)
  return isTheirs && found?.view.revokedAt === undefined ? found?.view : undefined
}

/** A member has no roles while the record of the newest roles is damaged. */
const NO_ROLES = rolesWhere(() => false)

/**
 * The hash of the key is separate from `view`, because only sign-in needs it.
 * @param known keys of the staff, if they were listed already
 */
async function readStored({ store }: StaffStore, id: string, known?: readonly string[]) {
  if (!isMemberId(id)) return undefined
  const [record, revoked, keys] = await Promise.all([
    readRecordOr(store, RECORDS.member, memberKey(id), undefined),
    readRecordOr(store, RECORDS.revokedMember, revokedKey(id), { at: '' }),
    known ?? listKeys(store, `${STAFF_PREFIX}${id}/`),
  ])
  const newest = (prefix: string) => keys.findLast((key) => key.startsWith(prefix))
  const [nameAt, rolesAt] = [newest(nameKey(id, '')), newest(rolesKey(id, ''))]
  const [renamed, roles] = await Promise.all([
    nameAt === undefined ? undefined : readRecordOr(store, RECORDS.memberName, nameAt, undefined),
    rolesAt === undefined
      ? undefined
      : readRecordOr(store, RECORDS.memberRoles, rolesAt, { at: '', by: UNREADABLE, ...NO_ROLES }),
  ])
  if (!record) return undefined
  const { key, ...member } = record
  const given = roles ?? { ...member, lawyer: member.lawyer ?? member.owner }
  const view: StaffView = {
    ...member,
    name: renamed?.name ?? member.name,
    ...rolesWhere((role) => given[role]),
    revokedAt: revoked?.at,
  }
  return { key, view }
}

export type StaffNames = ReadonlyMap<string, string>

/** `names` includes revoked members. */
export async function readStaff(ports: Pick<Ports, 'store'>) {
  const members = await listMembers(ports)
  const present = members.filter(({ revokedAt }) => revokedAt === undefined)
  const namesOf = (views: readonly StaffView[]): StaffNames => new Map(views.map(({ id, name }) => [id, name]))
  const lawyers = present.filter(({ lawyer }) => lawyer).map(({ name }) => name)
  return { names: namesOf(members), current: namesOf(present), lawyers }
}

export const staffNames = async (ports: Pick<Ports, 'store'>): Promise<StaffNames> => (await readStaff(ports)).names

export const currentStaff = async (ports: Pick<Ports, 'store'>): Promise<StaffNames> => (await readStaff(ports)).current

/** The name of a member, or the id of one who is not known. */
export const nameOf = (id: string, names: StaffNames): string => names.get(id) ?? id
