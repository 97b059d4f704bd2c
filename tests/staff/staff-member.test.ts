import { describe, expect, it } from 'vitest'
import { addFirstOwner, addMember, listMembers, revokeMember, findByKey } from '../../src/staff/staff-member.ts'
import { parseStaffKey } from '../../src/staff/staff-key.ts'
import type { Service } from '../../src/service/service.ts'
import { useCheapScrypt } from '../desk/cheap-scrypt.ts'
import { openDesk } from '../test-desk.ts'

useCheapScrypt()

async function memberByKey({ store }: Pick<Service, 'store'>, text: string) {
  const key = parseStaffKey(text)
  return key && findByKey({ store }, key)
}

describe('members of the staff', () => {
  it('are never found by another key, nor shown with one', async () => {
    const { service, store } = await openDesk()
    const one = await addMember(service, { name: 'Ana', owner: false })
    const other = await addMember(service, { name: 'Bob', owner: false })
    const swapped = (one?.key ?? '').slice(0, 14) + (other?.key ?? '').slice(14)
    expect(await memberByKey(service, swapped)).toBeUndefined()
    expect(await memberByKey(service, swapped.replace(/.{9}(?=.{40}$)/, '0000-0000'))).toBeUndefined()
    expect(JSON.stringify(await listMembers(service))).not.toMatch(/salt|hash/)
    expect([...store.facts.values()].join()).not.toContain((one?.key ?? '').slice(15))
  })

  it('begin with an owner, where there is no one, revoked or not', async () => {
    const { service } = await openDesk()
    const first = await addFirstOwner(service)
    expect(await memberByKey(service, first?.key ?? '')).toMatchObject({ owner: true })
    await revokeMember(service, first?.id ?? '')
    expect(await addFirstOwner(service)).toBeUndefined()
  })
})
