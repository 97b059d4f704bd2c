/** The talks to come as one calendar, to which members of the staff subscribe. References only. */
import { officeDay, officeDayStart } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { readHistory } from '../inquiries/history.ts'
import { isSameStart, shownTime, talksIn } from '../inquiries/talk.ts'
import { listTaken } from '../inquiries/taken-times.ts'
import { calendarFile, staffEntry } from '../mail/calendar.ts'
import { deskAddress } from '../mail/letter.ts'
import type { StaffMember } from '../staff/staff-member.ts'
import { mapInBatches } from '../store/batches.ts'
import type { Service } from './service.ts'
import { entryOf } from './talk-mail.ts'

/**
 * @param member who has the name of a lawyer gets their own talks, any other those of the whole firm
 * @returns an iCalendar file with the talks of today and later
 */
export async function talkCalendar(service: Service, { name }: Pick<StaffMember, 'name'>): Promise<string> {
  const { store, clock, firm, base, consultations: { lawyers = {}, aheadDays = 0 } = {} } = service
  const isLawyer = Object.values(lawyers).includes(name)
  const today = Date.parse(officeDayStart(officeDay(clock.now())))
  const taken = await listTaken(service, today, today + (aheadDays + 2) * DAY_MS)
  const theirs = taken.filter(({ lawyer }) => !isLawyer || lawyers[lawyer] === name)
  const entries = await mapInBatches(theirs, async (time) => {
    const { talk } = talksIn(await readHistory(store, time.inquiry))
    if (!talk || !isSameStart(time, talk)) return []
    const shown = shownTime(talk, lawyers)
    const { reference } = time.inquiry
    const url = deskAddress(service, reference)
    return [{ ...shown, entry: entryOf(time.inquiry, talk), sequence: talk.seq, ...staffEntry(reference, shown), url }]
  })
  return calendarFile({ firm, base, method: 'PUBLISH' }, entries.flat())
}
