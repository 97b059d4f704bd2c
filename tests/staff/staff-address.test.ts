import { expect, it } from 'vitest'
import { listAddresses, readAddress } from '../../src/staff/staff-address.ts'
import { addStaff, setAddress } from '../desk/browser.ts'
import { openDesk } from '../test-desk.ts'

it('an address is stored encrypted, replaced, and removed without a rest', async () => {
  const desk = await openDesk()
  const { id } = await addStaff(desk)
  const [key = ''] = desk.store.keysOf('members/')
  const before = desk.store.records.get(key)
  for (const address of ['ana@firm.example', 'núñez@firm.example']) {
    await setAddress(desk, id, address)
    expect(await readAddress(desk.service, id)).toEqual({ text: address })
    expect(desk.store.records.get(key)).not.toContain('firm.example')
  }
  await setAddress(desk, id, undefined)
  expect(await readAddress(desk.service, id)).toBeUndefined()
  expect(desk.store.records.get(key)).toBe(before)
})

it('one whose key was dropped is not taken for none', async () => {
  const desk = await openDesk()
  const { id } = await addStaff(desk)
  await setAddress(desk, id, 'ana@firm.example')
  expect(await listAddresses(desk.service)).toEqual(new Map([[id, 'ana@firm.example']]))
  desk.service.keys = { ...desk.service.keys, unseal: async () => undefined }
  expect(await readAddress(desk.service, id)).toEqual({ text: undefined })
  expect(await listAddresses(desk.service)).toEqual(new Map())
})
