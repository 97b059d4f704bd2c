/** The page that thanks for an inquiry: what the person sees who sent it, and what others see who have its reference. */
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import { VALID_FORM, desk, useDesk } from '../test-desk.ts'

useDesk()

/** @returns where the browser goes then, and its cookies by their paths */
async function send(fields: Record<string, string> = {}, path = '/contact/') {
  const body = new URLSearchParams({ ...VALID_FORM, ...fields })
  const { headers } = await desk.send('contact', path, { method: 'POST', body })
  const cookies = new Map(headers.getSetCookie().map((cookie) => [/Path=([^;]+)/.exec(cookie)?.[1] ?? '', cookie]))
  const location = headers.get('location') ?? ''
  return { location, cookies, cookie: cookies.values().next().value ?? '', pathname: location.replace(/\?.*/, '') }
}
const visit = async (path: string, cookie = '') =>
  (await desk.send('thanks', path, { headers: { Cookie: `other=1; ${cookie.split(';')[0]}` } })).text()

describe('the thanks page', () => {
  it('shows the reference of its address and looks nothing up', async () => {
    const response = await desk.send('thanks', '/thanks/K7QM-2F9D/')
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<strong>K7QM-2F9D</strong>')
    expect(html).toMatch(/<title>We have your message<[\s\S]*<h1><!--region:title-->We have your message</)
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(desk.store.calls).toEqual({ put: 0, get: 0, list: 0, remove: 0 })
  })

  it.each(['/thanks/%3Cscript%3E/', '/thanks/AAAA-AAAA/'])('%s is 404 and repeats nothing', async (path) => {
    const response = await desk.send('thanks', path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toMatch(/<script>|%3Cscript/)
  })
})

it.each([
  ['', 'We will answer by Monday, November 23.'],
  ['/es', 'Le responderemos a más tardar el lunes, 23 de noviembre.'],
])('the private address and the day of the answer are for who sent it: %j', async (folder, words) => {
  const [{ location, pathname }, other] = [await send({}, `${folder}/contact/`), await send({ message: 'Another.' })]
  const statusIn = (address: string) => new URLSearchParams(address.split('?')[1]).get('status') ?? ''
  for (const moved of [0, 48 * HOUR_MS]) {
    desk.advance(moved)
    const page = await visit(location)
    expect(page).toContain(`<a href="${folder}/status/`)
    expect(parse(page).text).toContain(words)
  }
  const response = await desk.send('thanks', location)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  // In the other language the page is the same.
  const there = parse(await response.text()).querySelector('.language')
  expect(await visit(there?.getAttribute('href') ?? '')).toContain('/status/')
  const forged = `${statusIn(location).slice(0, -3)}xyz`
  for (const query of ['', '?status=', '?status=x', `?status=${forged}`, `?status=${statusIn(other.location)}`]) {
    const page = await visit(pathname + query)
    expect(page, query).not.toMatch(/\/status\/|\?status=/)
    expect(parse(page).text, query).not.toContain(words.slice(0, 20))
  }
})

describe('the e-mail address on the thanks page', () => {
  it.each([
    ['/contact/', '<p>We will reply to <strong class="address">ana@example.com</strong>.</p>'],
    ['/es/contact/', '<p>Le responderemos a <strong class="address">ana@example.com</strong>.</p>'],
  ])('is repeated to the browser that sent it, in both languages, as often as it asks: %s', async (path, sentence) => {
    const { location, cookies, pathname } = await send({}, path)
    for (let count = 0; count < 2; count++) expect(await visit(location, cookies.get(pathname))).toContain(sentence)
    const there = pathname.startsWith('/es/') ? pathname.slice(3) : `/es${pathname}`
    expect([...cookies.keys()].sort()).toEqual([pathname, there].sort())
    expect(await visit(location.replace(pathname, there), cookies.get(there))).toContain('>ana@example.com</strong>')
    expect(await desk.inquiries()).toHaveLength(1)
  })

  it('is in a sealed cookie of that page, which no script can read, and in no address and no log', async () => {
    const { location, cookies, cookie } = await send()
    const path = String.raw`Path=(\/es)?\/thanks\/[0-9A-Z-]{9}\/`
    const sealed = new RegExp(`^__Secure-sent=[\\w.-]+; ${path}; Max-Age=600; Secure; HttpOnly; SameSite=Strict$`)
    for (const one of cookies.values()) expect(one).toMatch(sealed)
    await visit(location, cookie)
    const traces = [location, desk.logged(), ...cookies.values()].join()
    expect(traces).not.toMatch(/ana(@|%40)example|YW5hQGV4YW1wbGU/)
  })

  // WebKit keeps no Secure cookie of plain http.
  it('comes back on plain http in a cookie without Secure and without a prefix', async () => {
    Object.assign(desk.service, { base: 'http://localhost:8888' })
    const { location, cookie } = await send()
    expect(cookie).toMatch(/^sent=[\w.-]+; Path=[^ ]+; Max-Age=600; HttpOnly; SameSite=Strict$/)
    expect(await visit(location, cookie)).toContain('ana@example.com')
  })

  it('is shown to no one else', async () => {
    const { location, cookie, pathname } = await send()
    const other = await send({ email: 'bo@example.com' })
    // Nothing sent; only the reference; another inquiry; a cookie that the service did not make.
    for (const [path, sent] of [
      [location, ''],
      [pathname, cookie],
      [other.location, cookie],
      [location, '__Secure-sent=x'],
      [location, cookie.replace(/=.{20}/, '=AAAAAAAAAAAAAAAAAAAA')],
    ] as const) {
      const html = await visit(path, sent)
      expect(html).toContain('class="receipt"')
      expect(html).not.toContain('@example.com')
    }
  })

  it('is gone after ten minutes', async () => {
    const { location, cookie } = await send()
    desk.advance(10 * MINUTE_MS - 1)
    expect(await visit(location, cookie)).toContain('ana@example.com')
    desk.advance(1)
    expect(await visit(location, cookie)).not.toContain('ana@example.com')
  })
})
