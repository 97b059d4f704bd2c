/**
 * The contact form as a browser sends it.
 */
import { parse } from 'node-html-parser'
import { beforeEach, describe, expect, it } from 'vitest'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { BASE, openDesk, type TestDesk, VALID_INQUIRY } from '../test-desk.ts'

let desk: TestDesk
beforeEach(async () => {
  desk = await openDesk()
})

/** The time of a ticket, as it is written there, drawn when a person would have. */
const OLD_ENOUGH = Date.parse('2026-11-21T15:04:05.000Z').toString(36)
const HOSTILE = `"><img src=x onerror=alert(1)></textarea><script>alert(2)</script>`

async function ticket(): Promise<string> {
  const html = await (await desk.send('contact', '/contact/')).text()
  return /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? ''
}
function post(fields: Record<string, string>, headers: Record<string, string> = {}, path = '/contact/') {
  return desk.send('contact', path, { method: 'POST', body: new URLSearchParams(fields), headers })
}
const postInSpanish = (fields: Record<string, string>) => post(fields, {}, '/es/contact/')
/** As a person does: opens the page, takes a minute, sends it. */
async function fillIn(fields: Record<string, string> = {}, headers: Record<string, string> = { Origin: BASE }) {
  const drawn = await ticket()
  desk.advance(60_000)
  return post(
    { ...VALID_INQUIRY, phone: '', topic: '', otherParty: '', language: 'en', website: '', ticket: drawn, ...fields },
    headers,
  )
}

