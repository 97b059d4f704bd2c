/** What was erased, sent or replaced is in no file of the data folder, not even encrypted. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Store } from '../../src/ports.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { withAddress } from '../../src/staff/staff-address.ts'
import { addMember, changeMember, revokeMember } from '../../src/staff/staff-member.ts'
import { listKeys, readValue } from '../../src/store/record.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { openTemporarySqlite } from '../store/temporary-sqlite.ts'
import { openDesk, STAFF_INBOX } from '../test-desk.ts'

const INQUIRIES = 20

const sealedIn = (value: unknown): string[] =>
  JSON.stringify(value).match(/ey[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+/g) ?? []

it('leaves no bytes', async () => {
  const { store, file, close } = await openTemporarySqlite()
  const desk = await openDesk()
  const written = new Set<string>()
  const put: Store['put'] = (key, value, expected) => {
    for (const text of sealedIn(value)) written.add(text)
    return store.put(key, value, expected)
  }
  Object.assign(desk.service, { store: { ...store, put } })
  const { service } = desk
  const folder = dirname(file)
  let present: string[] = []
  /** Of what is not stored any more: the number of texts, and how many can be read in the files. */
  const gone = () => {
    const texts = [...written].filter((text) => !present.includes(text))
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    return { count: texts.length, readable: texts.filter((text) => bytes.some((one) => one.includes(text))).length }
  }
  const look = async () => {
    const keys = await listKeys(store, '')
    present = sealedIn(await Promise.all(keys.map((key) => readValue(store, key))))
    return gone()
  }

  const ids = await Promise.all(Array.from({ length: INQUIRIES }, () => desk.submit()))
  for (const id of ids) await makeChanges(desk, id, { status: 'contacted', note: 'A note.', reply: 'A reply.' })
  await desk.settle()
  await runHousekeeping(service)
  const { count: sent, readable } = await look()
  expect([desk.mails.length > INQUIRIES, sent > INQUIRIES, readable]).toEqual([true, true, 0])

  await eraseInquiries(service, STAFF_INBOX, ids.slice(1), { by: 'OWNER001', keepsNames: false })
  const { count: erased, ...afterErasure } = await look()
  expect([erased - sent, afterErasure.readable]).toEqual([3 * (INQUIRIES - 1), 0])

  const { id = '' } = (await addMember(service, { name: 'Kim', owner: false })) ?? {}
  for (const address of ['a@example.com', 'b@example.com'])
    await changeMember(service, id, await withAddress(service, address))
  await revokeMember(service, id)
  expect(await look()).toEqual({ count: erased + 2, readable: 0 })

  await store.close()
  expect(gone()).toEqual({ count: erased + 2, readable: 0 })
  await close()
})
