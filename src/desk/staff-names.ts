/**
 * The names of those who work here, as the pages of inquiries need them.
 */
import { listMembers } from '../staff/staff-member.ts'
import type { Service } from '../service/service.ts'

/** Names by id. */
export type StaffNames = ReadonlyMap<string, string>

/** Everybody who works or worked here. */
export async function staffNames(service: Service): Promise<StaffNames> {
  return new Map((await listMembers(service)).map(({ id, name }) => [id, name]))
}

/** Those who still work here: work can be given to them. */
export async function currentStaff(service: Service): Promise<StaffNames> {
  const current = (await listMembers(service)).filter(({ revokedAt }) => revokedAt === undefined)
  return new Map(current.map(({ id, name }) => [id, name]))
}
