/** The list of inquiries, its tabs and its filter. */
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/duration.ts'
import { StoreUnavailable } from '../../../src/ports.ts'
import { CLERK, rowsOf, desk, textsIn, useDeskClient } from './desk-client.ts'

useDeskClient()

const SPAM = { message: 'www.a www.b www.c' }

it('filters by status and who looks after it', async () => {
  const old = await desk.inquire()
  desk.advance(DAY_MS)
  const mine = await desk.inquire()
  await desk.change(mine, 'save', { assignee: CLERK.id })
  await desk.change(mine, 'save', { status: 'contacted' })
  const ended = await desk.inquire()
  await desk.change(ended, 'save', { status: 'closed' })
  const found = async (query: string) => rowsOf((await desk.get(`/inquiries?${query}`)).markup).sort()
  expect(await found('status=contacted')).toEqual([mine])
  expect(await found('status=new')).toEqual([old])
  expect(await found('status=ended')).toEqual([ended])
  expect(await found('status=all')).toHaveLength(3)
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
  const promise = 'No one waits longer than we promise, not counting 1 that may be spam.'
  expect((await desk.get('')).text).toContain(promise)
  desk.advance(4 * DAY_MS)
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
  expect(today.querySelector('a[href$="status=maybe-spam"]')?.text).toBe('1 that may be spam')
  await desk.change(suspected, 'save', { assignee: CLERK.id })
  expect((await shown('')).rows).toEqual([plain, suspected].sort())
  expect((await shown('')).tabs).not.toContainEqual(expect.stringMatching('Maybe spam'))
})

it('shows who waits too long first, longest first; then the new ones, then the others, with their number', async () => {
  const late = [await desk.inquire()]
  desk.advance(HOUR_MS)
  late.push(await desk.inquire())
  desk.advance(4 * DAY_MS)
  const begun = await desk.inquire()
  await desk.change(begun, 'save', { status: 'contacted' })
  desk.advance(HOUR_MS)
  const fresh = [await desk.inquire()]
  desk.advance(HOUR_MS)
  fresh.unshift(await desk.inquire())
  const list = await desk.get('/inquiries')
  expect(rowsOf(list.markup)).toEqual([...late, ...fresh, begun])
  const captions = list.root.querySelectorAll('caption')
  expect(captions.map(({ text }) => text)).toEqual(['Waits too long 2', 'New 2', 'In progress 1'])
  expect(rowsOf((await desk.get('/inquiries?status=late')).markup)).toEqual(late)
})

it('goes on with the next page where the last one ended, whatever became of the inquiry there', async () => {
  const references: string[] = []
  for (let index = 0; index < 52; index++) {
    references.push(await desk.inquire())
    desk.advance(SECOND_MS)
  }
  desk.advance(4 * DAY_MS)
  const first = await desk.get('/inquiries')
  expect(rowsOf(first.markup)).toEqual(references.slice(0, 50))
  const next = first.root.querySelector('a[rel=next]')?.getAttribute('href') ?? ''
  await desk.change(references[49] ?? '', 'save', { status: 'closed' })
  expect(rowsOf((await desk.get(next.replace('/desk', ''))).markup)).toEqual(references.slice(50))
})
