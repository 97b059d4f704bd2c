/**
 * The names of the staff, by id: facts bear ids only.
 */
import type { Ports } from '../ports.ts'
import { listMembers } from './staff-member.ts'

export type StaffNames = ReadonlyMap<string, string>

/** Everybody who works or worked here. */
export async function staffNames(ports: Pick<Ports, 'store'>): Promise<StaffNames> {
  return new Map((await listMembers(ports)).map(({ id, name }) => [id, name]))
}

/** Those who still work here: work can be given to them. */
export async function currentStaff(ports: Pick<Ports, 'store'>): Promise<StaffNames> {
  const current = (await listMembers(ports)).filter(({ revokedAt }) => revokedAt === undefined)
  return new Map(current.map(({ id, name }) => [id, name]))
}
