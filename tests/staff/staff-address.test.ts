import { expect, it } from 'vitest'
import { changeAddress, listAddresses, readAddress } from '../../src/staff/staff-address.ts'
import { addStaff } from '../desk/browser.ts'
import { openDesk } from '../test-desk.ts'

it('an address is stored encrypted, replaced, and removed without a rest', async () => {
  const { service, store, advance } = await openDesk()
  const [member, by] = ['K7QM2F9D', 'K7QM2F9D']
  const addresses = () => [...store.facts].filter(([key]) => key.startsWith('staff-mail/'))
  expect(await readAddress(service, member)).toBeUndefined()
  for (const address of ['ana@firm.example', 'núñez@firm.example']) {
    advance(1)
    await changeAddress(service, member, { address, by })
    expect(await readAddress(service, member)).toEqual({ text: address })
    expect(addresses()).toHaveLength(1)
    expect(addresses().join()).not.toContain('firm.example')
  }
  advance(1)
  await changeAddress(service, member, { address: undefined, by })
  expect(await readAddress(service, member)).toBeUndefined()
  expect(addresses().map(([, value]) => JSON.parse(value) as unknown)).toEqual([{ at: expect.any(String), by }])
})

it('one whose key was dropped is not taken for none', async () => {
  const desk = await openDesk()
  const { id } = await addStaff(desk)
  await changeAddress(desk.service, id, { address: 'ana@firm.example', by: id })
  expect(await listAddresses(desk.service)).toEqual(new Map([[id, 'ana@firm.example']]))
  desk.service.keys = { ...desk.service.keys, unseal: async () => undefined }
  expect(await readAddress(desk.service, id)).toEqual({ text: undefined })
  expect(await listAddresses(desk.service)).toEqual(new Map())
})
