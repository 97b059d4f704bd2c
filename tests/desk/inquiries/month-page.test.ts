import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/duration.ts'
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
    await desk.change(reference, 'save', { status: 'contacted' })
  }
  await desk.change(sent[0] ?? '', 'save', { status: 'closed' })
  await desk.change(spanish, 'save', { status: 'declined' })
  const { markup, title } = await desk.get('/month')
  expect(title).toBe('November 2026 in figures')
  const root = parse(markup)
  expect(root.text.replace(/\s+/g, ' ')).toContain(
    '11 received, 9 answered by a person. Half of them within 5 hours; the slowest tenth after 9 hours or more.',
  )
  const rows = root.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('th, td').map(({ text }) => text))
  // Received, open, retained, declined, closed, answered, median, slowest tenth.
  expect(rows).toEqual([
    ['Area animal_law', '10', '9', '0', '0', '1', '9', '5 hours', '9 hours'],
    ['No topic', '1', '0', '0', '1', '0', '0', 'none', 'none'],
    ['English', '10', '9', '0', '0', '1', '9', '5 hours', '9 hours'],
    ['Spanish', '1', '0', '0', '1', '0', '0', 'none', 'none'],
  ])
  expect(root.text).toContain('1 that is or may be spam')
  desk.advance(30 * DAY_MS)
  expect((await desk.get('/month')).text).toContain('Nothing was received.')
  expect((await desk.get('/month?month=2026-11')).title).toBe('November 2026 in figures')
})
