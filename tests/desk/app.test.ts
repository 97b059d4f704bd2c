/** The frame of the desk: what every page and every form has in common, and the news for a page that stays open. */
import { globSync, readFileSync } from 'node:fs'
import { html } from 'hono/html'
import { describe, expect, it } from 'vitest'
import { DESK_PAGES } from '../../src/desk/routes.ts'
import { deskForm } from '../../src/desk/ui.ts'
import { SAME_ORIGIN } from '../test-agent.ts'
import { FOREIGN, openBrowser, openSignedInBrowser, owner, tokenOf, tracesIn, useOwner } from './browser.ts'
import { parse } from 'node-html-parser'
import { MINUTE_MS } from '../../src/duration.ts'
import { IDLE_TIMEOUT_MS } from '../../src/staff/session.ts'
import { desk } from '../test-desk.ts'

useOwner({ factor: 1000 })

const FORMS = DESK_PAGES.filter(({ POST }) => POST).map(({ path }) => path.replace(/:\w+/g, 'x'))

it.each(['/sign-out', ...FORMS])('the form %s is refused without its token and from another site', async (path) => {
  const other = tokenOf((await (await openSignedInBrowser(desk, 'Bob')).get('/desk/staff')).html)
  const stored = desk.store.records.size
  const Cookie = owner.cookie
  const send = (body: string, headers: Record<string, string>) =>
    desk.send('desk', `/desk${path}`, { method: 'POST', body, headers: { Cookie, ...SAME_ORIGIN, ...headers } })
  const own = tokenOf((await owner.get('/desk/staff')).html)
  for (const body of ['', 'csrf=', 'csrf=x', `csrf=${other}`, `csrf=${own}x`])
    expect((await send(body, {})).status, body).toBe(403)
  expect((await send(`csrf=${own}&note=Jos%E9`, {})).status).toBe(400)
  for (const headers of FOREIGN) expect((await send(`csrf=${own}`, headers)).status, JSON.stringify(headers)).toBe(403)
  const takesFiles = DESK_PAGES.some((row) => row.path === path && row.maxUploadBytes !== undefined)
  for (const type of ['text/plain', 'application/json', ...(takesFiles ? [] : ['multipart/form-data'])])
    expect((await send(`csrf=${own}`, { 'Content-Type': type })).status, type).toBe(415)
  expect(desk.store.records.size).toBe(stored)
  expect((await owner.get('/desk/claims')).status).toBe(200)
})

describe('a page of the desk', () => {
  it.each(DESK_PAGES.map(({ path }) => path))('%s leads to the sign-in page without a session', async (path) => {
    const address = `/desk${path.replace(/:\w+/g, 'x')}`
    for (const { status, location } of [await openBrowser(desk).get(address), await openBrowser(desk).post(address)])
      expect([status, location]).toEqual([303, expect.stringMatching(/^\/desk\/sign-in/)])
  })

  const NOWHERE = ['/nothing', '/claims/reg_..', '/claims/%zz', '/claims/x/y/z', '/inquiries//erase', '/*']
  it.each(NOWHERE)('%s that does not exist is 404, in the frame', async (path) => {
    const { status, html } = await owner.get(`/desk${path}`)
    expect([status, html]).toEqual([404, expect.stringContaining('aria-label="Desk"')])
  })

  it('that tells of an error says so in its title, and has the focus on it', async () => {
    for (const { status, html } of [
      await owner.get('/desk/nothing'),
      await owner.post('/desk/mail', { id: 'x' }),
      await owner.post('/desk/claims', { code: 'x' }),
    ]) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(html).toContain('<title>Error: ')
      expect(html.match(/ autofocus/g)).toHaveLength(1)
    }
    expect((await owner.get('/desk/claims')).html).not.toMatch(/<title>Error|autofocus/)
  })

  it('takes no other method and says which, answers HEAD as GET without a body, and is there with a slash at the end too', async () => {
    const ask = async (method: string, path: string) => {
      const response = await desk.send('desk', path, { method, headers: { Cookie: owner.cookie } })
      return [response.status, response.headers.get('allow'), (await response.text()).includes('aria-label="Desk"')]
    }
    expect(await ask('DELETE', '/desk/claims')).toEqual([405, 'GET, HEAD, POST', true])
    expect(await ask('OPTIONS', '/desk/staff')).toEqual([405, 'GET, HEAD', true])
    expect(await ask('GET', '/desk/sign-out')).toEqual([405, 'POST', true])
    expect(await ask('PUT', '/desk/sign-in')).toEqual([405, 'GET, HEAD, POST', false])
    const response = await desk.send('desk', '/desk/claims', { method: 'HEAD', headers: { Cookie: owner.cookie } })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect((await owner.get('/desk/claims/')).status).toBe(200)
    expect((await owner.get('/desk/')).status).toBeLessThan(400)
  })
})

it('every form of the desk but those for signing in has the token of the session', async () => {
  const forms = globSync('src/desk/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<form method="post"[^]*?<\/form>/g)].map(([form]) => form),
  )
  const without = forms.filter((form) => !form.includes('{PATHS.deskSignIn}"'))
  expect(without).toEqual([expect.stringContaining('{ csrf, ...fields }')])
  const member = { id: '', name: '', owner: false, lawyer: false, onCall: false, csrf: 'x' }
  const form = deskForm(member, { action: '' }, html``)
  expect(`${await form}`).toContain('name="csrf" value="x"')
})

const addressIn = (html: string) =>
  parse(html).querySelector('[role=status][data-news]')?.getAttribute('data-news') ?? ''

it('the news for a page that stays open counts what came since, leaves no trace, and does not keep the session open', async () => {
  await desk.inquire()
  const address = addressIn((await owner.get('/desk')).html)
  expect((await owner.get(address)).html).toBe('{"count":0,"more":false}')
  desk.advance(MINUTE_MS)
  for (let number = 0; number < 3; number++) await desk.inquire()
  const { headers, html } = await owner.get(address)
  expect(html).toBe('{"count":3,"more":false}')
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['application/json', 'no-store'])
  const before = await tracesIn(desk)
  for (let waited = MINUTE_MS; waited < IDLE_TIMEOUT_MS; waited += MINUTE_MS) {
    expect((await owner.get(address)).status).toBe(200)
    desk.advance(MINUTE_MS)
  }
  expect((await owner.get(address)).status).toBe(303)
  expect(await tracesIn(desk)).toEqual(before)
})

it('the news is asked for while a member types: that keeps the session open', async () => {
  const [, address = ''] = /data-in-use="([^"]+)"/.exec((await owner.get('/desk')).html) ?? []
  for (let waited = 0; waited < 2 * IDLE_TIMEOUT_MS; waited += IDLE_TIMEOUT_MS / 2) {
    expect((await owner.get(address)).status).toBe(204)
    desk.advance(IDLE_TIMEOUT_MS / 2)
  }
  expect((await owner.get('/desk')).status).toBe(200)
  expect((await openBrowser(desk).get(address)).status).toBe(303)
})
