/** What the staff may store of an appointment, as a table. */
import { expect, it } from 'vitest'
import {
  type Appointment,
  decideAppointment,
  type Situation,
  type TypedAppointment,
} from '../../src/inquiries/appointment.ts'

const TIME = { day: '2026-12-01', time: '09:30', minutes: '30' }
const TYPED: TypedAppointment = { ...TIME, what: 'set', kind: 'we_call', url: '', place: '', member: 'ANA00001' }
const SITUATION: Situation = {
  now: new Date('2026-11-26T15:00:00.000Z'),
  isChecked: true,
  phone: '+1 386 555 0187',
  members: new Set(['ANA00001']),
  offices: ['1 Test Street', '2 Other Street'],
}
const STANDING: Appointment = {
  startsAt: '2026-11-26T15:30:00.000Z',
  endsAt: '2026-11-26T16:00:00.000Z',
  minutes: 30,
  kind: 'office',
  member: 'ANA00001',
  sealed: '',
  seq: 2,
  first: 2,
}
const begun = { present: STANDING, now: new Date('2026-11-26T15:45:00.000Z') }

it.each<[string, Partial<TypedAppointment>, Partial<Situation>?]>([
  ['its day is missing', { day: '' }],
  ['its hour is missing', { time: '' }],
  ['it is in the past', { day: '2026-11-25' }],
  ['the clocks leave its hour out', { day: '2027-03-14', time: '02:30' }],
  ['it is longer than 8 hours', { minutes: '481' }],
  ['it is too short', { minutes: '4' }],
  ['its length is no number', { minutes: 'an hour' }],
  ['the way is unknown', { kind: 'pigeon' }],
  ['the office is not one of theirs', { kind: 'office', place: '3 Old Street' }],
  ['calls are not safe', {}, { safeContact: ['email'] }],
  ['there is no number to call', {}, { phone: undefined }],
  ['a video has no link', { kind: 'video' }],
  ['the link of a video is not https', { kind: 'video', url: 'http://video.example' }],
  ['the member is unknown', { member: 'BOB00001' }],
  ['no lawyer marked No conflict', {}, { isChecked: false }],
  ['there is none to cancel', { what: 'cancelled' }],
  ['one to be cancelled has begun', { what: 'cancelled' }, begun],
  ['one that was held has not begun', { what: 'held' }, { present: STANDING }],
  ['one that was missed has not begun', { what: 'missed' }, { present: STANDING }],
])('is refused with words when %s', (_title, typed, situation) =>
  expect(decideAppointment({ ...TYPED, ...typed }, { ...SITUATION, ...situation })).toMatchObject({
    field: expect.any(String),
    refusal: expect.stringMatching(/\w{3}.*\.$/),
  }),
)

it.each<[string, Partial<TypedAppointment>, Partial<Situation>, unknown]>([
  ['made', {}, {}, { startsAt: '2026-12-01T14:30:00.000Z', minutes: 30, kind: 'we_call', member: 'ANA00001' }],
  [
    'of 8 hours',
    { minutes: '480', kind: 'office', place: '2 Other Street' },
    {},
    expect.objectContaining({ minutes: 480 }),
  ],
  ['called by the person', { kind: 'you_call' }, { safeContact: ['email'] }, expect.anything()],
  ['by video', { kind: 'video', url: 'https://video.example/x' }, {}, expect.objectContaining({ kind: 'video' })],
  ['cancelled', { what: 'cancelled' }, { present: STANDING }, 'cancelled'],
  ['held', { what: 'held' }, begun, 'held'],
  ['missed, also after a hit', { what: 'missed' }, { ...begun, isChecked: false }, 'missed'],
])('can be %s', (_title, typed, situation, appointment) =>
  expect(decideAppointment({ ...TYPED, ...typed }, { ...SITUATION, ...situation })).toMatchObject({ appointment }),
)
