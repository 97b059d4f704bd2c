/** What the staff may store of an appointment, as a table. */
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  type Appointment,
  decideAppointment,
  type Situation,
  type TypedAppointment,
} from '../../src/inquiries/appointment.ts'
import { rowsOf } from '../table.ts'

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
const BEGUN = { present: STANDING, now: new Date('2026-11-26T15:45:00.000Z') }

const situationOf = (words = '{}') =>
  ({ BEGUN, STANDING: { present: STANDING } })[words] ?? (parse(words) as Partial<Situation>)

it.each(rowsOf('tests/inquiries/appointment.txt'))('is refused with words when %s', (_title, typed, situation) =>
  expect(
    decideAppointment(
      { ...TYPED, ...(parse(typed) as Partial<TypedAppointment>) },
      { ...SITUATION, ...situationOf(situation) },
    ),
  ).toMatchObject({ field: expect.any(String), refusal: expect.stringMatching(/\w{3}.*\.$/) }),
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
  ['held', { what: 'held' }, BEGUN, 'held'],
  ['missed, also after a hit', { what: 'missed' }, { ...BEGUN, isChecked: false }, 'missed'],
])('can be %s', (_title, typed, situation, appointment) =>
  expect(decideAppointment({ ...TYPED, ...typed }, { ...SITUATION, ...situation })).toMatchObject({ appointment }),
)
