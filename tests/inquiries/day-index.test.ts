/**
 * The hints of open inquiries, when a member of the staff and housekeeping write at the same time.
 */
import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { applyChange } from '../../src/inquiries/change.ts'
import { listOpenHints, settleDays } from '../../src/inquiries/day-index.ts'
import { parseInquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { openDesk } from '../test-desk.ts'

const by = 'CLERK001'

it('an inquiry that is opened again while housekeeping removes its hint keeps it', async () => {
  const { inquire, settle, advance, service, store } = await openDesk()
  await inquire()
  await settle()
  const id = [...store.facts.keys()].filter((key) => key.startsWith('inquiries/')).map(parseInquiryKey)[0]!
  advance(3 * DAY_MS)
  await settleDays(service)
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
