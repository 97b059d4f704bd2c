import { expect, it } from 'vitest'
import { MAX_PASSKEYS, withoutPasskey, withPasskey, withPasskeyUse } from '../../src/staff/passkey.ts'
import { reachableOf, readAddress, withAddress } from '../../src/staff/staff-address.ts'
import {
  addFirstOwner,
  addMember,
  changeMember,
  findByKey,
  listMembers,
  type MemberDecision,
  renamed,
  revoked,
  revokeMember,
  withRoles,
  StaffName,
} from '../../src/staff/staff-member.ts'
import { parseStaffKey } from '../../src/staff/staff-key.ts'
import type { Service } from '../../src/service/service.ts'
import { useCheapScrypt } from '../desk/cheap-scrypt.ts'
import type { RecordValue } from '../../src/store/records.ts'
import { addStaff, setAddress } from '../desk/browser.ts'
import { desk, openDesk, useDesk } from '../test-desk.ts'

useCheapScrypt()
useDesk()

async function memberByKey({ store }: Pick<Service, 'store'>, text: string) {
  const key = parseStaffKey(text)
  return key && findByKey({ store }, key)
}

it('members of the staff are never found by another key, nor shown with one', async () => {
  const { service, store } = desk
  const one = await addMember(service, { name: 'Ana', owner: false })
  const other = await addMember(service, { name: 'Bob', owner: false })
  const swapped = (one?.key ?? '').slice(0, 14) + (other?.key ?? '').slice(14)
  expect(await memberByKey(service, swapped)).toBeUndefined()
  expect(await memberByKey(service, swapped.replace(/.{9}(?=.{40}$)/, '0000-0000'))).toBeUndefined()
  expect(JSON.stringify(await listMembers(service))).not.toMatch(/salt|hash/)
  expect([...store.records.values()].join()).not.toContain((one?.key ?? '').slice(15))
})

it('members of the staff are listed in the order in which they were added', async () => {
  for (const name of ['Cid', 'Ana', 'Bob', 'Dot']) {
    await addMember(desk.service, { name, owner: false })
    desk.advance(1000)
  }
  expect((await listMembers(desk.service)).map(({ name }) => name)).toEqual(['Cid', 'Ana', 'Bob', 'Dot'])
})

it('members of the staff begin with an owner, where there is no one, revoked or not', async () => {
  const { service } = desk
  const first = await addFirstOwner(service)
  expect(await memberByKey(service, first?.key ?? '')).toMatchObject({ owner: true })
  await revokeMember(service, first?.id ?? '')
  expect(await addFirstOwner(service)).toBeUndefined()
})

const AT = '2026-11-21T15:04:05.000Z'
const passkey = (id: string, counter = 0) => ({
  ...{ id, at: AT, name: 'Phone', credential: id, publicKey: 'x', counter, transports: [], backedUp: false },
})
const ROLES = { owner: false, lawyer: true, onCall: true }
const ANA: RecordValue<'member'> = {
  ...{ id: 'K7QM2F9D', name: 'Ana', owner: true, lawyer: false, onCall: false, at: AT, key: { salt: 's', hash: 'h' } },
  ...{ address: 'sealed', passkeys: [passkey('zero'), passkey('five', 5)], removedPasskeys: ['gone'] },
}
const { address: _, ...UNREACHED } = ANA
const GONE = { ...UNREACHED, revokedAt: AT, passkeys: [] }
const FULL = { ...ANA, passkeys: Array.from({ length: MAX_PASSKEYS }, (_unused, number) => passkey(`${number}`)) }
const WITHOUT_ZERO = { ...ANA, passkeys: [passkey('five', 5)], removedPasskeys: ['gone', 'zero'] }
const usedWith = (one: string, counter: number) => ({
  ...ANA,
  passkeys: ANA.passkeys.map((each) => (each.id === one ? { ...each, counter, usedAt: AT } : each)),
})
const sealing = (await openDesk()).service
const [addressed, unaddressed] = [await withAddress(sealing, 'a@firm.example'), await withAddress(sealing, undefined)]

