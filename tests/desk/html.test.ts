/** The HTML and tables of every page of the desk. A narrow window shows a row as a block, so each cell must say what it is. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { allRequests } from '../all-requests.ts'
import { htmlFaults } from '../html-faults.ts'
import { createTestAgent } from '../test-agent.ts'
import { openBrowser, openSignedInBrowser } from './browser.ts'

it('is valid and accessible by rule, kept by no cache, listed by no search engine, has one h1 and a way to skip to it, no script or style in it, says this year’s times without the year, and names each cell', async () => {
  const desk = await createTestAgent({ factor: 1000 })
  const owner = await openSignedInBrowser(desk)
  const pages = new Set([(await openBrowser(desk).get('/desk/sign-in?to=/desk/claims')).html])
  // Without any inquiry, claim or mail.
  for (const path of ['', '/inquiries', '/look-up', '/claims', '/mail', '/clients'])
    pages.add((await owner.get(`/desk${path}`)).html)
  const requests = await allRequests(desk)
  for (const [path, fields] of [
    ['/inquiries', { search: 'accident' }],
    ['/look-up', { text: 'ana' }],
    ['/staff/add', { id: 'K7QM2F9D', name: 'Ana' }],
  ] as const)
    pages.add((await owner.post(`/desk${path}`, fields)).html)
  for (const [route, path, init] of requests) {
    const response = await desk.send(route, path, init)
    if (route !== 'desk') continue
    const { headers } = response
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')], path).toEqual(['no-store', null])
    if (!headers.get('content-type')?.startsWith('text/html')) continue
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self';.*frame-ancestors 'none'(; script-src 'self')?$/,
    )
    pages.add(await response.text())
  }
  const tables = [...pages].flatMap((html) => parse(html).querySelectorAll('table'))
  expect([pages.size > 50, tables.length > 20]).toEqual([true, true])
  for (const html of pages) {
    expect(await htmlFaults(html), html).toBe('')
    expect(html.match(/<h1>/g)).toHaveLength(1)
    expect(html).toContain('<a class="skip" href="#main">')
    expect(html).not.toMatch(/<script(?! src="\/desk(-passkey)?\.js"( defer)?><\/script>)|<style|style=|\son\w+=/)
    expect(html.replaceAll(/title="[^"]*"/g, '')).not.toMatch(/\b2026, \d+:|<time[^>]*><\/time>/)
  }
  for (const table of tables) {
    const heads = table.querySelectorAll('thead th').map((head) => head.text)
    const rows = table.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('th, td'))
    expect(rows.length).toBeGreaterThan(0)
    for (const cells of rows) {
      expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual(heads)
      expect(cells.find((cell) => cell.tagName === 'TH')?.getAttribute('scope')).toBe('row')
      expect(cells.map((cell) => cell.text.trim())).not.toContain('')
    }
  }
})
