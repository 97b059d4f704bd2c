/** The list of inquiries, its tabs, its filter and its search, and the look-up of a name for a conflict check. */
import { expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { StoreUnavailable } from '../../../src/ports.ts'
import { CLERK, rowsOf, desk, textsIn, useDeskClient, pairsOf } from './desk-client.ts'
import { fillWithInquiries, SAMPLE_RECORD } from '../../inquiries/many-inquiries.ts'

useDeskClient()

const SPAM = { message: 'www.a www.b www.c' }

it('filters by who looks after it, and what is late', async () => {
  const old = await desk.inquire()
  desk.advance(DAY_MS)
  const mine = await desk.inquire()
  await desk.change(mine, 'save', { assignee: CLERK.id, status: 'contacted' })
  const found = async (query: string) => rowsOf((await desk.get(`/inquiries?${query}`)).markup).sort()
  expect(await found(`assignee=${CLERK.id}`)).toEqual([mine])
  desk.advance(4 * DAY_MS)
  expect(await found('status=late')).toEqual([old])
  expect(await found(`status=late&assignee=${CLERK.id}`)).toEqual([])
  for (const nonsense of ['status=x', 'status=constructor', 'assignee=../x', 'before=x'])
    expect(await found(nonsense), nonsense).toHaveLength(2)
})

it('shows a message only after “No conflict”, on Today and in the look-up too, and says where there is a conflict', async () => {
  const reference = await desk.inquire({ name: 'Gary Pitts', message: 'Zebrafish quarrel.', topic: 'animal_law' })
  const rows = async () => {
    const pages = [await desk.get('/inquiries'), await desk.get(''), await desk.post('/look-up', { text: 'Pitts' })]
    return new Set(pages.map(({ markup }) => textsIn(markup, '.inquiries .preview').join()))
  }
  expect(await rows()).toEqual(new Set(['Area animal_law']))
  await desk.change(reference, 'conflict', { finding: 'none' })
  expect(await rows()).toEqual(new Set(['Area animal_law Zebrafish quarrel.']))
  await desk.change(reference, 'save', { assignee: CLERK.id })
  expect(await rows()).toEqual(new Set(['Area animal_law Zebrafish quarrel.']))
  await desk.change(reference, 'conflict', { finding: 'conflict' })
  expect(await rows()).toEqual(new Set(['conflict Area animal_law']))
})

it('is not shown when the store fails while it is read: it says so, and the process goes on', async () => {
  await desk.inquire()
  const { get } = desk.store
  // The rows fail at once, while the rest is still on its way.
  desk.store.latencyMs = 5
  for (const path of ['', '/inquiries']) {
    desk.store.get = (key) => (key.startsWith('inquiries/') ? Promise.reject(new StoreUnavailable('down')) : get(key))
    expect((await desk.get(path)).status, path).toBe(503)
    desk.store.get = get
    expect((await desk.get(path)).status, path).toBe(200)
  }
})

it('has a tab for what may be spam, and counts it nowhere else until somebody does something with it', async () => {
  const [plain, suspected] = [await desk.inquire(), await desk.inquire({ ...SPAM, name: 'Wanda Web' })]
  const spamLine = async () => (await desk.get('')).root.querySelector('.attention a[href$="status=maybe-spam"]')
  expect((await spamLine())?.text).toBe('1 may be spam: look through once a day. The oldest: just now')
  expect((await spamLine())?.classList.contains('late')).toBe(false)
  desk.advance(4 * DAY_MS)
  expect((await desk.get('')).text).not.toMatch(/No one (waits|is waiting)/)
  const shown = async (query: string) => {
    const root = (await desk.get(`/inquiries${query}`)).root
    const tabs = root.querySelectorAll('.tabs a').map(({ text }) => text)
    return { rows: rowsOf(root.innerHTML).sort(), tabs }
  }
  const { rows, tabs } = await shown('')
  expect(rows).toEqual([plain])
  expect(tabs).toEqual(expect.arrayContaining(['All open 1', 'Late 1', 'New 1', 'Maybe spam 1', 'Spam', 'All']))
  expect((await shown('?status=maybe-spam')).rows).toEqual([suspected])
  expect((await shown('?status=all')).rows).toEqual([plain, suspected].sort())
  expect(rowsOf((await desk.post('/inquiries', { search: 'wanda' })).markup)).toEqual([suspected])
  const today = (await desk.get('')).root
  expect(rowsOf(today.innerHTML)).toEqual([plain])
  expect(today.querySelector('.attention')?.text).toBe('1 person has waited longer than we promise')
  expect(today.querySelector('.figures a[href$="status=maybe-spam"]')?.closest('div')?.text).toMatch(/Maybe spam\s+1/)
  expect((await spamLine())?.outerHTML).toMatch(/class="late".*The oldest: 4 days/)
  await desk.change(suspected, 'save', { assignee: CLERK.id })
  expect((await shown('')).rows).toEqual([plain, suspected].sort())
  expect((await shown('')).tabs).not.toContainEqual(expect.stringMatching('Maybe spam'))
})

it('is in the order of Today: urgent, with a date soon, waits too long, waits, in progress; then the oldest first', async () => {
  const late = [await desk.inquire(), await desk.later({ date: '2026-12-20' })]
  // A date is near only when it is within a week and has not passed: the 26th is tomorrow.
  const dated = [await desk.later({ date: '2026-11-27' }), await desk.later({ date: '2026-11-26' })].reverse()
  desk.advance(4 * DAY_MS)
  const begun = await desk.inquire({ urgent: true })
  await desk.change(begun, 'save', { status: 'contacted' })
  const fresh = [await desk.later({}), await desk.later({})]
  const urgent = [await desk.later({ urgent: true }), await desk.later({ urgent: true, date: '2026-11-26' })]
  const list = await desk.get('/inquiries')
  expect(rowsOf(list.markup)).toEqual([urgent, dated, late, fresh, begun].flat())
  expect(rowsOf((await desk.get('')).markup)).toEqual([urgent, dated, late, fresh].flat())
  const captions = list.root.querySelectorAll('caption').map(({ text }) => text)
  expect(captions.join()).toBe('Urgent 2,With a date in the next 7 days 2,Waits too long 2,Waiting 2,In progress 1')
  // Urgent ones and those with a date may be late too.
  expect(rowsOf((await desk.get('/inquiries?status=late')).markup)).toEqual([...dated, ...late])
})

it('goes on with the next page where the last one ended, whatever became of the inquiry there', async () => {
  const references: string[] = []
  for (let index = 0; index < 52; index++) references.push(await desk.later({}))
  desk.advance(4 * DAY_MS)
  const first = await desk.get('/inquiries')
  expect(rowsOf(first.markup)).toEqual(references.slice(0, 50))
  const next = first.root.querySelector('a[rel=next]')?.getAttribute('href') ?? ''
  await desk.change(references[49] ?? '', 'save', { status: 'closed' })
  expect(rowsOf((await desk.get(next.replace('/desk', ''))).markup)).toEqual(references.slice(50))
})

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
  expect(page.root.querySelector('#search')?.getAttribute('value')).toBe('nunez')
  expect(rowsOf((await desk.post('/inquiries', { search: 'nunez', assignee: CLERK.id })).markup)).toEqual([])
  expect((await desk.post('/inquiries', { search: 'nobody' })).text).toContain('No inquiry matches.')
  await desk.change(name, 'save', { status: 'closed' })
  expect(rowsOf((await desk.post('/inquiries', { search: 'zoe' })).markup)).toEqual([name])
  expect(rowsOf((await desk.post('/inquiries', { search: 'zoe', status: 'new' })).markup)).toEqual([])
  expect((await desk.post('/inquiries', { search: ' ', status: 'new' })).redirect).toBe('/inquiries?status=new')
})

