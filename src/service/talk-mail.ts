/**
 * What follows when a talk is chosen, changed or cancelled, by the person or because of what the staff did: mails to both with an
 * iCalendar file, and the time of the lawyer that is free again. And the mail to the person the day before.
 */
import { DAY_MS } from '../duration.ts'
import type { PreparedChange } from '../inquiries/change.ts'
import { readHistory } from '../inquiries/history.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import { statusCapability } from '../inquiries/status-address.ts'
import { changeableUntil, Contact, isSameStart, type Offer, shownTime, type Talk, talksIn } from '../inquiries/talk.ts'
import { freeTime, listTaken, noteReminder } from '../inquiries/taken-times.ts'
import { canSend } from '../mail/message.ts'
import { messageFact, postMessage, type Posting } from '../mail/outbox.ts'
import { letterLanguage } from '../mail/receipt.ts'
import type { TalkNews } from '../mail/talk-letters.ts'
import type { Fact } from '../ports.ts'
import { readAddress } from '../staff/staff-address.ts'
import { listMembers } from '../staff/staff-member.ts'
import { unsealAs } from '../unseal.ts'
import type { Service } from './service.ts'

const PURPOSE = 'talk-offer'

/** @returns what to store with an offer; nothing when no mail can be sent to the person */
export async function sealContact({ keys, languages }: Service, request: AnyInquiryRequest | undefined) {
  const to = request && safeEmail(request)
  if (to === undefined) return {}
  const language = letterLanguage(request?.language, languages)
  return { sealed: await keys.seal(PURPOSE, { to, language }) }
}

/** What a change means for a talk. The same again has the same mails. */
export async function talkOutcome(
  service: Service,
  { id, record, after, history }: Omit<PreparedChange, 'before' | 'after'> & { after: { seq: number } },
) {
  const before = talksIn(history)
  const now = talksIn([...history, { ...record, seq: after.seq }])
  const isChosen = now.talk?.seq === after.seq
  const isCancelled = before.talk && !now.talk && (record.time === undefined || record.time === 'cancelled')
  const talk = isChosen ? now.talk : isCancelled ? before.talk : undefined
  if (!talk) return { mails: [], async free() {} }
  const what = isCancelled ? 'cancelled' : before.talk ? 'changed' : 'chosen'
  const news = { offer: (now.offer ?? before.offer) as Offer, talk, what, sequence: after.seq } as const
  const mails = await talkMails(service, id, record.at, news)
  const earlier = before.talk && !isSameStart(before.talk, now.talk) ? before.talk : undefined
  return { mails, free: async () => earlier && freeTime(service, id, earlier) }
}

interface Happened extends Pick<TalkNews, 'what' | 'sequence'> {
  offer: Offer
  talk: Talk
}

/** The name of the entry in calendars: the same until the talk is cancelled. */
export const entryOf = ({ reference, receivedAt }: InquiryId, { first }: Talk): string =>
  `${reference}.${Date.parse(receivedAt).toString(36)}.${first}`

async function talkMails(service: Service, id: InquiryId, at: string, happened: Happened): Promise<Fact[]> {
  const postings = [await toPerson(service, id, at, happened), await toStaff(service, id, at, happened)]
  const possible = postings.filter((posting) => posting !== undefined && canSend(service, posting.message.kind))
  return Promise.all(possible.map((posting) => messageFact(service, posting as Posting)))
}

function newsOf(service: Service, id: InquiryId, { talk, what, sequence }: Happened) {
  const chosen = shownTime(talk, service.consultations?.lawyers)
  return { reference: id.reference, what, talk: chosen, entry: entryOf(id, talk), sequence }
}

async function toPerson(service: Service, id: InquiryId, at: string, happened: Happened) {
  const { sealed } = happened.offer
  const contact = sealed === undefined ? undefined : await unsealAs(Contact, service.keys, PURPOSE, sealed)
  if (!contact) return undefined
  return {
    at,
    about: { inquiry: id, copyTo: `${happened.what}-${happened.sequence}` },
    message: {
      kind: 'talk',
      ...newsOf(service, id, happened),
      ...contact,
      status: await statusCapability(service, id),
      until: changeableUntil(happened.talk, service.consultations?.changeHours ?? 0),
    },
  } as const
}

/** To the member who is the lawyer, if they have an e-mail address; else to the firm. */
async function toStaff(service: Service, id: InquiryId, at: string, happened: Happened) {
  const news = newsOf(service, id, happened)
  const members = await listMembers(service)
  const member = members.find((one) => one.revokedAt === undefined && one.name === news.talk.lawyer)
  const to = (member && (await readAddress(service, member.id))?.text) ?? service.firm.email
  const message = { kind: 'staffTalk', to, ...news } as const
  return { at, about: { inquiry: id, copyTo: `${happened.what}-${happened.sequence}` }, message } as const
}

/** Queues the mails about talks of the next day. Never rejects: what fails is logged, and done by the next run. */
export async function remindOfTalks(service: Service): Promise<void> {
  try {
    const now = service.clock.now().getTime()
    const near = canSend(service, 'talk') ? await listTaken(service, now, now + DAY_MS) : []
    for (const taken of near.filter(({ isReminded }) => !isReminded)) {
      const { inquiry, startsAt } = taken
      const { offer, talk } = talksIn(await readHistory(service.store, inquiry))
      // One that was chosen within the last day needs no reminder.
      const isEarly = talk !== undefined && Date.parse(talk.chosenAt) < Date.parse(startsAt) - DAY_MS
      if (offer && talk && isEarly && isSameStart(talk, taken)) {
        const happened = { offer, talk, what: 'reminder', sequence: talk.seq } as const
        const posting = await toPerson(service, inquiry, talk.chosenAt, happened)
        if (posting) await postMessage(service, posting)
      }
      await noteReminder(service, taken)
    }
  } catch {
    service.log('outbox.interrupted', { reason: 'talks' })
  }
}
