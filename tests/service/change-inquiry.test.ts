/** The audit trail of changes: what was done and nothing that was only asked for, whatever fails in between. */
import { expect, it } from 'vitest'
import { eraseInquiry } from '../../src/service/erasure.ts'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import { StoreUnavailable } from '../../src/ports.ts'
import { BY, tryChange } from '../inquiries/member-change.ts'
import { openDesk } from '../test-desk.ts'

async function openInquiry() {
  const desk = await openDesk()
  const id = await desk.submit()
  const change = (changed: InquiryChange, seen?: number) => tryChange(desk, id, changed, seen)
  const entries = () =>
    [...desk.store.facts]
      .filter(([key]) => key.startsWith('audit/'))
      .map(([, value]) => (JSON.parse(value) as { action: string }).action)
      .sort()
  const changes = () => desk.store.keysOf(/^changes\/.*\/\d+$/)
  return { ...desk, id, change, entries, changes }
}

it('names each field that changed, and none that was only sent', async () => {
  const { change, entries, store, id } = await openInquiry()
  expect(await change({ status: 'contacted', assignee: BY, note: ' ' })).toBe('done')
  expect(entries()).toEqual(['inquiry.assignee', 'inquiry.status'])
  const [, entry = ''] = [...store.facts].find(([key]) => key.startsWith('audit/')) ?? []
  expect(JSON.parse(entry)).toMatchObject({ by: BY, subject: id.reference, at: '2026-11-21T15:04:05.000Z' })
})

it('is written in the same step as the change', async () => {
  const { change, store } = await openInquiry()
  const { put } = store
  let batch: string[] = []
  const batches = [batch]
  store.put = (key, value, expected) => {
    // SQLite does the same: what comes in one turn of the event loop is one transaction.
    if (batch.length === 0)
      setImmediate(() => {
        batches.push((batch = []))
      })
    batch.push(key.split('/')[0] ?? '')
    return put(key, value, expected)
  }
  await change({ note: 'Called.' })
  expect(batches).toContainEqual(['changes', 'audit'])
})

it('has no entry of a change that the store did not take', async () => {
  const { change, entries, changes, store } = await openInquiry()
  store.readOnly = 'changes/'
  await expect(change({ note: 'Called.' })).rejects.toThrow(StoreUnavailable)
  expect([entries(), changes()]).toEqual([[], []])
})

it.each([true, false])(
  'keeps the entry of a change whose response was lost, and the store answers then: %s',
  async (answers) => {
    const { change, entries, changes, store } = await openInquiry()
    const { put, get, remove } = store
    const removed: string[] = []
    store.remove = (key) => {
      removed.push(key)
      return remove(key)
    }
    store.put = async (key, value, expected) => {
      const made = await put(key, value, expected)
      if (!key.startsWith('changes/')) return made
      if (!answers) store.get = () => Promise.reject(new StoreUnavailable('down'))
      throw new StoreUnavailable('no response')
    }
    await expect(change({ note: 'Called.' })).rejects.toThrow(StoreUnavailable)
    store.get = get
    expect(entries()).toEqual(['inquiry.note'])
    expect(changes()).toHaveLength(1)
    // Nothing was removed even for a moment, in which the process may end.
    expect(removed).toEqual([])
  },
)

it('writes the entry again that was not taken the first time', async () => {
  const { change, entries, changes, store } = await openInquiry()
  const { put } = store
  let failures = 1
  store.put = (key, value, expected) =>
    key.startsWith('audit/') && failures-- > 0
      ? Promise.reject(new StoreUnavailable('down'))
      : put(key, value, expected)
  await expect(change({ note: 'Called.' })).rejects.toThrow(StoreUnavailable)
  expect([entries(), changes().length]).toEqual([['inquiry.note'], 1])
})

it('has no entry of a change that an erasure undid', async () => {
  const { change, entries, changes, store, service, id } = await openInquiry()
  const { put } = store
  store.put = async (key, value, expected) => {
    if (/^changes\/.*\/\d+$/.test(key)) await eraseInquiry(service, id, 'OWNER001')
    return put(key, value, expected)
  }
  expect(await change({ note: 'Called.' })).toBe('gone')
  expect([entries(), changes()]).toEqual([[], []])
})
