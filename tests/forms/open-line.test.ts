/** Whether the office is open, on pages that functions draw. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { HOUR_MS } from '../../src/duration.ts'
import { desk, useDesk } from '../test-desk.ts'

useDesk()

/** The clock of the test stands on a Saturday; two days later the office is open. */
const WEEKEND_MS = 48 * HOUR_MS
const CLOSED = 'Closed now, opens Monday at 8:30 a.m.'
const OPEN = 'Open now, until 5:00 p.m.'
const HELP = 'We will answer by Monday. When the office is closed, call (386) 555-0143.'
const CALL = 'When the office is closed, call'

const textOf = async (response: Promise<Response>) => parse(await (await response).text())
const form = (values: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(values) })

it('the line that says whether the office is open stands on the contact page, fresh and refused', async () => {
  const page = (init?: RequestInit) => textOf(desk.send('contact', '/contact/', init))
  const line = async (init?: RequestInit) => (await page(init)).querySelector('.open-state')
  const words = async () => (await page()).text.replaceAll('\u00a0', ' ')
  expect(await words()).toContain(HELP)
  expect((await line())?.text).toBe(CLOSED)
  expect((await line(form({ name: 'Ana' })))?.text).toBe(CLOSED)
  desk.advance(WEEKEND_MS)
  expect((await line())?.text).toBe(OPEN)
  expect(await words()).toContain('We will answer by Tuesday.')
  expect(await words()).not.toContain(CALL)
  // The script goes on from these data.
  expect(JSON.parse((await line())?.querySelector('[data-open]')?.getAttribute('data-open') ?? '')).toMatchObject({
    until: '2027-11-23',
  })
})
