import { expect, it } from 'vitest'
import { firmThings, lawyerThing } from '../../../src/contract/documents/json-ld.ts'
import { publishedOffices } from '../../../src/firm/opening-hours.ts'
import { yamlOf } from '../../table.ts'
import { FIRM } from '../../test-desk.ts'

it('says when the office is open, and which days of the year to come differ', () => {
  const hours = [{ days: 'Monday to Wednesday', opens: '08:30', closes: '17:00' }]
  const address = { ...FIRM.address, city: 'Ocala' }
  const file = {
    offices: [{ ...FIRM.offices[0], address, hours }, { address: FIRM.address }],
    holidays: ['Christmas' as const, 'Labor Day' as const],
    otherDays: [{ date: '2026-12-28', opens: '10:00', closes: '12:00' }, { date: '2026-12-29' }],
  }
  const published = { ...file, ...publishedOffices(file, 'es', '2026-12-20') }
  const day = (date: string, opens = '00:00', closes = '00:00') => ({
    '@type': 'OpeningHoursSpecification',
    opens,
    closes,
    validFrom: date,
    validThrough: date,
  })
  const [main, other] = firmThings({ ...FIRM, ...published })
  const otherAddress = expect.objectContaining({ addressLocality: FIRM.address.city }) as object
  expect(other).toEqual({ ...yamlOf<object>('tests/contract/documents/json-ld.yaml'), address: otherAddress })
  expect(main).toMatchObject({
    address: { addressLocality: 'Ocala' },
    openingHoursSpecification: [{ dayOfWeek: ['Monday', 'Tuesday', 'Wednesday'], opens: '08:30', closes: '17:00' }],
    specialOpeningHoursSpecification: [day('2026-12-28', '10:00', '12:00'), day('2026-12-29'), day('2027-09-06')],
  })
  expect(firmThings(FIRM)[0]).not.toHaveProperty('specialOpeningHoursSpecification')
})

it('names a lawyer by the number and the profile at The Florida Bar', () => {
  const profile = 'https://www.floridabar.org/directories/find-mbr/profile/?num=0123456'
  const facts = { role: 'Attorney', admitted: '2009', languages: ['English'], areas: [] }
  const lawyer = { ...facts, name: 'Ana', url: 'https://firm.example/ana', body: '' }
  expect(lawyerThing({ ...lawyer, barNumber: '0123456', profile }, FIRM)).toMatchObject({
    sameAs: profile,
    identifier: { propertyID: 'The Florida Bar', value: '0123456' },
  })
  expect(lawyerThing(lawyer, FIRM)).not.toHaveProperty('sameAs')
})
