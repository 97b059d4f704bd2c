/**
 * The names of the staff, by id: facts bear ids only.
 */
import type { World } from '../ports.ts'
import { listMembers } from './staff-member.ts'

export type StaffNames = ReadonlyMap<string, string>

/** Everybody who works or worked here. */
export async function staffNames(world: Pick<World, 'store'>): Promise<StaffNames> {
  return new Map((await listMembers(world)).map(({ id, name }) => [id, name]))
}

/** Those who still work here: work can be given to them. */
export async function presentStaff(world: Pick<World, 'store'>): Promise<StaffNames> {
  const present = (await listMembers(world)).filter(({ revokedAt }) => revokedAt === undefined)
  return new Map(present.map(({ id, name }) => [id, name]))
}
