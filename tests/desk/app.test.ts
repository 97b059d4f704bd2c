/** The frame of the desk: what every page and every form has in common. */
import { globSync, readFileSync } from 'node:fs'
import { html } from 'hono/html'
import { beforeEach, describe, expect, it } from 'vitest'
import { DESK_PAGES } from '../../src/desk/routes.ts'
import { deskForm } from '../../src/desk/ui.ts'
import { createTestAgent, SAME_ORIGIN, type TestAgent } from '../test-agent.ts'
import { type Browser, FOREIGN, openBrowser, openSignedInBrowser, tokenOf } from './browser.ts'

let desk: TestAgent
let browser: Browser & { id: string }
beforeEach(async () => {
  desk = await createTestAgent()
  browser = await openSignedInBrowser(desk)
})

const FORMS = DESK_PAGES.filter(({ POST }) => POST).map(({ path }) => path.replace(/:\w+/g, 'x'))

it.each(['/sign-out', ...FORMS])('the form %s is refused without its token and from another site', async (path) => {
  const other = tokenOf((await (await openSignedInBrowser(desk, 'Bob')).get('/desk/staff')).html)
  const stored = desk.store.records.size
  const Cookie = browser.cookie
  const send = (body: string, headers: Record<string, string>) =>
    desk.send('desk', `/desk${path}`, { method: 'POST', body, headers: { Cookie, ...SAME_ORIGIN, ...headers } })
  const own = tokenOf((await browser.get('/desk/staff')).html)
  for (const body of ['', 'csrf=', 'csrf=x', `csrf=${other}`, `csrf=${own}x`])
    expect((await send(body, {})).status, body).toBe(403)
  expect((await send(`csrf=${own}&note=Jos%E9`, {})).status).toBe(400)
  for (const headers of FOREIGN) expect((await send(`csrf=${own}`, headers)).status, JSON.stringify(headers)).toBe(403)
  const takesFiles = DESK_PAGES.some((row) => row.path === path && row.maxUploadBytes !== undefined)
  for (const type of ['text/plain', 'application/json', ...(takesFiles ? [] : ['multipart/form-data'])])
    expect((await send(`csrf=${own}`, { 'Content-Type': type })).status, type).toBe(415)
  expect(desk.store.records.size).toBe(stored)
  expect((await browser.get('/desk/claims')).status).toBe(200)
})

describe('a page of the desk', () => {
  it.each(DESK_PAGES.map(({ path }) => path))('%s leads to the sign-in page without a session', async (path) => {
    const address = `/desk${path.replace(/:\w+/g, 'x')}`
    for (const { status, location } of [await openBrowser(desk).get(address), await openBrowser(desk).post(address)])
      expect([status, location]).toEqual([303, expect.stringMatching(/^\/desk\/sign-in/)])
  })

  it.each(['/nothing', '/claims/reg_..', '/claims/%zz', '/claims/x/y/z', '/inquiries//erase', '/*'])(
    '%s that does not exist is 404, in the frame',
    async (path) => {
      const { status, html } = await browser.get(`/desk${path}`)
      expect([status, html]).toEqual([404, expect.stringContaining('aria-label="Desk"')])
    },
  )

  it('that tells of an error says so in its title, and has the focus on it', async () => {
    for (const { status, html } of [
      await browser.get('/desk/nothing'),
      await browser.post('/desk/mail', { id: 'x' }),
      await browser.post('/desk/claims', { code: 'x' }),
    ]) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(html).toContain('<title>Error: ')
      expect(html.match(/ autofocus/g)).toHaveLength(1)
    }
    expect((await browser.get('/desk/claims')).html).not.toMatch(/<title>Error|autofocus/)
  })

  it('takes no other method and says which, answers HEAD as GET without a body, and is there with a slash at the end too', async () => {
    const ask = async (method: string, path: string) => {
      const response = await desk.send('desk', path, { method, headers: { Cookie: browser.cookie } })
      return [response.status, response.headers.get('allow'), (await response.text()).includes('aria-label="Desk"')]
    }
    expect(await ask('DELETE', '/desk/claims')).toEqual([405, 'GET, HEAD, POST', true])
    expect(await ask('OPTIONS', '/desk/staff')).toEqual([405, 'GET, HEAD', true])
    expect(await ask('GET', '/desk/sign-out')).toEqual([405, 'POST', true])
    expect(await ask('PUT', '/desk/sign-in')).toEqual([405, 'GET, HEAD, POST', false])
    const response = await desk.send('desk', '/desk/claims', { method: 'HEAD', headers: { Cookie: browser.cookie } })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect((await browser.get('/desk/claims/')).status).toBe(200)
    expect((await browser.get('/desk/')).status).toBeLessThan(400)
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
