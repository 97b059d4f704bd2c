/**
 * The list as a file for a spreadsheet.
 */
import { describe, expect, it } from 'vitest'
import { openDeskClient } from './desk-client.ts'

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
})
