/** `/desk/inquiries/:reference/appointment`: makes, moves and ends an appointment. Also: the table of appointments on Today. */
import { html } from 'hono/html'
import { checkConflicts, mayRetain, readConflictSources } from '../../conflicts/conflict-check.ts'
import { officeClock, officeDay, officeDayStart } from '../../dates.ts'
import { alertBox, deskForm, deskTable, hiddenField, inputField, selectField, timeElement } from '../ui.ts'
import { callLink } from './card.ts'
import { exactPath, inquiryPath, readExact } from './inquiry-table.ts'
import { refusalText } from './change-forms.ts'
import { type DeskAnswer, type Html, type InboxContext, redirectSaying, withInbox } from '../page.ts'
import { type FullInquiry, readAppointment } from '../../inquiries/record.ts'
import { isRepeated } from '../../inquiries/change.ts'
import { safeEmail } from '../../inquiries/safe-contact.ts'
import { ANSWERED_STATUS, awaitsAnswer, type ListedInquiry } from '../../inquiries/status.ts'
import { addressInWords } from '../../firm/offices.ts'
import { readLawyers } from '../../firm/published-facts.ts'
import { canSend } from '../../mail/message.ts'
import { Problem } from '../../problem.ts'
import { changeInquiry } from '../../service/change-inquiry.ts'
import type { Service } from '../../service/service.ts'
import { currentStaff, readMember, readStaff } from '../../staff/staff-member.ts'
import * as appointments from '../../inquiries/appointment.ts'
import { sealDetails } from '../../service/appointment-mails.ts'
import words from '../words.json' with { type: 'json' }

const appointmentPath = (id: FullInquiry['id']) => exactPath(id, '/appointment')

export const showAppointment = withInbox(async (context) => {
  const inquiry = await requireInquiry(context)
  await context.audit('inquiry.opened', inquiry.id.reference)
  return appointmentPage(context, inquiry)
})

export const changeAppointment = withInbox(change)

async function change(context: InboxContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const inquiry = await requireInquiry(context)
  const { id, state, history } = inquiry
  const fields = appointments.TYPED_FIELDS.map((name) => [name, (form.get(name) ?? '').trim()])
  const typed = Object.fromEntries(fields) as appointments.TypedAppointment
  const editor = { seen: Number(form.get('seen')), by: member.id }
  const stored = redirectSaying('appointment', appointmentPath(id))
  // There is no appointment any more when the form that ended it comes again.
  const { what } = typed
  if (appointments.isEnd(what) && isRepeated({ appointment: what }, history.at(-1), editor)) return stored
  const decision = await decide(context, inquiry, typed)
  if ('refusal' in decision) return appointmentPage(context, inquiry, { ...decision, typed })
  const made = await changeFrom(context, inquiry, decision)
  if (isRepeated(made, history.at(-1), editor)) return stored
  const refuse = (now: FullInquiry, refusal: string) => appointmentPage(context, now, { field: 'what', refusal, typed })
  const { sealed } = appointments.appointmentIn(history) ?? {}
  if (typeof made.appointment === 'object' && made.appointment.sealed === sealed)
    return refuse(inquiry, 'This is the appointment as it is. Change the day, the hour or something else first.')
  const outcome = await changeInquiry(service, inquiry, made, editor)
  if (outcome === 'done') return stored
  const present = await requireInquiry(context)
  // What came meanwhile may be this form, sent twice at the same moment.
  if (outcome === 'changed' && present.state.seq !== state.seq) return change(context)
  return refuse(present, outcome === 'gone' ? 'The inquiry was erased meanwhile.' : refusalText(outcome))
}

type OpenInquiry = Awaited<ReturnType<typeof requireInquiry>>

