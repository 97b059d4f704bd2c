/** Which ways are safe decides what is mailed, at the first answer and later. */
import { expect, it } from 'vitest'
import { openDetails } from '../../src/inquiries/appointment.ts'
import { safeEmail, WAYS, type Way } from '../../src/inquiries/safe-contact.ts'
import { sealDetails } from '../../src/service/appointment-mails.ts'
import { desk, useDesk, VALID_INQUIRY } from '../test-desk.ts'

useDesk()

it.each<[Way[] | undefined, string | undefined]>([
  [undefined, VALID_INQUIRY.email],
  [[...WAYS], VALID_INQUIRY.email],
  [['telephone', 'voicemail'], undefined],
  // The schema refuses it, but a store may hold it: no way is safe.
  [[], undefined],
])('with the safe ways %j letters, also those of an appointment, go to %s', async (safeContact, email) => {
  const request = { ...VALID_INQUIRY, safeContact }
  expect(safeEmail(request)).toBe(email)
  const sealed = await sealDetails(desk.service, request, { with: 'Ana' })
  expect((await openDetails(desk.service, { sealed }))?.to).toBe(email)
})
