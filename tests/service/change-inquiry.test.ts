/** The audit trail of changes: what was done and nothing that was only asked for, whatever fails in between. */
import { expect, it } from 'vitest'
import { statusCapability } from '../../src/inquiries/status-address.ts'
import { answerInquiry, storeFromPerson } from '../../src/service/answer-inquiry.ts'
import { changeInquiry, undoReply } from '../../src/service/change-inquiry.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import { StoreUnavailable } from '../../src/ports.ts'
import { tracesIn } from '../desk/browser.ts'
import { BY, presentState, tryChange } from '../inquiries/member-change.ts'
import { readInquiry } from '../../src/inquiries/sealed-inquiry.ts'
import { openDesk, STAFF_INBOX, VALID_INQUIRY } from '../test-desk.ts'

async function openInquiry() {
  const desk = await openDesk()
  const id = await desk.submit()
  const change = (changed: InquiryChange, seen?: number) => tryChange(desk, id, changed, seen)
  const entries = async () => (await tracesIn(desk)).map((entry) => entry.split(' ')[1])
  const changes = async () => (await readInquiry(desk.store, id))?.changes.map(({ changed }) => changed)
  const expectOneNote = async () => expect([await entries(), await changes()]).toEqual([['inquiry.note'], [['note']]])
  return { ...desk, id, change, entries, changes, expectOneNote }
}

it('names each field that changed, and none that was only sent', async () => {
  const { change, id, ...desk } = await openInquiry()
  expect(await change({ status: 'contacted', assignee: BY, note: ' ' })).toBe('done')
  const entries = ['assignee', 'status'].map((what) => `${BY} inquiry.${what} ${id.reference}`)
  expect(await tracesIn(desk)).toEqual(entries)
  const [key = ''] = desk.store.keysOf('audit/')
  expect(desk.store.records.get(key)).toContain('"at":"2026-11-21T15:04:05.000Z"')
})

it('names no status while an answer waits and only a note is added', async () => {
  const { change, changes, service, id } = await openInquiry()
  await change({ reply: 'When?', ask: true, status: 'contacted' })
  await answerInquiry(service, await statusCapability(service, id), { answer: 'Last week.' })
  for (const changed of [{ note: 'They answered.' }, { status: 'contacted' } as const]) await change(changed)
  expect((await changes())?.slice(-2)).toEqual([['note'], ['status']])
})

it('makes nothing of a text without a visible character, or of a day to look at a closed inquiry again', async () => {
  const desk = await openInquiry()
  const { change, changes, id } = desk
  await change({ followUp: '2026-11-21' })
  await change({ note: 'Not written yet.', reply: '\u200b' })
  expect((await presentState(desk, id))?.followUp).toBe('2026-11-21')
  await change({ status: 'closed' })
  expect(await change({ followUp: '2026-12-01' })).toBe('nothing')
  expect(await changes()).toEqual([['follow-up'], ['note'], ['status']])
})

it('keeps the names of an inquiry that was finished before a letter that is taken back', async () => {
  const { change, service, id } = await openInquiry()
  await change({ status: 'declined' })
  const letter = { reply: 'We cannot.', assignee: BY }
  const editor = { seen: 1, by: BY, sendAt: '2026-11-22T15:00:00.000Z' }
  await changeInquiry(service, { id, record: { request: VALID_INQUIRY } }, letter, editor)
  expect(await undoReply(service, id, { seq: 2, by: BY })).toBe('done')
  expect(await readInquiry(service.store, id)).toMatchObject({ changes: { length: 3 }, names: expect.anything() })
})

it('an inquiry counts as full only if it is: callers limit the text of an answer', async () => {
  const { change, service, id } = await openInquiry()
  await change({ reply: 'When?', ask: true })
  const tooLong = { answer: 'x'.repeat(5001), sent: { body: '' } }
  await expect(storeFromPerson(service, id, tooLong)).rejects.toThrow('refused: too-long')
})

it('has no reply or question to an address that is not safe', async () => {
  const desk = await openDesk()
  const request = { ...VALID_INQUIRY, phone: '386 555 0142', safeContact: ['telephone' as const] }
  const inquiry = { id: await desk.submit(request), record: { request } }
  for (const change of [{ reply: 'When?' }, { reply: 'When?', ask: true }])
    expect(await changeInquiry(desk.service, inquiry, change, { seen: 0, by: BY })).toBe('no-address')
})

it('is written in the same step as the change', async () => {
  const { change, store } = await openInquiry()
  const { put } = store
  let batch: string[] = []
  const batches = [batch]
  store.put = (key, value, expected) => {
    // SQLite does the same: what comes in one turn of the event loop is one transaction.
    if (batch.length === 0) setImmediate(() => void batches.push((batch = [])))
    batch.push(key.split('/')[0] ?? '')
    return put(key, value, expected)
  }
  await change({ note: 'Called.' })
  expect(batches).toContainEqual(['inquiries', 'audit'])
})

it('has no entry of a change that came too late', async () => {
  const { change, expectOneNote, store } = await openInquiry()
  const { get } = store
  store.get = async (key) => {
    const found = await get(key)
    store.get = get
    if (key.startsWith('inquiries/')) await change({ note: 'First.' })
    return found
  }
  expect(await change({ status: 'contacted' }, 0)).toBe('changed')
  await expectOneNote()
})

it('keeps the entry of a change whose response was lost', async () => {
  const { change, expectOneNote, store } = await openInquiry()
  const { put } = store
  store.put = async (key, value, expected) => {
    const made = await put(key, value, expected)
    if (key.startsWith('inquiries/')) throw new StoreUnavailable('no response')
    return made
  }
  await expect(change({ note: 'Called.' })).rejects.toThrow(StoreUnavailable)
  await expectOneNote()
})

it('writes the entry again that was not taken the first time', async () => {
  const { change, expectOneNote, store } = await openInquiry()
  const { put } = store
  let failures = 1
  store.put = (key, value, expected) =>
    key.startsWith('audit/') && failures-- > 0
      ? Promise.reject(new StoreUnavailable('down'))
      : put(key, value, expected)
  expect(await change({ note: 'Called.' })).toBe('done')
  await expectOneNote()
})

it('has no entry of a change that an erasure preceded', async () => {
  const { change, entries, changes, store, service, id } = await openInquiry()
  const { put } = store
  store.put = async (key, value, expected) => {
    store.put = put
    await eraseInquiries(service, STAFF_INBOX, [id], { by: 'OWNER001', keepsNames: true })
    return put(key, value, expected)
  }
  expect(await change({ note: 'Called.' })).toBe('gone')
  expect([await entries(), await changes()]).toEqual([['inquiry.erased'], undefined])
})
