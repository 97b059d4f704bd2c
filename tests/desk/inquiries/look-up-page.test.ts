/**
 * Looking a name up for a conflict check: where it is searched, and how far back.
 */
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { rowsOf, openDeskClient } from './desk-client.ts'

describe('the look-up', () => {
  it('finds a name among names, addresses and other sides, whatever its case and accents, and not in messages', async () => {
    const desk = await openDeskClient()
    const [name, email, other] = [
      await desk.inquire({ name: 'Zoë Núñez' }),
      await desk.inquire({ email: 'nunez@example.com' }),
      await desk.inquire({ otherParty: 'NUÑEZ & Sons' }),
    ]
    await desk.inquire({ message: 'Nunez hit my car.' })
    const page = await desk.post('/look-up', { text: ' nunez ' })
    expect(rowsOf(page.markup).sort()).toEqual([name, email, other].sort())
    expect(page.text).toContain('This is a part of a conflict check, not all of it. Searched: November 2026')
    expect(page.text).toContain('There are no earlier inquiries here.')
  })

  it('searches further back on request, and says how far it looked', async () => {
    const desk = await openDeskClient()
    const old = await desk.inquire({ otherParty: 'Acme Corp.' })
    desk.advance(40 * DAY_MS)
    for (let index = 0; index < 1000; index++) await desk.inquire()
    const page = await desk.post('/look-up', { text: 'acme' })
    expect(rowsOf(page.markup)).toEqual([])
    expect(page.text).toContain('Searched: December 2026, received from')
    expect(page.text).toContain('Earlier inquiries were not searched yet.')
    const [, more] = parse(page.markup).querySelectorAll('form')
    const fields = Object.fromEntries(
      more
        ?.querySelectorAll('input')
        .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']) ?? [],
    )
    const further = await desk.post('/look-up', fields)
    expect(rowsOf(further.markup)).toEqual([old])
    expect(further.text).toContain('Searched: November 2026 to December 2026')
  })

  it('refuses a single letter, and keeps what was typed', async () => {
    const desk = await openDeskClient()
    const page = await desk.post('/look-up', { text: 'x' })
    expect(page).toMatchObject({ status: 422 })
    expect(page.markup).toContain('value="x"')
    const empty = await desk.get('/look-up')
    expect(empty.markup).toContain(`value="${empty.csrf}"`)
  })
})
