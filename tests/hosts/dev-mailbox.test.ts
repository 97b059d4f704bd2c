import { parse } from 'node-html-parser'
import { beforeEach, describe, expect, it } from 'vitest'
import { type DevMailbox, devMailbox } from '../../src/hosts/dev-mailbox.ts'
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
const show = async (query = '') => {
  const response = await mailbox.show(new Request(`${BASE}/dev/mail${query}`), FRAME)
  return { csp: response.headers.get('content-security-policy') ?? '', page: await response.text() }
}

describe('/dev/mail', () => {
  it('is a page of the site that says when there is nothing', async () => {
    const { page } = await show()
    expect(page).toContain('None yet')
    expect(page).toContain('<header>H</header>')
    expect(page).not.toContain('Not here')
  })

  it('shows mails as text, newest first, with their links', async () => {
    await mailbox.send(MAIL)
    await mailbox.send({ ...MAIL, id: 'link-2', subject: 'The second' })
    const { page } = await show()
    expect(
      parse(page)
        .querySelectorAll('h2')
        .map(({ text }) => text),
    ).toEqual(['The second', HOSTILE])
    expect(page).not.toMatch(/<(script|img)/)
    expect([...page.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)).toEqual(
      ['link-2', 'link-1'].flatMap((id) => [
        `/dev/mail?look=${id}`,
        'https://evil.example',
        `${BASE}/claim/confirm?link=a.b-c`,
      ]),
    )
  })

  it('shows one as a page in a sandbox, where nothing can run, load or be sent', async () => {
    await mailbox.send(MAIL)
    const { page, csp } = await show('?look=link-1')
    expect(page).toBe(HOSTILE)
    expect(csp.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", "form-action 'none'", 'sandbox']))
    expect((await show('?look=other')).page).toContain('Mail on this machine')
  })

  it('keeps fifty', async () => {
    for (let number = 0; number < 60; number++) await mailbox.send({ ...MAIL, id: `link-${number}` })
    expect(parse((await show()).page).querySelectorAll('article')).toHaveLength(50)
  })
})
