/**
 * What the pages of inquiries are told by other parts of the desk.
 */
import type { Service } from '../service/service.ts'
import type { SignedIn } from './page.ts'

/** Names of those who work here, by id. */
export type StaffNames = ReadonlyMap<string, string>

export interface Surroundings {
  /** Who works here; left out, only whoever asks is known by name. */
  staffNames?(service: Service): Promise<StaffNames>
  /** Those of them who still do, to whom work can be given; left out, only whoever asks. */
  presentStaff?(service: Service): Promise<StaffNames>
  /** How many messages could not be delivered, and whether that is alarming; left out, the first page does not speak of mail. */
  failedMail?(service: Service): Promise<{ count: number; isAlarming: boolean }>
}

/** The names that a page may show, whoever asks among them. */
export async function namesFor({ staffNames }: Surroundings, service: Service, who: SignedIn): Promise<StaffNames> {
  return new Map([...((await staffNames?.(service)) ?? []), [who.id, who.name]])
}

/** Those to whom work can be given, whoever asks among them. */
export async function presentFor({ presentStaff }: Surroundings, service: Service, who: SignedIn): Promise<StaffNames> {
  return new Map([...((await presentStaff?.(service)) ?? []), [who.id, who.name]])
}
