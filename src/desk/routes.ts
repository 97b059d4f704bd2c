/**
 * Every page of the desk, in the order in which they are tried.
 */
import { outboxStatus } from '../mail/outbox-status.ts'
import { listMembers, type StaffView } from '../staff/staff-member.ts'
import { CLAIM_PAGES } from './claims/pages.ts'
import type { DeskRow } from './page.ts'
import { inquiryPages } from './inquiries/pages.ts'
import { MAIL_PAGES } from './mail/page.ts'
import { STAFF_PAGES } from './staff/pages.ts'
import type { Surroundings } from './surroundings.ts'

const namesOf = (members: readonly StaffView[]) => new Map(members.map(({ id, name }) => [id, name]))

/** What the pages of inquiries are told of the rest. */
const AROUND: Surroundings = {
  async staffNames(service) {
    return namesOf(await listMembers(service))
  },
  async presentStaff(service) {
    return namesOf((await listMembers(service)).filter(({ revokedAt }) => revokedAt === undefined))
  },
  async failedMail(service) {
    const { failing, givenUp, isAlarming } = await outboxStatus(service)
    return { count: failing.length + givenUp.length, isAlarming }
  },
}

export const DESK_PAGES: readonly DeskRow[] = [...inquiryPages(AROUND), ...CLAIM_PAGES, ...MAIL_PAGES, ...STAFF_PAGES]
