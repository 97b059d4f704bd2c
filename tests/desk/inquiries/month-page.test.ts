import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/duration.ts'
import { rowsOf } from '../../table.ts'
import { desk, useDeskClient } from './desk-client.ts'

useDeskClient()

it('counts what was received, how soon a person answered, and what became of it, by topic and language', async () => {
  const sent: string[] = []
  for (let index = 0; index < 10; index++) sent.push(await desk.inquire({ topic: 'animal_law' }))
  const spanish = await desk.inquire({ language: 'es' })
  await desk.inquire({ message: 'www.a www.b www.c' })
  // Neither a note nor declining without a letter is an answer.
  await desk.change(sent[0] ?? '', 'save', { note: 'I will call.' })
  // Answered after 1, 2, … 9 hours.
  for (const reference of sent.slice(0, 9)) {
    desk.advance(HOUR_MS)
    await desk.change(reference, 'contact', { contact: 'answered' })
  }
  await desk.change(sent[0] ?? '', 'save', { status: 'closed' })
  await desk.change(spanish, 'save', { status: 'declined' })
  const { root, title, text } = await desk.get('/month')
  expect(title).toBe('November 2026 in figures')
  expect(text).toContain(
    '11 received, 9 answered by a person, 1 still waiting, 1 without an answer written down here. Half: within 6 hours. Nine of ten: not reached. Not answered: 2.',
  )
  const rows = root.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('th, td').map(({ text }) => text))
  expect(rows).toEqual(rowsOf('tests/desk/inquiries/month-page.txt'))
  expect(root.text).toContain('1 that is or may be spam')
  const picturesOf = (part: string) => root.querySelectorAll(`.bars ${part}`).map(({ text }) => text)
  expect(picturesOf('figcaption strong')).toHaveLength(3)
  expect(picturesOf('li span:last-child')).toEqual([
    '11 received, 9 answered',
    ...['1', '3', '5', '0', '0', '2'],
    ...['9 open, 1 closed', '1 declined'],
  ])
  // One picture for each bar, which says nothing by itself.
  expect(root.querySelectorAll('.bars li svg[aria-hidden=true]')).toHaveLength(9)
  desk.advance(30 * DAY_MS)
  expect((await desk.get('/month')).text).toContain('Nothing was received.')
  expect((await desk.get('/month?month=2026-11')).title).toBe('November 2026 in figures')
})