it('finds words in any order, of two fields, with a slip, and in an address; all of them, and no number among them', async () => {
  const reference = await desk.inquire({ name: 'Zoë Núñez', email: 'zoe@example.com', otherParty: 'Riverside Market' })
  const found = async (search: string) => rowsOf((await desk.post('/inquiries', { search })).markup)
  for (const search of ['nunez zoe', 'zoë riverside', 'Nunes', 'zoe@example.com'])
    expect(await found(search), search).toEqual([reference])
  for (const search of ['zoe nobody', 'zoe 386']) expect(await found(search), search).toEqual([])
})

it.each(['´', '…', '@ &'])('searches nothing for “%s”, and says what to write', async (search) => {
  await desk.inquire({ otherParty: 'Me… & you´' })
  const { root, markup, text } = await desk.post('/inquiries', { search })
  const words = /^Nothing was searched: write a letter or a digit/
  expect(root.querySelector('p[role=status]:not(.news)')?.text).toMatch(words)
  expect([rowsOf(markup), text]).toEqual([[], expect.not.stringContaining('were searched.')])
})

it('is searched some hundred at a time, says how far, and goes on where it ended', async () => {
  const old = await desk.inquire({ otherParty: 'Acme' })
  await desk.change(old, 'save', { status: 'closed' })
  desk.advance(200 * DAY_MS)
  const sealed = await desk.service.inbox.seal(SAMPLE_RECORD)
  await fillWithInquiries(desk.store, 500, desk.service.clock.now(), { seal: () => ({ sealed }) })
  const page = await desk.post('/inquiries', { search: 'acme', status: '' })
  const list = await desk.get('/inquiries?status=closed')
  const words = /No inquiry searched so far matches\..*Searched back to .*; earlier inquiries were not searched yet\./
  for (const { text } of [page, list]) expect(text).toMatch(words)
  const more = list.root.querySelector('a[rel=next]')?.getAttribute('href') ?? ''
  expect(rowsOf((await desk.get(more.replace('/desk', ''))).markup)).toEqual([old])
  const further = page.root.querySelectorAll('form').at(-1)
  const fields = pairsOf(further?.querySelectorAll('input:not([name=csrf])') ?? [])
  expect(rowsOf((await desk.post('/inquiries', fields)).markup)).toEqual([old])
})

it('by date offers to select all only while all can be changed at once', async () => {
  const offers = async () => (await desk.get('/inquiries?status=dated')).text.includes('Select all')
  for (let count = 0; count < 50; count += 1) await desk.inquire({ date: '2026-11-27' })
  expect(await offers()).toBe(true)
  await desk.inquire({ date: '2026-11-27' })
  expect(await offers()).toBe(false)
})

it('looks into message, notes and replies only after “No conflict”, and says so', async () => {
  const reference = await desk.inquire({ message: 'Zebrafish quarrel.' })
  await desk.change(reference, 'save', { note: 'Okapi.' })
  for (const finding of ['', 'conflict', 'none']) {
    if (finding) await desk.change(reference, 'conflict', { finding })
    const found = finding === 'none' ? [reference] : []
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
  const { root, markup } = await desk.post('/look-up', { text: 'Gary Pitts' })
  const [same, similar] = root.querySelectorAll('table').map(String)
  expect([rowsOf(same ?? '').sort(), rowsOf(similar ?? '')]).toEqual([[against, written].sort(), [slip]])
  const captions = ['Inquiries from or about “Gary Pitts”', 'Names similar to “Gary Pitts”']
  expect(textsIn(markup, 'caption')).toEqual(captions)
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
