/** What the staff may store of an appointment, as a table. */
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Appointment, Situation, TypedAppointment } from '../../src/inquiries/appointment.ts'
import { decideAppointment } from '../../src/inquiries/appointment.ts'
import { blocksOf, yamlOf } from '../table.ts'

const TIME = { day: '2026-12-01', time: '09:30', minutes: '30' }
const TYPED: TypedAppointment = { ...TIME, what: 'set', kind: 'we_call', url: '', place: '', member: 'ANA00001' }
const SITUATION: Situation = {
  now: new Date('2026-11-26T15:00:00.000Z'),
  isChecked: true,
  phone: '+1 386 555 0187',
  members: new Set(['ANA00001']),
  offices: ['1 Test Street', '2 Other Street'],
}
const STANDING = yamlOf<Appointment>('tests/inquiries/appointment.yaml')
const BEGUN = { present: STANDING, now: new Date('2026-11-26T15:45:00.000Z') }

const SITUATIONS: Partial<Record<string, Partial<Situation>>> = {
  STANDING: { present: STANDING },
  BEGUN,
  BEGUN_AND_HIT: { ...BEGUN, isChecked: false },
}
const decisionOn = (typed: string, situation = '{}') =>
  decideAppointment(
    { ...TYPED, ...(parse(typed) as Partial<TypedAppointment>) },
    { ...SITUATION, ...(SITUATIONS[situation] ?? (parse(situation) as Partial<Situation>)) },
  )

const [REFUSED = [], TAKEN = []] = blocksOf('tests/inquiries/appointment.txt')
it.each(REFUSED)('is refused with words when %s', (_title, typed = '', situation) => {
  const refused = { field: expect.any(String), refusal: expect.stringMatching(/\w{3}.*\.$/) }
  expect(decisionOn(typed, situation)).toMatchObject(refused)
})

it.each(TAKEN)('can be %s', (_title, typed = '', situation, appointment = '') =>
  expect(decisionOn(typed, situation)).toMatchObject({ appointment: parse(appointment) as unknown }),
)
