/** The list of inquiries, its tabs, its filters and its file for a spreadsheet. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/duration.ts'
import { CLERK, rowsOf, desk, useDeskClient } from './desk-client.ts'

useDeskClient()

/** A message with the signs of spam. */
const SPAM = { message: 'www.a www.b www.c' }

it('filters by status, topic, spam, month and who looks after it', async () => {
  const old = await desk.inquire({ topic: 'animal_law' })
  desk.advance(15 * DAY_MS)
  const spam = await desk.inquire(SPAM)
  const mine = await desk.inquire({ topic: 'wills_trusts' })
  await desk.change(mine, 'assignee', { assignee: CLERK.id })
  await desk.change(mine, 'status', { status: 'contacted' })
  const found = async (query: string) => rowsOf((await desk.get(`/inquiries?${query}`)).markup).sort()
  expect(await found('status=contacted')).toEqual([mine])
  expect(await found('status=new')).toEqual([old, spam].sort())
  expect(await found('topic=animal_law')).toEqual([old])
  expect(await found('spam=only')).toEqual([spam])
  expect(await found('spam=without')).toEqual([old, mine].sort())
  const spanish = await desk.inquire({ language: 'es-MX' })
  const german = await desk.inquire({ language: 'de' })
  expect(await found('language=es')).toEqual([spanish])
  expect(await found('language=other')).toEqual([german])
  expect(await found('language=en')).toEqual([old, spam, mine].sort())
  for (const reference of [spanish, german]) await desk.change(reference, 'status', { status: 'closed' })
  expect(await found('status=ended')).toEqual([spanish, german].sort())
  expect(await found('status=all')).toHaveLength(5)
  desk.advance(4 * DAY_MS)
  expect(await found('status=late')).toEqual([old, spam].sort())
  expect(await found(`status=late&assignee=${CLERK.id}`)).toEqual([])
  expect(await found('month=2026-11')).toEqual([old])
  expect(await found('month=2026-12')).toEqual([mine, spam].sort())
  expect(await found(`assignee=${CLERK.id}`)).toEqual([mine])
  expect(await found('status=contacted&topic=animal_law')).toEqual([])
  for (const nonsense of [
    'status=x',
    'status=constructor',
    'language=klingon',
    'spam=toString',
    'month=2026-13',
    'assignee=../x',
    'before=x',
    'topic=%3Cscript%3E',
  ])
    expect(await found(nonsense), nonsense).toHaveLength(3)
})

it('goes into a spreadsheet without formulas, by month, as a file that no browser shows', async () => {
  await desk.inquire({ name: '=HYPERLINK("http://x")', otherParty: '@SUM(A1)' })
  const { headers, body: csv } = await desk.get('/inquiries.csv?month=2026-11')
  expect(headers.get('content-disposition')).toBe('attachment; filename="inquiries-2026-11.csv"')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(csv).toContain(",'@SUM(A1),")
  expect(csv).toMatch(/,new,\r\n$/)
  expect((await desk.get('/inquiries.csv?month=2026-10')).body).not.toContain('HYPERLINK')
})

it('folds away what may be spam and what was marked as spam, with their number; its own lists show them', async () => {
  const [plain, suspected] = [await desk.inquire(), await desk.inquire(SPAM)]
  desk.advance(HOUR_MS)
  const marked = await desk.inquire()
  await desk.change(marked, 'status', { status: 'spam' })
  const shown = async (query: string) => {
    const root = parse((await desk.get(`/inquiries${query}`)).markup)
    const fold = root.querySelector('details.fold')
    const folded = rowsOf(fold?.innerHTML ?? '')
    const summary = fold?.querySelector('summary')?.text
    fold?.remove()
    return { plain: rowsOf(root.innerHTML), folded, summary, isOpen: fold?.hasAttribute('open') }
  }
  expect(await shown('')).toEqual({
    plain: [plain],
    folded: [suspected],
    summary: '1 that may be spam',
    isOpen: false,
  })
  expect(await shown('?status=all')).toMatchObject({ plain: [plain], folded: [marked, suspected] })
  expect(await shown('?status=spam')).toMatchObject({ plain: [marked], folded: [] })
  expect(await shown('?spam=only')).toMatchObject({ plain: [suspected], folded: [] })
  // With nothing else to see it is open.
  await desk.change(plain, 'status', { status: 'closed' })
  expect(await shown('')).toMatchObject({ plain: [], folded: [suspected], isOpen: true })
  desk.advance(4 * DAY_MS)
  expect(await shown('')).toMatchObject({ summary: '1 that may be spam 1 late' })
  // What somebody has looked at is not spam.
  await desk.change(suspected, 'status', { status: 'contacted' })
  expect(await shown('')).toMatchObject({ plain: [suspected], folded: [] })
})