async function decide(
  { service, inbox }: InboxContext,
  inquiry: OpenInquiry,
  typed: appointments.TypedAppointment,
): Promise<appointments.Decision> {
  // Only a new or moved appointment needs the search of all parties.
  const check = appointments.isEnd(typed.what)
    ? undefined
    : await checkConflicts(await readConflictSources(service, inbox), inquiry, service.hidesUnlisted)
  const { phone, safeContact } = inquiry.record.request
  const members = await currentStaff(service)
  return appointments.decideAppointment(typed, {
    now: service.clock.now(),
    isChecked: mayRetain(check),
    present: appointments.appointmentIn(inquiry.history),
    phone,
    safeContact,
    members: new Set(members.keys()),
    offices: officesOf(service),
  })
}

/** If nothing of the appointment changes, its encrypted details stay the same too. */
async function changeFrom(
  { service, member }: InboxContext,
  { record, state, history }: OpenInquiry,
  { appointment, url, place }: Exclude<appointments.Decision, { refusal: string }>,
) {
  if (typeof appointment === 'string') return { appointment }
  const { name = '', lawyer = false } = (await readMember(service, appointment.member)) ?? {}
  const details = { with: name, isLawyer: lawyer, url, place }
  const present = appointments.appointmentIn(history)
  const known = present && (await appointments.openDetails(service, present))
  const isSame = known && appointments.isSame({ ...appointment, ...details }, { ...present, ...known })
  const sealed = isSame ? present.sealed : await sealDetails(service, record.request, details)
  const status = awaitsAnswer(state) ? ANSWERED_STATUS : undefined
  return { appointment: { ...appointment, sealed }, status, assignee: state.assignee ?? member.id }
}

/** Draws the appointments of this day, and earlier appointments for which no member has recorded how they ended. */
export async function appointmentsToday(service: Service, scheduled: readonly ListedInquiry[]): Promise<Html | ''> {
  const end = officeDayStart(officeDay(service.clock.now()), 1)
  const due = scheduled
    .filter(({ state: { appointmentAt = '' } }) => appointmentAt < end)
    .sort((one, other) => ((one.state.appointmentAt ?? '') < (other.state.appointmentAt ?? '') ? -1 : 1))
  const rows = await Promise.all(due.map(({ id }) => rowsOf(service, id)))
  return deskTable('Appointments', { Time: '', How: '', With: '', Inquiry: '' }, rows.flat())
}

/** @returns one row, or none if the appointment was removed meanwhile */
async function rowsOf(service: Service, id: ListedInquiry['id']) {
  const found = await readAppointment(service.store, id)
  if (!found) return []
  const { startsAt, kind } = found
  const details = await appointments.openDetails(service, found)
  const { telephone, url, place } = details ?? {}
  const where = place && officesOf(service).length > 1 ? `, ${place}` : ''
  const call = kind === 'we_call' && telephone && html` ${callLink(telephone, html`${telephone}`)}`
  const video = url && html` <a href="${url}" rel="noreferrer">Join the video call</a>`
  const how = html`${appointments.KINDS_FOR_STAFF[kind]}${where}${call}${video}`
  const link = html`<a href="${appointmentPath(id)}">${id.reference}</a>`
  return [[timeElement(startsAt), how, details?.with ?? '', link]]
}

const officesOf = ({ firm }: Pick<Service, 'firm'>) => firm.offices.map(({ address }) => addressInWords(address))

/** A hidden field if the firm has only one office. */
function officeField([only = '', ...others]: readonly string[], value: string, error: string | undefined) {
  if (others.length === 0) return hiddenField(['place', only])
  const options = [['', 'Choose'], ...[only, ...others].map((office) => [office, office] as const)] as const
  return selectField('place', 'Office, if you meet there', options, { value, error })
}

/** @throws Problem `not-found`, also if the inquiry cannot be opened */
async function requireInquiry(context: InboxContext) {
  const inquiry = await readExact(context)
  if (!inquiry?.record) throw new Problem('not-found', { detail: 'There is no such inquiry.' })
  return { ...inquiry, record: inquiry.record }
}

type Refused = Extract<appointments.Decision, { refusal: string }> & { typed: appointments.TypedAppointment }

