/** A new key of the inbox: what was encrypted to the earlier one is moved to it, and is never lost on the way. */
import { beforeEach, expect, it } from 'vitest'
import { isSealedTo } from '../../src/commands/store.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { findByReference, readByReference } from '../../src/inquiries/record.ts'
import { countSealedToOthers, resealAll, type ResealPorts, SEALED_ROWS } from '../../src/inquiries/reseal.ts'
import { openingInbox, sealingInbox } from '../../src/keys/inbox.ts'
import { createKeys, type InboxPrivateKey, type KeySet, rotateInbox } from '../../src/keys/key-set.ts'
import { type Store, StoreUnavailable } from '../../src/ports.ts'
import { RECORDS } from '../../src/store/records.ts'
import type { SqliteStore } from '../../src/store/sqlite.ts'
import { README_ROWS } from '../store/readme-table.ts'
import { openTemporarySqlite } from '../store/temporary-sqlite.ts'
import { openDesk, type TestDesk } from '../test-desk.ts'
import { makeChanges } from './member-change.ts'
import { listKeys, readValue, createRecord } from '../../src/store/record.ts'

let store: SqliteStore
let desk: TestDesk
let [earlier, present]: { keys: KeySet; inboxPrivateKey: InboxPrivateKey }[] = []
let references: string[]

const startWith = (keys: KeySet) => Object.assign(desk.service, { inbox: sealingInbox(keys.inbox) })

async function note(reference: string, text: string) {
  const [id] = await findByReference(desk.service.store, reference)
  await makeChanges(desk, id!, { note: text, reply: 'Answer.' })
  await desk.settle()
}

/** One text for each inquiry: its message, its notes and its replies. */
async function readWith(...keys: InboxPrivateKey[]) {
  const inbox = await openingInbox(...keys)
  const found = await Promise.all(references.map((reference) => readByReference(desk.service.store, inbox, reference)))
  return found
    .flat()
    .map(({ record, history }) => [record?.request.message, ...history.flatMap(({ texts }) => texts)].join(' '))
}

async function ports(changes: Partial<Store> = {}): Promise<ResealPorts> {
  return {
    store: { ...store, ...changes },
    inbox: sealingInbox(present!.keys.inbox),
    staffInbox: await openingInbox(present!.inboxPrivateKey, earlier!.inboxPrivateKey),
    isCurrent: isSealedTo(present!.keys.inbox),
  }
}

beforeEach(async () => {
  const opened = await openTemporarySqlite()
  store = opened.store
  desk = await openDesk()
  Object.assign(desk.service, { store })
  earlier = await createKeys(true)
  present = await rotateInbox(earlier.keys)
  startWith(earlier.keys)
  references = [await desk.inquire({ message: 'One.' }), await desk.inquire({ message: 'Two.' })]
  await note(references[0]!, 'First note.')
  startWith(present.keys)
  references.push(await desk.inquire({ message: 'Three.' }))
  await note(references[0]!, 'Second note.')
  return opened.close
})

const ALL = ['One. First note. Answer. Second note. Answer.', 'Two.', 'Three.']
const OTHER = 'This note was sealed to another key. This reply was sealed to another key.'

it('after a rotation new inquiries and notes need the new key, old ones the old one, and both together open all', async () => {
  expect(await readWith(present!.inboxPrivateKey, earlier!.inboxPrivateKey)).toEqual(ALL)
  expect(await readWith(earlier!.inboxPrivateKey)).toEqual([`One. First note. Answer. ${OTHER}`, 'Two.', ''])
  expect(await readWith(present!.inboxPrivateKey)).toEqual([` ${OTHER} Second note. Answer.`, '', 'Three.'])
})

it('changes nothing else of the records', async () => {
  const others = async () => {
    const keys = await listKeys(store, '')
    const records = await Promise.all(keys.map(async (key) => [key, JSON.stringify(await readValue(store, key))]))
    return records.map(([key, text]) => [key, text?.replace(/"sealed":"[^"]*"/g, '')])
  }
  const before = await others()
  await resealAll(await ports())
  expect(await others()).toEqual(before)
})

it.each([0, 1])('that is cut off after %i loses nothing, and the next run does the rest', async (count) => {
  let done = 0
  const dying = await ports({
    async put(...given) {
      if (done === count) throw new StoreUnavailable('killed')
      done += 1
      return store.put(...given)
    },
  })
  await expect(resealAll(dying)).rejects.toThrow('killed')
  expect(await readWith(present!.inboxPrivateKey, earlier!.inboxPrivateKey)).toEqual(ALL)
  expect(await resealAll(await ports())).toMatchObject({ resealed: 2 - done, unreadable: 0 })
  expect(await readWith(present!.inboxPrivateKey)).toEqual(ALL)
})

it('does not bring back an inquiry that is erased meanwhile', async () => {
  const [id] = await findByReference(desk.service.store, references[1]!)
  const reader = await openingInbox(present!.inboxPrivateKey, earlier!.inboxPrivateKey)
  const racing = await ports({
    async put(key, value, expected) {
      if (key.endsWith(references[1]!))
        await eraseInquiries(desk.service, reader, [id!], { by: 'OWNER001', keepsNames: false })
      return store.put(key, value, expected)
    },
  })
  expect(await resealAll(racing)).toMatchObject({ resealed: 1, unreadable: 0 })
  expect(await readWith(present!.inboxPrivateKey)).toEqual([ALL[0], ALL[2]])
})

it('beside another run counts each record once', async () => {
  const [one, other] = await Promise.all([resealAll(await ports()), resealAll(await ports())])
  expect([one.resealed + other.resealed, one.current + one.resealed, other.unreadable]).toEqual([2, 3, 0])
  expect(await readWith(present!.inboxPrivateKey)).toEqual(ALL)
})

it('leaves alone what none of the keys opens, and says so', async () => {
  const staffInbox = await openingInbox(present!.inboxPrivateKey)
  expect(await resealAll({ ...(await ports()), staffInbox })).toEqual({ resealed: 0, current: 1, unreadable: 2 })
  expect(await readWith(present!.inboxPrivateKey, earlier!.inboxPrivateKey)).toEqual(ALL)
})

it('does not take what is damaged for moved, as a sound copy of it may need the earlier key', async () => {
  const key = (await listKeys(store, 'inquiries/')).find((one) => one.endsWith(references[0]!)) ?? ''
  await store.put(key, 'torn', (await store.get(key))!.version)
  expect(await resealAll(await ports())).toEqual({ resealed: 1, current: 1, unreadable: 1 })
  expect(await countSealedToOthers(store, isSealedTo(present!.keys.inbox))).toBe(1)
})

it('gives up on a record that cannot be exchanged, instead of trying for good', async () => {
  await expect(resealAll(await ports({ put: async () => 'changed' }))).rejects.toThrow(StoreUnavailable)
})

it('removes the index of parties, which is made again', async () => {
  await createRecord(store, 'parties/2026-10-0', { sealed: 'x.y.z' })
  expect(await resealAll(await ports())).toEqual({ resealed: 2, current: 1, unreadable: 0 })
  expect(await listKeys(store, 'parties/')).toEqual([])
})

it('knows every kind of record that is encrypted to the inbox', () => {
  const sealed = README_ROWS.filter(({ protection }) => protection.includes('encrypted to the inbox'))
  expect([...SEALED_ROWS, RECORDS.parties].map(({ pattern }) => pattern).sort()).toEqual(
    sealed.map(({ pattern }) => pattern).sort(),
  )
})
