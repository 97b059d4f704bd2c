/** The list of inquiries, its tabs and its filter. */
import { expect, it } from 'vitest'
import { DAY_MS, SECOND_MS } from '../../../src/duration.ts'
import { StoreUnavailable } from '../../../src/ports.ts'
import { CLERK, rowsOf, desk, textsIn, useDeskClient } from './desk-client.ts'

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
  const { text } = await desk.get('')
  expect(text).not.toMatch(/No one (waits|is waiting)/)
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