async function appointmentPage(context: InboxContext, inquiry: FullInquiry, refused?: Refused): Promise<DeskAnswer> {
  const { service, member } = context
  const { id, state, history, record } = inquiry
  const present = appointments.appointmentIn(history)
  const details = present && (await appointments.openDetails(service, present))
  const [day, time = ''] = present ? officeClock(new Date(present.startsAt)) : ['']
  const value = refused?.typed ?? {
    day,
    time: time.slice(0, 'HH:MM'.length),
    minutes: String(present?.minutes ?? 30),
    kind: present?.kind ?? 'we_call',
    url: details?.url ?? '',
    place: details?.place ?? '',
    member: present?.member ?? state.assignee ?? member.id,
  }
  const errorOf = (field: Refused['field']) => (refused?.field === field ? refused.refusal : undefined)
  const inputOf = (name: 'day' | 'time' | 'minutes' | 'url', label: string, type: Parameters<typeof inputField>[0]) =>
    inputField(type, name, label, { value: value[name], error: errorOf(name) })
  const hasBegun = present !== undefined && present.startsAt <= service.clock.now().toISOString()
  const ends = (['cancelled', 'held', 'missed'] as const).filter((end) => (end === 'cancelled') !== hasBegun)
  const getsMail = record && safeEmail(record.request) !== undefined && canSend(service, 'appointment')
  const kinds = appointments.APPOINTMENT_KINDS.map((kind) => [kind, appointments.KINDS_FOR_STAFF[kind]] as const)
  const endButton = (end: appointments.AppointmentEnd) =>
    html`<button type="submit" class="quiet" name="what" value="${end}" formnovalidate>${words.appointments.ends[end]}</button>`
  const [{ names, current }, lawyers] = await Promise.all([readStaff(service), readLawyers(service.published)])
  // The names show languages and areas, because the chosen member should speak the language and work in the area.
  const colleagues = [...current].map(([staffId, name]) => {
    const { languages = [], areas = [] } = lawyers.find((lawyer) => lawyer.name === name) ?? {}
    const practice = service.practiceAreas.filter((area) => areas.includes(area.id)).map((area) => area.name)
    return [staffId, [name, ...languages, ...practice].join(', ')] as const
  })
  const former = current.has(value.member) ? undefined : names.get(value.member)
  // Without this choice, the browser would silently choose another member.
  if (former !== undefined) colleagues.push([value.member, `${former} (no longer works here)`])
  const form = { action: appointmentPath(id), className: 'form', fields: { seen: state.seq, received: id.receivedAt } }
  const content = html`${inputOf('day', 'Day', 'date')}
    ${inputOf('time', 'Hour', 'time')} ${inputOf('minutes', 'Length, minutes', 'number')}
    ${selectField('kind', 'How', kinds, { value: value.kind, error: errorOf('kind') })}
    ${inputOf('url', 'Video link', 'url')}
    ${officeField(officesOf(service), value.place, errorOf('place'))}
    ${selectField('member', 'With', colleagues, { value: value.member, error: errorOf('member') })}
    <div class="actions">
      <button type="submit" name="what" value="set">${present ? 'Move it' : 'Make the appointment'}</button>
      ${present ? ends.map(endButton) : ''}
    </div>`
  return {
    title: `Appointment: ${id.reference}`,
    status: refused ? 422 : 200,
    content: html`${refused ? alertBox(refused.refusal, refused.field === 'what' ? undefined : refused.field) : ''}
      <p>${present ? html`<strong>${timeElement(present.startsAt)}</strong> with ${details?.with ?? ''}.` : 'There is no appointment yet.'}
        ${getsMail ? 'The person gets an e-mail about each change.' : 'No e-mail goes to this person: tell them.'}</p>
      ${deskForm(member, form, content)}
      <p><a href="${inquiryPath(id.reference)}">Back to the inquiry</a></p>`,
  }
}