describe('the contact form', () => {
  it('takes an inquiry and sends the browser on to its reference with 303', async () => {
    const response = await fillIn({ topic: 'animal_law', otherParty: 'A neighbor' })
    expect(response.status).toBe(303)
    const [inquiry] = await desk.inquiries()
    expect(response.headers.get('location')).toMatch(new RegExp(`^/thanks/${inquiry?.reference}/\\?status=`))
    expect(inquiry).toMatchObject({
      via: 'form',
      notice: '2026-11-01',
      suspicions: [],
      request: { ...VALID_INQUIRY, topic: 'animal_law', otherParty: 'A neighbor', language: 'en' },
    })
    expect(inquiry?.request).not.toHaveProperty('phone')
  })

  it('takes a telephone number with words beside it, and keeps them', async () => {
    const phone = '386 555 0142 after 5, ask for Maria'
    expect((await fillIn({ phone })).status).toBe(303)
    expect(await desk.inquiries()).toMatchObject([{ request: { phone } }])
    const html = await (await fillIn({ phone: 'ask for Maria' })).text()
    expect(html).toContain('<a href="#phone">Your telephone number must have at least seven digits')
    expect(html).toContain('value="ask for Maria"')
  })

  it.each([
    ['/contact/', 'yes or no', 'By sending, you confirm that you have read this.'],
    ['/es/contact/', 'sí o no', 'Al enviar, usted confirma que ha leído esto.'],
  ])('at %s asks about a lawyer, with no answer chosen, and needs none', async (path, choice, haveRead) => {
    const answersOf = (html: string) =>
      parse(html)
        .querySelectorAll('fieldset [name=hasLawyer]')
        .map((one) => [one.getAttribute('value'), one.hasAttribute('checked')])
    const none = [
      ['yes', false],
      ['no', false],
      ['', true],
    ]
    const drawn = await (await desk.send('contact', path)).text()
    expect(answersOf(drawn)).toEqual(none)
    expect(drawn.split('<button type="submit">')[0]?.trimEnd()).toMatch(new RegExp(`<p>${haveRead}</p>\\s*</div>$`))
    expect((await post({ ...VALID_INQUIRY, hasLawyer: '' }, {}, path)).status).toBe(303)
    const html = await (await post({ ...VALID_INQUIRY, hasLawyer: 'maybe' }, {}, path)).text()
    expect(html).toMatch(new RegExp(`<a href="#hasLawyer">[^<]*${choice}`))
    expect(parse(html).querySelector('fieldset[aria-describedby=hasLawyer-error] #hasLawyer-error')?.text).toContain(
      choice,
    )
    expect(parse(html).querySelector('#hasLawyer')?.getAttribute('value')).toBe('yes')
    const kept = await (await post({ ...VALID_INQUIRY, name: '', hasLawyer: 'yes' }, {}, path)).text()
    expect(answersOf(kept)).toEqual([
      ['yes', true],
      ['no', false],
      ['', false],
    ])
  })

  it.each(['divorce', '', '"><script>', 'ANIMAL_LAW'])('ignores the topic %j, which it has not', async (topic) => {
    const response = await desk.send('contact', `/contact/?${new URLSearchParams({ topic })}`)
    const html = await response.text()
    expect([response.status, html.match(/<option[^>]* selected>/g)]).toEqual([200, ['<option value="en" selected>']])
    expect(html).toContain('href="/es/contact/" hreflang="es"')
    expect(html).not.toContain('"><script>')
  })

  it('in Spanish says in Spanish what is wrong', async () => {
    const wrong = await postInSpanish({ name: ' ', email: 'nada', phone: '12', message: 'x'.repeat(5001) })
    const html = await wrong.text()
    expect(html).toContain('<title>Error: ')
    for (const words of [
      'Todavía no se ha enviado',
      'Falta su nombre.',
      'debe ser una sola dirección',
      'al menos siete dígitos',
      'hasta 5,000 caracteres',
    ])
      expect(html).toContain(words)
    expect(html).not.toMatch(/is missing|must /)
    desk.store.down = true
    expect(await (await postInSpanish(VALID_INQUIRY)).text()).toContain('No pudimos guardar su mensaje.')
  })

  it('runs the scripts of this site and no other', async () => {
    for (const path of ['/contact/', '/es/contact/']) {
      const response = await desk.send('contact', path)
      expect(response.headers.get('x-robots-tag')).toBe('all')
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; script-src 'self'$/)
      expect((await response.text()).match(/<script[^>]*>/g)).toEqual([
        '<script type="module" src="/open.js">',
        '<script src="/form.js" defer>',
      ])
    }
  })

  it.each(['/contact', '/es/contact'])('is at %s/: without the slash a reader is sent there', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await desk.send('contact', `${path}?from=x`, { method })
      expect([response.status, response.headers.get('location')]).toEqual([301, `${path}/?from=x`])
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    expect((await post(VALID_INQUIRY, {}, path)).status).toBe(303)
  })

  it('is drawn with a fresh ticket, kept by no cache, and asks for nothing from elsewhere', async () => {
    const response = await desk.send('contact', '/contact/')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const drawn = await ticket()
    desk.advance(1000)
    expect(await ticket()).not.toBe(drawn)
  })

  it('answers HEAD as GET without a body, OPTIONS with what it takes, and other methods with 405', async () => {
    const head = await desk.send('contact', '/contact/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const put = await desk.send('contact', '/contact/', { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    const options = await desk.send('contact', '/contact/', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
    expect(options.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('comes back with what was typed and every fault, in a summary that has the focus and links to the fields', async () => {
    const hostile = { message: HOSTILE, otherParty: HOSTILE }
    const response = await fillIn({ name: '', email: 'not-an-address', ...hostile, topic: 'wills_trusts' })
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(html).toContain('<title>Error: Contact</title>')
    expect(html).toMatch(/role="alert"[^>]*autofocus/)
    expect(html).toContain('<a href="#name">Your name is missing.</a>')
    expect(html).toContain('<a href="#email">Your e-mail must be one e-mail address')
    expect(html).toMatch(/id="email"[^>]*aria-describedby="email-hint email-error"[^>]*aria-invalid="true"/)
    expect(html).toContain('value="not-an-address"')
    expect(html).toContain('<option value="wills_trusts" selected>')
    expect(html).not.toContain(HOSTILE)
    expect(html).toContain('&quot;&gt;&lt;img src=x')
    expect(desk.store.facts.size).toBe(0)
  })

  it('counts a line end once, though browsers send two characters for it', async () => {
    expect((await fillIn({ message: 'x\r\n'.repeat(2500) })).status).toBe(303)
    const [inquiry] = await desk.inquiries()
    expect(inquiry?.request.message).not.toContain('\r')
  })

  it('sent twice, or again after going back, gives the same reference; changed and sent again, another', async () => {
    const drawn = await ticket()
    desk.advance(60_000)
    const fields = { ...VALID_INQUIRY, ticket: drawn }
    const [first, second] = await Promise.all([post(fields), post(fields)])
    // The page that is drawn again has another ticket.
    const again = await post({ ...fields, ticket: await ticket() })
    const changed = await post({ ...fields, message: 'I forgot something.' })
    for (const { headers } of [second, again]) expect(headers.get('location')).toBe(first.headers.get('location'))
    expect(changed.headers.get('location')).not.toBe(first.headers.get('location'))
    expect(await desk.inquiries()).toHaveLength(2)
  })

  it('gives the text back when the store is down: 503, nothing claimed, nothing lost', async () => {
    const drawn = await ticket()
    desk.store.down = true
    const response = await post({ ...VALID_INQUIRY, ticket: drawn })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).not.toBeNull()
    const html = await response.text()
    expect(html).toContain('We could not store your message. Your text is still below.')
    expect(html).toContain('(386) 555-0142')
    expect(html).toContain(VALID_INQUIRY.message)
  })

  it('gives the text back when too much came from one connection: 429', async () => {
    for (let count = 0; count < RATE_LIMITS.inquiries.quota; count++)
      await post({ ...VALID_INQUIRY, message: `Number ${count}` })
    const response = await post(VALID_INQUIRY)
    expect(response.status).toBe(429)
    expect(await response.text()).toContain(VALID_INQUIRY.message)
  })

  it.each([
    ['text/plain', 'name=Ana', 415],
    ['application/json', JSON.stringify(VALID_INQUIRY), 415],
    ['application/x-www-form-urlencoded', `message=${'x'.repeat(70_000)}`, 413],
    ['application/x-www-form-urlencoded', 'name=%00&email=%ff&message=%zz&__proto__[x]=1&a[]=1;b=2', 400],
  ])('answers a body of %s with the page again', async (type, body, status) => {
    const headers = { 'Content-Type': type }
    const response = await desk.send('contact', '/contact/', { method: 'POST', body, headers })
    expect(response.status).toBe(status)
    expect(await response.text()).toContain('<form method="post"')
    expect(desk.store.facts.size).toBe(0)
  })
})

describe('spam at the contact form is marked for the staff and never dropped', () => {
  it.each([
    ['the trap is filled', { website: 'https://spam.example' }, ['trap filled']],
    ['there are three links', { message: 'http://a.example https://b.example www.c.example' }, ['many links']],
    ['there is one link with markup', { message: 'Buy <a href="https://spam.example">this</a>' }, ['many links']],
    ['there is one link as forums write it', { message: '[url=https://spam.example]this[/url]' }, ['many links']],
    ['there are two addresses, as people paste them', { message: 'See https://a.example and https://b.example' }, []],
    ['the ticket is missing', { ticket: '' }, ['no ticket']],
    ['the ticket is forged', { ticket: 'mabcdefg.y' }, ['no ticket']],
    ['the ticket has its own time and a forged signature', { ticket: `${OLD_ENOUGH}.y` }, ['no ticket']],
  ])('when %s', async (_title, fields, suspicions) => {
    expect((await fillIn(fields)).status).toBe(303)
    expect(await desk.inquiries()).toMatchObject([{ suspicions }])
  })

  it.each([
    [0, ['sent too fast']],
    [2999, ['sent too fast']],
    [3000, []],
  ])('when it is sent %i ms after the page was drawn', async (age, suspicions) => {
    const drawn = await ticket()
    desk.advance(age)
    expect((await post({ ...VALID_INQUIRY, ticket: drawn })).status).toBe(303)
    expect(await desk.inquiries()).toMatchObject([{ suspicions }])
  })

  it('when the page is older than a day', async () => {
    const drawn = await ticket()
    desk.advance(24 * 60 * 60 * 1000)
    await post({ ...VALID_INQUIRY, ticket: drawn })
    expect(await desk.inquiries()).toMatchObject([{ suspicions: ['no ticket'] }])
  })

  it('when the time in the ticket was changed: its signature covers it', async () => {
    const [time = '', mac] = (await ticket()).split('.')
    const minuteBefore = (Number.parseInt(time, 36) - 60_000).toString(36)
    await post({ ...VALID_INQUIRY, ticket: `${minuteBefore}.${mac}` })
    expect(await desk.inquiries()).toMatchObject([{ suspicions: ['no ticket'] }])
  })
})

describe('a form that another site sent', () => {
  it.each([[{ Origin: `${BASE}.evil.example` }], [{ 'Sec-Fetch-Site': 'cross-site', Origin: BASE }]])(
    'is refused, with the text kept: %j',
    async (headers) => {
      const response = await fillIn({}, headers)
      expect(response.status).toBe(403)
      expect(await response.text()).toContain(VALID_INQUIRY.message)
      expect(desk.store.facts.size).toBe(0)
    },
  )

  it.each([[{ Origin: BASE }], [{ Origin: 'http://127.0.0.1:8888', 'Sec-Fetch-Site': 'same-origin' }], [{}]])(
    'is not this: %j',
    async (headers) => {
      expect((await fillIn({}, headers as Record<string, string>)).status).toBe(303)
    },
  )
})
