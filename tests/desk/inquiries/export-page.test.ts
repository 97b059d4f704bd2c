/**
 * The list as a file for a spreadsheet.
 */
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { CLERK, openDeskClient } from './desk-client.ts'

describe('the list', () => {
  it('goes into a spreadsheet without formulas, by month, as a file that no browser shows', async () => {
    const desk = await openDeskClient()
    await desk.inquire({ name: '=HYPERLINK("http://x")', otherParty: '@SUM(A1)' })
    const { headers, file: csv } = await desk.get('/inquiries.csv?month=2026-11')
    expect(headers.get('content-disposition')).toBe('attachment; filename="inquiries-2026-11.csv"')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(csv).toContain(",'@SUM(A1),")
    expect(csv).toMatch(/,new,\r\n$/)
    expect((await desk.get('/inquiries.csv?month=2026-10')).file).not.toContain('HYPERLINK')
  })

  it('goes into a spreadsheet with what cannot be opened, and with anyone who looks after it by name', async () => {
    const desk = await openDeskClient()
    const reference = await desk.inquire()
    await desk.change(reference, 'assignee', { assignee: CLERK.id })
    const lost = await desk.inquire()
    const key = [...desk.store.facts.keys()].find((one) => one.startsWith('inquiries/') && one.endsWith(lost)) ?? ''
    desk.store.facts.set(key, JSON.stringify({ sealed: 'to another key' }))
    const rows = async (query = '') =>
      (await desk.get(`/inquiries.csv?month=2026-11${query}`)).file.split('\r\n').slice(1, -1)
    expect((await rows()).find((row) => row.startsWith(reference))).toMatch(/,new,Carl Clerk$/)
    expect((await rows()).find((row) => row.startsWith(lost))).toMatch(/This inquiry cannot be opened.*,new,$/)
    expect(await rows('&status=contacted')).toEqual([])
    expect(await rows('&topic=animal_law')).toEqual([expect.stringContaining(lost)])
    const link = async (query: string) =>
      parse((await desk.get(`/inquiries${query}`)).markup)
        .querySelector('a[href*=".csv"]')
        ?.getAttribute('href')
    expect(await link('')).toBe('/desk/inquiries.csv?status=open&month=2026-11')
    expect(await rows('&status=late')).toEqual([])
    desk.advance(4 * DAY_MS)
    expect(await rows('&status=late')).toHaveLength(2)
  })
})
