/**
 * The names of the staff, by id. Facts hold only ids, so that a name is stored once.
 */
import type { Ports } from '../ports.ts'
import { listMembers } from './staff-member.ts'

export type StaffNames = ReadonlyMap<string, string>

/** Names of all members, revoked ones included. */
export async function staffNames(ports: Pick<Ports, 'store'>): Promise<StaffNames> {
  return new Map((await listMembers(ports)).map(({ id, name }) => [id, name]))
}

/** Names of current members: inquiries can be assigned to these. */
export async function currentStaff(ports: Pick<Ports, 'store'>): Promise<StaffNames> {
  const current = (await listMembers(ports)).filter(({ revokedAt }) => revokedAt === undefined)
  return new Map(current.map(({ id, name }) => [id, name]))
}
