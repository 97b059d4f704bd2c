/** Looking a name up for a conflict check: where it is searched, and how much is shown. */
import { expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { rowsOf, desk, useDeskClient } from './desk-client.ts'

useDeskClient()

it('finds a party as people write it, and lists similar names apart', async () => {
  const [against, written, slip, number] = [
    await desk.inquire({ otherParty: 'Pitts, Gary A.' }),
    await desk.inquire({ name: 'GARY PITTS' }),
    await desk.inquire({ otherParty: 'Garry Pitts' }),
    await desk.inquire({ phone: '+1 (386) 555-0147' }),
  ]
  await desk.inquire({ name: 'Mary Pitts' })
  const page = await desk.post('/look-up', { text: 'Gary Pitts' })
  const [same, similar] = page.root.querySelectorAll('table')
  expect(rowsOf(String(same)).sort()).toEqual([against, written].sort())
  expect(same?.querySelector('caption')?.text).toBe('Inquiries from or about “Gary Pitts”')
  expect(rowsOf(String(similar))).toEqual([slip])
  expect(similar?.querySelector('caption')?.text).toBe('Names similar to “Gary Pitts”')
  expect(rowsOf((await desk.post('/look-up', { text: '386.555.0147' })).markup)).toEqual([number])
  const none = await desk.post('/look-up', { text: 'Ruth Example' })
  expect(none.text).toContain('No match among the inquiries that were searched.')
  expect(none.text).toContain('Your clients are not in this search.')
  expect(none.text).toContain('Former clients, related companies and personal interests are not checked')
})

it('shows the newest hundred, and says that there are more, and since when all were searched', async () => {
  const old = await desk.inquire({ otherParty: 'Acme Corp.', email: 'old@example.org' })
  desk.advance(40 * DAY_MS)
  for (let index = 0; index < 100; index++) await desk.inquire({ otherParty: 'Acme' })
  const page = await desk.post('/look-up', { text: 'acme' })
  expect(rowsOf(page.markup)).toHaveLength(100)
  expect(page.text).toContain('The newest 100 are shown, and there are more. Write more of the name.')
  expect(page.text).toContain('Searched: all inquiries here, received since Nov 21, ')
  expect(rowsOf((await desk.post('/look-up', { text: 'old@example.org' })).markup)).toEqual([old])
})
