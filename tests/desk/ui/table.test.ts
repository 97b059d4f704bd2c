/**
 * Tables of the desk as they were sent: in a narrow window a row is a block, so each cell must say what it is.
 */
import { type HTMLElement, parse } from 'node-html-parser'
import { beforeAll, expect, it } from 'vitest'
import { NotDelivered } from '../../../src/ports.ts'
import { VALID_INQUIRY, jsonRequest, openDesk } from '../../test-desk.ts'
import { openSignedInBrowser } from '../browser.ts'

const tables = new Map<string, HTMLElement[]>()
beforeAll(async () => {
  const desk = await openDesk({ factor: 1000 })
  desk.service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
  await desk.send('inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY))
  await desk.send('identity', '/agent/identity', jsonRequest({ type: 'service_auth', login_hint: VALID_INQUIRY.email }))
  await desk.settle()
  const browser = await openSignedInBrowser(desk)
  const look = async (path: string) => tables.set(path, parse((await browser.get(path)).html).querySelectorAll('table'))
  for (const path of ['/desk', '/desk/inquiries', '/desk/claims', '/desk/mail', '/desk/staff', '/desk/audit'])
    await look(path)
  tables.set(
    '/desk/look-up',
    parse((await browser.post('/desk/look-up', { text: 'ana' })).html).querySelectorAll('table'),
  )
})

const cellsOf = (row: HTMLElement) => row.querySelectorAll('th, td')

it.each(['/desk', '/desk/inquiries', '/desk/look-up', '/desk/claims', '/desk/mail', '/desk/staff', '/desk/audit'])(
  '%s names the column in every cell, and leaves none empty',
  (path) => {
    const found = tables.get(path) ?? []
    expect(found.length).toBeGreaterThan(0)
    for (const table of found) {
      const heads = table.querySelectorAll('thead th').map((head) => head.text)
      const rows = table.querySelectorAll('tbody tr')
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) {
        expect(cellsOf(row).map((cell) => cell.getAttribute('data-label'))).toEqual(heads)
        expect(row.querySelector('th')?.getAttribute('scope')).toBe('row')
        expect(cellsOf(row).map((cell) => cell.text.trim())).not.toContain('')
      }
    }
  },
)
