/**
 * A member is one record. A change is a pure function, which runs again when the record has changed meanwhile. It sees one member only:
 * two owners who revoke each other at the same moment are both revoked, and `npm run staff` adds the next owner.
 */
import * as z from 'zod'
import { visibleText } from '../letters.ts'
import type { Ports } from '../ports.ts'
import { changeRecord, createRecord, keyOf, listKeys, prefixOf, readRecordOr, UNREADABLE } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { createMemberId, createStaffKey, isMemberId, verifySecret, type StaffKey } from './staff-key.ts'

type StaffStore = Pick<Ports, 'store'>
type StaffPorts = Pick<Ports, 'store' | 'clock'>

type MemberRecord = RecordValue<'member'>

/** An owner manages staff and erases inquiries. A lawyer decides on conflicts. A member on call gets mail about urgent inquiries. */
const ROLE_WORDS = { owner: 'owner', lawyer: 'lawyer', onCall: 'on call' } as const
export type Role = keyof typeof ROLE_WORDS
export const ROLES = Object.keys(ROLE_WORDS) as readonly Role[]
export type Roles = Record<Role, boolean>

export const rolesWhere = (has: (role: Role) => boolean): Roles =>
  Object.fromEntries(ROLES.map((role) => [role, has(role)])) as Roles

/** A member has access while there is no `revokedAt`. */
export type StaffMember = Omit<MemberRecord, 'key'>

/** Returns undefined to refuse the change. */
export type MemberDecision = (member: MemberRecord) => MemberRecord | undefined

export const MAX_NAME_LENGTH = 80
export const StaffName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_NAME_LENGTH, `must have at most ${MAX_NAME_LENGTH} characters`)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must be plain text in one line')
  .refine(visibleText, 'must not be empty')

const STAFF_PREFIX = prefixOf(RECORDS.member)
const memberKey = (id: string) => keyOf(RECORDS.member, { member: id })

type NewMember = Pick<MemberRecord, 'name' | 'owner'> & Partial<Pick<MemberRecord, 'id' | 'lawyer' | 'onCall'>>

/**
 * @param id generated with the form, so that a form that is sent twice adds one member
 * @returns the key, which cannot be shown again; undefined when there is a member with this id
 */
export async function addMember(
  { store, clock }: StaffPorts,
  { id = createMemberId(), name, owner, lawyer = owner, onCall = false }: NewMember,
): Promise<{ id: string; key: string } | undefined> {
  const { key, stored } = await createStaffKey(id)
  const [at, passkeys] = [clock.now().toISOString(), { passkeys: [], removedPasskeys: [] }]
  const record: MemberRecord = { id, name, owner, lawyer, onCall, at, key: stored, ...passkeys }
  return (await createRecord(store, memberKey(id), record)) ? { id, key } : undefined
}

/** Adds an owner for a trial on one machine; in production, use `npm run staff`. @returns undefined when there are members */
export async function addFirstOwner(ports: StaffPorts): Promise<{ id: string; key: string } | undefined> {
  if ((await listKeys(ports.store, STAFF_PREFIX)).length > 0) return undefined
  return addMember(ports, { name: 'Owner', owner: true })
}

/** The store keeps no bytes of a replaced e-mail address. @returns false when there is no such member, or the decision refuses */
export async function changeMember({ store }: StaffStore, id: string, decide: MemberDecision): Promise<boolean> {
  const isChanged = await changeRecord(store, RECORDS.member, memberKey(id), decide)
  await store.scrub?.()
  return isChanged
}

/** The new name is also shown for earlier actions. */
export const renamed =
  (name: string): MemberDecision =>
  (member) => ({ ...member, name })

/** Refuses to change a revoked member. Only `renamed` may do that. */
export const ifCurrent =
  (decide: MemberDecision): MemberDecision =>
  (member) =>
    member.revokedAt === undefined ? decide(member) : undefined

/** The roles take effect at once. */
export const withRoles = (roles: Roles): MemberDecision => ifCurrent((member) => ({ ...member, ...roles }))

export const revoked = (revokedAt: string): MemberDecision =>
  ifCurrent(({ address: _, ...member }) => ({ ...member, revokedAt, passkeys: [] }))

export const rolesInWords = (roles: Roles): string =>
  ROLES.flatMap((role) => (roles[role] ? [ROLE_WORDS[role]] : [])).join(', ') || 'staff'

/** Ends all sessions, and removes e-mail address and passkeys. A member who returns must be added with a new id. */
export const revokeMember = ({ store, clock }: StaffPorts, id: string): Promise<boolean> =>
  changeMember({ store }, id, revoked(clock.now().toISOString()))

/** @returns undefined when the member is unknown, or the record is damaged */
export async function readMember(ports: StaffStore, id: string): Promise<StaffMember | undefined> {
  const record = await readStored(ports, id, undefined)
  return record && withoutKey(record)
}

/** Includes revoked members, in the order in which they were added. Damaged records come first, as revoked members without roles. */
export async function listMembers(ports: StaffStore): Promise<StaffMember[]> {
  const ids = (await listKeys(ports.store, STAFF_PREFIX)).map((key) => key.slice(STAFF_PREFIX.length))
  const records = await Promise.all(ids.map((id) => readStored(ports, id, unreadable(id))))
  const members = records.filter((record) => record !== undefined).map(withoutKey)
  return members.sort((one, other) => (one.at < other.at ? -1 : 1))
}

/**
 * Computes one hash in every case, so the time does not show whether the member exists.
 * @returns undefined when the member is unknown or revoked, or the secret is wrong
 */
export async function findByKey(ports: StaffStore, { member, secret }: StaffKey): Promise<StaffMember | undefined> {
  const record = await readStored(ports, member, undefined)
  const isRightSecret = await verifySecret(record?.key, secret)
  return record && isRightSecret && record.revokedAt === undefined ? withoutKey(record) : undefined
}

const unreadable = (id: string): MemberRecord => ({
  ...{ id, name: UNREADABLE, ...rolesWhere(() => false), at: '', key: { salt: '', hash: '' } },
  ...{ revokedAt: '', passkeys: [], removedPasskeys: [] },
})

const readStored = async ({ store }: StaffStore, id: string, damaged: MemberRecord | undefined) =>
  isMemberId(id) ? readRecordOr(store, RECORDS.member, memberKey(id), damaged) : undefined

/** The hash of the key is left out, because only sign-in needs it. */
const withoutKey = ({ key: _, ...member }: MemberRecord): StaffMember => member

export type StaffNames = ReadonlyMap<string, string>

/** `names` includes revoked members. */
export async function readStaff(ports: Pick<Ports, 'store'>) {
  const members = await listMembers(ports)
  const present = members.filter(({ revokedAt }) => revokedAt === undefined)
  const namesOf = (some: readonly StaffMember[]): StaffNames => new Map(some.map(({ id, name }) => [id, name]))
  const lawyers = present.filter(({ lawyer }) => lawyer).map(({ name }) => name)
  return { names: namesOf(members), current: namesOf(present), lawyers }
}

export const staffNames = async (ports: Pick<Ports, 'store'>): Promise<StaffNames> => (await readStaff(ports)).names

export const currentStaff = async (ports: Pick<Ports, 'store'>): Promise<StaffNames> => (await readStaff(ports)).current

/** The name of a member, or the id of one who is not known. */
export const nameOf = (id: string, names: StaffNames): string => names.get(id) ?? id
