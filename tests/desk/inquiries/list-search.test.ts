/** The search of the list, for a text, a telephone number or a reference, and the look-up of a name for a conflict check. */
import { expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { fillWithInquiries, SAMPLE_RECORD } from '../../inquiries/many-inquiries.ts'
import { CLERK, pairsOf, rowsOf, desk, useDeskClient } from './desk-client.ts'

useDeskClient()

it('is searched for a text in names, addresses, other sides and messages, together with the filter, and in no address', async () => {
  const [name, email, other, message] = [
    await desk.inquire({ name: 'Zoë Núñez' }),
    await desk.inquire({ email: 'nunez@example.com' }),
    await desk.inquire({ otherParty: 'NUÑEZ & Sons' }),
    await desk.inquire({ message: 'Nunez hit my car.' }),
  ]
  await desk.change(message, 'conflict', { finding: 'none' })
  await desk.inquire()
  const page = await desk.post('/inquiries', { search: ' nunez ' })
  expect(rowsOf(page.markup).sort()).toEqual([name, email, other, message].sort())
  expect(page.text).toContain('All inquiries were searched.')
  expect(page.markup).not.toMatch(/href="[^"]*nunez/i)
  const root = page.root
  expect([
    root.querySelector('#search')?.getAttribute('value'),
    root.querySelector('form.filter [name=csrf]')?.getAttribute('value'),
  ]).toEqual(['nunez', page.csrf])
  expect(rowsOf((await desk.post('/inquiries', { search: 'nunez', assignee: CLERK.id })).markup)).toEqual([])
  expect((await desk.post('/inquiries', { search: 'nobody' })).text).toContain('No inquiry matches.')
  await desk.change(name, 'save', { status: 'closed' })
  expect(rowsOf((await desk.post('/inquiries', { search: 'zoe' })).markup)).toEqual([name])
  expect(rowsOf((await desk.post('/inquiries', { search: 'zoe', status: 'new' })).markup)).toEqual([])
  expect((await desk.post('/inquiries', { search: ' ', status: 'new' })).redirect).toBe('/inquiries?status=new')
})

it.each([
  ['in any order', 'nunez zoe', true],
  ['of two fields', 'zoë riverside', true],
  ['with a slip', 'Nunes', true],
  ['of which one is missing', 'zoe nobody', false],
  ['in an address', 'zoe@example.com', true],
  ['of a number among words', 'zoe 386', false],
])('finds words %s: %s', async (_, search, isFound) => {
  const reference = await desk.inquire({ name: 'Zoë Núñez', email: 'zoe@example.com', otherParty: 'Riverside Market' })
  expect(rowsOf((await desk.post('/inquiries', { search })).markup)).toEqual(isFound ? [reference] : [])
})

it.each(['´', '…', '@ &'])('searches nothing for “%s”, and says what to write', async (search) => {
  await desk.inquire({ otherParty: 'Me… & you´' })
  const page = await desk.post('/inquiries', { search })
  expect([rowsOf(page.markup), page.root.querySelector('p[role=status]:not(.news)')?.text]).toEqual([
    [],
    expect.stringMatching(/^Nothing was searched: write a letter or a digit/),
  ])
  expect(page.text).not.toContain('were searched.')
})

it('is searched some hundred at a time, says how far, and goes on where it ended', async () => {
  const old = await desk.inquire({ otherParty: 'Acme' })
  await desk.change(old, 'save', { status: 'closed' })
  desk.advance(200 * DAY_MS)
  const sealed = await desk.service.inbox.seal(SAMPLE_RECORD)
  await fillWithInquiries(desk.store, 500, desk.service.clock.now(), { seal: () => ({ sealed }) })
  const page = await desk.post('/inquiries', { search: 'acme', status: '' })
  const list = await desk.get('/inquiries?status=closed')
  for (const { text } of [page, list])
    expect(text).toMatch(
      /No inquiry searched so far matches\..*Searched back to .*; earlier inquiries were not searched yet\./,
    )
  const more = list.root.querySelector('a[rel=next]')?.getAttribute('href') ?? ''
  expect(rowsOf((await desk.get(more.replace('/desk', ''))).markup)).toEqual([old])
  const further = page.root.querySelectorAll('form').at(-1)
  const fields = pairsOf(further?.querySelectorAll('input:not([name=csrf])') ?? [])
  expect(rowsOf((await desk.post('/inquiries', fields)).markup)).toEqual([old])
})

it('looks into message, notes and replies only after “No conflict”, and says so', async () => {
  const reference = await desk.inquire({ message: 'Zebrafish quarrel.' })
  await desk.change(reference, 'save', { note: 'Okapi.' })
  for (const [finding, found] of [
    ['', []],
    ['conflict', []],
    ['none', [reference]],
  ] as const) {
    if (finding) await desk.change(reference, 'conflict', { finding })
    for (const search of ['zebrafish', 'okapi']) {
      const page = await desk.post('/inquiries', { search })
      expect([rowsOf(page.markup), page.text]).toEqual([found, expect.stringContaining('only where a lawyer marked')])
    }
  }
})

it('finds by reference, however it is typed; a name as long as one is a name', async () => {
  const reference = await desk.inquire()
  const named = await desk.inquire({ name: 'Stephens' })
  const search = reference.toLowerCase().replace('-', ' ')
  expect((await desk.post('/inquiries', { search })).redirect).toBe(`/inquiries/${reference}`)
  expect((await desk.open(reference.toLowerCase())).redirect).toBe(`/inquiries/${reference}`)
  expect(rowsOf((await desk.post('/inquiries', { search: 'Stephens' })).markup)).toEqual([named])
})

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