it.each(['', ' ', '\u3164', '\u2800', 'A\u202eb', 'A\nb'])('the name of a member is not %j', (name) =>
  expect(StaffName.safeParse(name).success).toBe(false),
)

it.each<[string, MemberDecision, RecordValue<'member'>, RecordValue<'member'> | undefined]>([
  ['renames', renamed('Bob'), ANA, { ...ANA, name: 'Bob' }],
  ['renames one who is revoked', renamed('Bob'), GONE, { ...GONE, name: 'Bob' }],
  ['gives roles', withRoles(ROLES), ANA, { ...ANA, ...ROLES }],
  ['gives a revoked one no roles', withRoles(ROLES), GONE, undefined],
  ['stores an address', addressed, UNREACHED, { ...ANA, address: expect.stringMatching(/^ey/) as string }],
  ['stores no address of a revoked one', addressed, GONE, undefined],
  ['removes the address', unaddressed, ANA, UNREACHED],
  ['revokes, with address and passkeys', revoked(AT), ANA, GONE],
  ['revokes once', revoked('2026-11-22T15:04:05.000Z'), GONE, undefined],
  ['adds a passkey', withPasskey(passkey('new')), ANA, { ...ANA, passkeys: [...ANA.passkeys, passkey('new')] }],
  ['adds no passkey twice', withPasskey(passkey('five')), ANA, undefined],
  ['adds no removed passkey', withPasskey(passkey('gone')), ANA, undefined],
  ['adds no passkey above the limit', withPasskey(passkey('new')), FULL, undefined],
  ['adds no passkey of a revoked one', withPasskey(passkey('new')), GONE, undefined],
  ['removes a passkey', withoutPasskey('zero'), ANA, WITHOUT_ZERO],
  ['removes no unknown passkey', withoutPasskey('new'), ANA, undefined],
  ['takes a counter that grew', withPasskeyUse('five', 6, AT), ANA, usedWith('five', 6)],
  ['takes no counter that is the same', withPasskeyUse('five', 5, AT), ANA, undefined],
  ['takes no counter that is lower', withPasskeyUse('five', 0, AT), ANA, undefined],
  ['takes a passkey without a counter', withPasskeyUse('zero', 0, AT), ANA, usedWith('zero', 0)],
  ['takes no removed passkey', withPasskeyUse('gone', 9, AT), ANA, undefined],
  ['takes no passkey of a revoked one', withPasskeyUse('zero', 0, AT), GONE, undefined],
])('a decision about a member %s', (_what, decide, before, after) => expect(decide(before)).toEqual(after))

it('a decision about a member holds with what is decided at the same time', async () => {
  const { id } = await addStaff(desk)
  const passkeys = Array.from({ length: 5 }, (_unused, number) => withPasskey(passkey(`${number}`)))
  const decisions = [renamed('Bob'), withRoles(ROLES), addressed, ...passkeys]
  const outcomes = await Promise.all(decisions.map((decide) => changeMember(desk.service, id, decide)))
  expect(outcomes).toEqual(decisions.map(() => true))
  const [member] = await listMembers(desk.service)
  expect(member).toMatchObject({ name: 'Bob', ...ROLES, address: expect.any(String) as string })
  expect(member?.passkeys).toHaveLength(5)
  const uses = await Promise.all([1, 1, 1].map(() => changeMember(desk.service, id, withPasskeyUse('0', 1, AT))))
  expect(uses.filter(Boolean)).toHaveLength(1)
})

it('an address is stored encrypted, replaced, and removed without a rest', async () => {
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

it('an address whose key was dropped is not taken for none', async () => {
  const { id } = await addStaff(desk)
  await setAddress(desk, id, 'ana@firm.example')
  const reached = async () => {
    const members = await reachableOf(desk.service, await listMembers(desk.service))
    return members.map((member) => [member.id, member.to])
  }
  expect(await reached()).toEqual([[id, 'ana@firm.example']])
  desk.service.keys = { ...desk.service.keys, unseal: async () => undefined }
  expect(await readAddress(desk.service, id)).toEqual({ text: undefined })
  expect(await reached()).toEqual([])
})
