import { parse } from 'node-html-parser'
import { beforeEach, expect, it } from 'vitest'
import { type DevMailbox, devMailbox, mailboxFor } from '../../src/hosts/dev-mailbox.ts'
import type { Mail } from '../../src/ports.ts'
import { BASE, FIRM } from '../test-desk.ts'

const FRAME =
  '<html><head><title>Not found</title></head><body><header>H</header><main class="x"><p>Not here.</p></main></body></html>'
const HOSTILE = '<script>alert(1)</script><img src=https://evil.example onerror=alert(1)>'
const MAIL: Mail = {
  id: 'link-1',
  from: { name: FIRM.name, address: FIRM.email },
  to: `${HOSTILE}@example.com`,
  subject: HOSTILE,
  text: `${HOSTILE} ${BASE}/claim/confirm?link=a.b-c`,
  html: HOSTILE,
}

let mailbox: DevMailbox
beforeEach(() => {
  mailbox = devMailbox()
})
const request = async (path: string) => {
  const response = await mailbox.show(new Request(BASE + path), FRAME)
  const { status, headers } = response
  return { status, csp: headers.get('content-security-policy') ?? '', page: await response.text() }
}
const show = (more = '') => request(mailbox.path + more)

it('shows nothing without its key, or with another', async () => {
  await mailbox.send({ ...MAIL, subject: 'A secret' })
  expect(mailbox.path).toMatch(/^\/dev\/mail\?key=[\w-]{22}$/)
  expect(devMailbox().path).not.toBe(mailbox.path)
  for (const path of ['/dev/mail', '/dev/mail?key=', devMailbox().path, `${mailbox.path}x`, mailbox.path.slice(0, -1)])
    for (const more of ['', '&look=link-1', '?look=link-1']) {
      const { status, page } = await request(path + more)
      expect([status, page]).toEqual([403, expect.stringContaining('ends with a key')])
      expect(page).not.toMatch(/A secret|alert|claim|[\w-]{22}/)
    }
  expect((await show()).page).toContain('A secret')
})

it('shows mails as text, newest first, with their links', async () => {
  await mailbox.send(MAIL)
  await mailbox.send({ ...MAIL, id: 'link-2', subject: 'The second' })
  const { page } = await show()
  const titles = parse(page).querySelectorAll('h2')
  expect(titles.map(({ text }) => text)).toEqual(['The second', HOSTILE])
  expect(page).not.toMatch(/<(script|img)/)
  expect([...page.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)).toEqual(
    ['link-2', 'link-1'].flatMap((id) => [
      `${mailbox.path}&amp;look=${id}`,
      'https://evil.example',
      `${BASE}/claim/confirm?link=a.b-c`,
    ]),
  )
})

it('shows one as a page with its styles, in a sandbox, where nothing can run, load or be sent', async () => {
  await mailbox.send(MAIL)
  const { page, csp } = await show('&look=link-1')
  expect(page).toBe(HOSTILE)
  expect(csp.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", "form-action 'none'", 'sandbox']))
  expect((await show('&look=other')).page).toContain('Mail on this machine')
})

it('is not there in production, nor where mail is sent', () => {
  expect(mailboxFor({ mailUrl: undefined, production: false })).toBeDefined()
  expect(mailboxFor({ mailUrl: undefined, production: true })).toBeUndefined()
  expect(mailboxFor({ mailUrl: 'smtp://localhost', production: false })).toBeUndefined()
})
