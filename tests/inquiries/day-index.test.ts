/**
 * The hints of open inquiries: one that is left over, and one that two write at the same time.
 */
import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { applyChange } from '../../src/inquiries/change.ts'
import { listOpenHints, settleDays } from '../../src/inquiries/day-index.ts'
import { inquiryKey, parseInquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { listOpenInquiries } from '../../src/inquiries/list.ts'
import { openDesk } from '../test-desk.ts'

const by = 'CLERK001'

async function deskWithSettledInquiry() {
  const desk = await openDesk()
  await desk.inquire()
  await desk.settle()
  const id = [...desk.store.facts.keys()].filter((key) => key.startsWith('inquiries/')).map(parseInquiryKey)[0]!
  desk.advance(3 * DAY_MS)
  await settleDays(desk.service)
  return { ...desk, id }
}

it('the hint of an inquiry that is gone lists nothing', async () => {
  const { service, store, id } = await deskWithSettledInquiry()
  expect((await listOpenInquiries(service)).inquiries).toHaveLength(1)
  await store.remove(inquiryKey(id))
  expect(await Array.fromAsync(listOpenHints(store))).toEqual([id])
  expect((await listOpenInquiries(service)).inquiries).toEqual([])
})

it('an inquiry that is opened again while housekeeping removes its hint keeps it', async () => {
  const { service, store, id } = await deskWithSettledInquiry()
  expect(await applyChange(service, id, { status: 'closed' }, { seen: 0, by })).toBe('done')

  const reopening: Promise<string>[] = []
  const interrupted = {
    ...store,
    async remove(key: string) {
      if (reopening.length === 0 && key.startsWith('index/open/'))
        reopening.push(applyChange(service, id, { status: 'contacted' }, { seen: 1, by }))
      expect(await Promise.all(reopening)).toEqual(['done'])
      await store.remove(key)
    },
  }
  await settleDays({ store: interrupted, clock: service.clock })
  expect(reopening).toHaveLength(1)
  expect(await Array.fromAsync(listOpenHints(store))).toEqual([id])
})
