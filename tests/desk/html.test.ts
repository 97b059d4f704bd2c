/** The HTML and tables of every page of the desk. A narrow window shows a row as a block, so each cell must say what it is. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { NotDelivered } from '../../src/ports.ts'
import { htmlFaults } from '../html-faults.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { decideClaim, openBrowser, openSession } from './browser.ts'
import { fieldsOf, OWNER, desk, useDeskClient } from './inquiries/desk-client.ts'

useDeskClient()

async function askForClaim(login_hint: string): Promise<string> {
  const asked = await desk.send('identity', '/agent/identity', jsonRequest({ type: 'service_auth', login_hint }))
  return `/claims/${((await asked.json()) as { id: string }).id}`
}

it('is valid and accessible by rule, has one h1 and a way to skip to it, no script or style in it, and names each cell', async () => {
  const browser = openBrowser(desk)
  const empty = [await desk.get(''), await desk.get('/inquiries'), await desk.get('/look-up')]
  const [waiting, confirmed] = [await askForClaim(VALID_INQUIRY.email), await askForClaim('bob@example.com')]
  await decideClaim(await openSession(desk, OWNER.id), `/desk${confirmed}`, 'confirmed', 'call-back')
  desk.service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
  const reference = await desk.inquire({
    phone: '+1 386 555 0187',
    topic: 'animal_law',
    message: 'See http://a http://b http://c\n\n<end>',
  })
  await desk.change(reference, 'save', { status: 'contacted', note: 'One.\nTwo.' })
  await desk.inquire()
  desk.advance(9 * DAY_MS)
  const seen = await desk.open(reference, OWNER)
  const erase = await desk.get(`/inquiries/${reference}/erase`, OWNER)
  const pages = [
    ...empty,
    ...(await Promise.all(
      ['', '/claims', waiting, confirmed, '/mail', '/staff', '/audit', '/nothing'].map((path) => desk.get(path, OWNER)),
    )),
    await desk.post('/claims', { code: 'x' }),
    ...(await Promise.all(['', 'Ana'].map((name) => desk.post('/staff/add', { id: 'K7QM2F9D', name }, OWNER)))),
    await desk.get('/inquiries?month=2026-11&status=new'),
    await desk.get('/inquiries?reference=x'),
    await desk.post('/inquiries', { search: 'accident' }),
    seen,
    await desk.post(`/inquiries/${reference}`, { ...desk.formOf(seen, 'save'), seen: '0', note: 'Late.' }),
    await desk.get((await desk.change(reference, 'take', {}, OWNER)).redirect ?? '', OWNER),
    await desk.get('/inquiries/K7QM-2F9D'),
    await desk.post('/look-up', { text: 'ana' }),
    await desk.post('/look-up', { text: 'x' }),
    erase,
    await desk.post(
      `/inquiries/${reference}/erase`,
      [...fieldsOf(erase, '/erase'), ['confirm', 'x'], ['no-dispute', 'yes']],
      OWNER,
    ),
    await desk.erase(reference),
  ].map(({ body }) => body)
  pages.push((await browser.get('/desk/sign-in?to=/desk/claims')).html)
  pages.push((await browser.post('/desk/sign-in', { key: 'x' })).html)
  for (const html of pages) {
    expect(await htmlFaults(html), html).toBe('')
    expect(html.match(/<h1>/g)).toHaveLength(1)
    expect(html).toContain('<a class="skip" href="#main">')
    expect(html).not.toMatch(/<script(?! src="\/desk(-passkey)?\.js"( defer)?><\/script>)|<style|style=|\son\w+=/)
  }
  const tables = pages.flatMap((html) => parse(html).querySelectorAll('table'))
  expect(tables.length).toBeGreaterThan(10)
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
