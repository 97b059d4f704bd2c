/** The contact form as a browser sends it. */
import { type HTMLElement, parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import type { RouteName } from '../../src/routes.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { READ_FIELD } from '../../src/views/contact-form.ts'
import { WORDS } from '../../src/words.ts'
import { FOREIGN } from '../desk/browser.ts'
import { blocksOf, rowsOf } from '../table.ts'
import { SAME_ORIGIN } from '../test-agent.ts'
import { BASE, FIRM, VALID_FORM, VALID_INQUIRY, desk, useDesk } from '../test-desk.ts'

useDesk()

const HOSTILE = `"><img src=x onerror=alert(1)></textarea><script>alert(2)</script>`

const ticket = async () => (await open()).querySelector('[name=ticket]')?.getAttribute('value') ?? ''
const post = (fields: Record<string, string>, headers: Record<string, string> = {}, path = '/contact/') =>
  desk.send('contact', path, { method: 'POST', body: new URLSearchParams(fields), headers })
/** A person opens the page, takes a minute and sends it. */
async function fillIn(fields: Record<string, string> = {}, headers: Record<string, string> = { Origin: BASE }) {
  const given = { phone: '', topic: '', otherParty: '', language: 'en', website: '', ticket: await ticket(), ...fields }
  desk.advance(60_000)
  return post({ ...VALID_FORM, ...given }, headers)
}
const page = async (answer: Response | Promise<Response>) => parse(await (await answer).text())
const open = (path = '/contact/') => page(desk.send('contact', path))

it('says first what a link to it was about, chooses that, and leaves the rest closed', async () => {
  const drawn = await open('/contact/?topic=animal_law')
  expect(drawn.querySelector('#contact-form > p')?.text).toBe('What is it about? Area animal_law')
  expect(drawn.querySelector('#topic option[selected]')?.getAttribute('value')).toBe('animal_law')
  expect(drawn.querySelector('details.more')?.hasAttribute('open')).toBe(false)
})

it('takes an inquiry and sends the browser on to its reference with 303; spaces only are nothing, and a line end is one character', async () => {
  const message = 'x\r\n'.repeat(2500)
  const empty = { phone: ' ', county: '  ', date: ' ' }
  const response = await fillIn({ ...empty, topic: 'animal_law', otherParty: 'A neighbor', language: 'es-MX', message })
  expect(response.status).toBe(303)
  const [inquiry] = await desk.inquiries()
  expect(response.headers.get('location')).toMatch(new RegExp(`^/thanks/${inquiry?.reference}/\\?status=`))
  const { name, email } = VALID_INQUIRY
  const request = { name, email, topic: 'animal_law', otherParty: 'A neighbor', language: 'es-MX' }
  expect(inquiry).toMatchObject({ via: 'form', notice: '2026-11-01', suspicions: [], request })
  expect(inquiry?.request.message).not.toContain('\r')
  for (const field of Object.keys(empty)) expect(inquiry?.request).not.toHaveProperty(field)
})

it.each(['/contact', '/es/contact'])('is at %s/: without the slash a reader is sent there', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await desk.send('contact', `${path}?from=x`, { method })
    expect([response.status, response.headers.get('location')]).toEqual([301, `${path}/?from=x`])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  expect((await post(VALID_FORM, {}, path)).status).toBe(303)
})

it('asks about an address that is probably a slip before it stores anything, and takes it when it is sent again', async () => {
  const email = 'ana@gmial.com'
  const response = await fillIn({ email })
  expect(response.status).toBe(400)
  const refused = await page(response)
  expect(refused.querySelector('#email-error')?.text).toContain('Is this e-mail address right?')
  expect(refused.querySelector('#email-meant')?.text).toBe('Did you mean ana@gmail.com?')
  expect(refused.querySelector('#message')?.text).toContain(VALID_FORM.message)
  expect(await desk.inquiries()).toEqual([])
  const emailAsked = refused.querySelector('[name=emailAsked]')?.getAttribute('value') ?? ''
  const wide = await page(fillIn({ email: 'ana＠example.com', emailAsked: 'ana＠example.com' }))
  expect(wide.querySelector('#email-error')?.text).toContain(WORDS.en.form.fields.email.wrong)
  expect(wide.querySelector('#email-meant')?.text).toBe('Did you mean ana@example.com?')
  // Another slip brings a question too.
  expect((await fillIn({ email: 'ana@yaho.com', emailAsked })).status).toBe(400)
  expect((await fillIn({ email, emailAsked })).status).toBe(303)
  expect((await desk.inquiries())[0]?.request.email).toBe(email)
})

it('has no answer chosen about a lawyer, needs none, and keeps the one that was given', async () => {
  const chosen = (drawn: HTMLElement) =>
    drawn.querySelector('fieldset [name=hasLawyer][checked]')?.getAttribute('value')
  expect(chosen(await open())).toBe('')
  expect((await fillIn({ hasLawyer: '' })).status).toBe(303)
  expect(chosen(await page(post({ ...VALID_FORM, name: '', hasLawyer: 'yes' })))).toBe('yes')
})

it('without the tick is refused in words, with all that was typed; a date that has passed with how to write one', async () => {
  const { [READ_FIELD]: _, ...unread } = VALID_FORM
  const response = await post({ ...unread, date: '2026-11-19', county: 'Volusia' })
  expect(response.status).toBe(400)
  const refused = await page(response)
  expect(refused.querySelectorAll('#errors a').map((link) => [link.getAttribute('href'), link.text])).toEqual([
    ['#date', WORDS.en.form.fields.date.wrong],
    [`#${READ_FIELD}`, WORDS.en.form.notRead],
  ])
  expect(refused.querySelector('#county')?.getAttribute('value')).toBe('Volusia')
  expect(refused.querySelector('details.more')?.hasAttribute('open')).toBe(true)
  expect(desk.store.records.size).toBe(0)
  const again = await page(post({ ...unread, email: '' }))
  expect(again.querySelector('#errors a[href="#email"]')?.text).toBe(WORDS.en.form.fields.email.missing)
  expect(again.querySelector('details.more')?.hasAttribute('open')).toBe(false)
  await post(VALID_FORM)
  expect(await desk.inquiries()).toMatchObject([{ noticeTicked: true }])
})

it.each([
  ['', '386 555 0142', []],
  ['ana@example.com', '386 555 0142', [['safeContact', 'telephone']]],
])('with the address %j takes a number, and mails the person nothing', async (email, phone, safe) => {
  const body = new URLSearchParams([...Object.entries({ ...VALID_FORM, email, phone }), ...safe])
  const { status, headers } = await desk.send('contact', '/contact/', { method: 'POST', body })
  expect(status).toBe(303)
  expect(desk.mails.map(({ to }) => to)).toEqual([FIRM.email])
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const thanks = desk.send('thanks', headers.get('location') ?? '', { headers: { Cookie: cookie } })
  const box = (await page(thanks)).querySelector('.receipt')
  expect(box?.text).toContain(WORDS.en.noMail)
  expect(box?.text).not.toContain('ana@example.com')
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

const [READ = [], SENT = []] = blocksOf('tests/forms/addresses.txt') as [RouteName, string][][]
it.each(READ)('reading sets no cookie: %s, %s', async (route, path) => {
  const { status, headers } = await desk.send(route, path, { headers: { Accept: 'text/html' } })
  expect([status < 500, headers.getSetCookie()]).toEqual([true, []])
})

it('comes back with what was typed and every fault, in a summary that has the focus and links to the fields', async () => {
  const hostile = { message: HOSTILE, otherParty: HOSTILE }
  const response = await fillIn({ name: '', email: 'not-an-address', ...hostile, topic: 'wills_trusts' })
  expect(response.status).toBe(400)
  const html = await response.text()
  expect(html).toMatch(/role="alert"[^>]*autofocus/)
  expect(html).toMatch(/id="email"[^>]*aria-describedby="email-hint email-error"[^>]*aria-invalid="true"/)
  const faults = [
    '<a href="#name">Your name is missing.</a>',
    '<a href="#email">Your e-mail must be one e-mail address',
  ]
  const typed = ['value="not-an-address"', '<option value="wills_trusts" selected>', '&quot;&gt;&lt;img src=x']
  for (const part of ['<title>Error: Contact</title>', ...faults, ...typed]) expect(html).toContain(part)
  expect(html).not.toContain(HOSTILE)
  expect(desk.store.records.size).toBe(0)
})

it('sent twice, or again after going back, gives the same reference; changed and sent again, another', async () => {
  const drawn = await ticket()
  desk.advance(60_000)
  const fields = { ...VALID_FORM, ticket: drawn }
  const [first, second] = await Promise.all([post(fields), post(fields)])
  // The page that is drawn again has another ticket.
  const again = await post({ ...fields, ticket: await ticket() })
  const changed = await post({ ...fields, message: 'I forgot something.' })
  for (const { headers } of [second, again]) expect(headers.get('location')).toBe(first.headers.get('location'))
  expect(changed.headers.get('location')).not.toBe(first.headers.get('location'))
  expect(await desk.inquiries()).toHaveLength(2)
})

const useUpLimit = async () => {
  for (let count = 0; count < RATE_LIMITS.inquiries.quota; count++)
    await post({ ...VALID_FORM, message: `Number ${count}` })
}
// The store is down, too much came from one connection, and the form is of another site.
it.each<[number, string | RegExp, () => unknown, Record<string, string>?]>([
  [503, /We could not store.* still below\.[^]*\(386\) 555-0142/, () => (desk.store.down = true)],
  [429, 'Too many messages', useUpLimit],
  [403, 'from that page', () => undefined, { Origin: `${BASE}.evil.example` }],
  [403, 'from that page', () => undefined, { 'Sec-Fetch-Site': 'cross-site', Origin: BASE }],
])('gives the text back with %i', async (status, words, prepare, headers) => {
  const drawn = await ticket()
  await prepare()
  const stored = desk.store.records.size
  const response = await post({ ...VALID_FORM, ticket: drawn }, headers)
  expect([response.status, response.headers.has('retry-after')]).toEqual([status, status !== 403])
  const html = await response.text()
  for (const text of [words, VALID_FORM.message]) expect(html).toMatch(text)
  expect(desk.store.records.size).toBe(stored)
})

it.each([
  ['application/json', JSON.stringify(VALID_FORM), 415],
  ['application/x-www-form-urlencoded', `message=${'x'.repeat(70_000)}`, 413],
  ['application/x-www-form-urlencoded', 'name=%00&email=%ff&message=%zz&__proto__[x]=1&a[]=1;b=2', 400],
])('answers a body of %s with the page again', async (type, body, status) => {
  const response = await desk.send('contact', '/contact/', { method: 'POST', body, headers: { 'Content-Type': type } })
  expect(response.status).toBe(status)
  expect(await response.text()).toContain('<form method="post"')
  expect(desk.store.records.size).toBe(0)
})

it.each(SENT)('no form takes letters that are not UTF-8, nor what another site sent: %s %s', async (route, path) => {
  const headers = { ...SAME_ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await desk.send(route, path, { method: 'POST', body: 'csrf=x&name=Jos%E9', headers })
  expect(response.status).toBe(400)
  if (route === 'token') return
  for (const foreign of FOREIGN) {
    const init = { method: 'POST', body: 'csrf=x', headers: { ...headers, ...foreign } }
    expect((await desk.send(route, path, init)).status, JSON.stringify(foreign)).toBe(403)
  }
})

describe('spam at the contact form is marked for the staff and never dropped', () => {
  it.each(rowsOf('tests/forms/suspicions.txt'))('when %s', async (_title, fields = '', ...suspicions) => {
    expect((await fillIn(JSON.parse(fields) as Record<string, string>)).status).toBe(303)
    expect(await desk.inquiries()).toMatchObject([{ suspicions }])
  })

  it('when the ticket has its own time and a forged signature', async () => {
    // A ticket has its time in this form; this time is long enough ago for a person.
    const time = Date.parse('2026-11-21T15:04:05.000Z').toString(36)
    expect((await fillIn({ ticket: `${time}.y` })).status).toBe(303)
    expect(await desk.inquiries()).toMatchObject([{ suspicions: ['no ticket'] }])
  })

  const AGES = { 0: ['sent too fast'], 2999: ['sent too fast'], 3000: [], [DAY_MS]: ['no ticket'] }
  it.each(Object.entries(AGES))('when it is sent %s ms after the page was drawn', async (age, suspicions) => {
    const drawn = await ticket()
    desk.advance(Number(age))
    expect((await post({ ...VALID_FORM, ticket: drawn })).status).toBe(303)
    expect(await desk.inquiries()).toMatchObject([{ suspicions }])
  })
})

it.each([[{ Origin: BASE }], [{ Origin: 'http://127.0.0.1:8888', 'Sec-Fetch-Site': 'same-origin' }], [{}]])(
  'a form of our own is taken, also without these headers: %j',
  async (headers: Record<string, string>) => expect((await fillIn({}, headers)).status).toBe(303),
)

it('the line that says whether the office is open stands on the page, fresh and refused', async () => {
  const lineOn = (shown: HTMLElement) => shown.querySelector('.open-state')?.text
  const words = (shown: HTMLElement) => shown.text.replaceAll('\u00a0', ' ')
  const CALL = 'When the office is closed, call'
  expect(words(await open())).toContain(`We will answer by Monday. ${CALL} (386) 555-0143.`)
  for (const shown of [await open(), await page(post({ name: 'Ana' }))])
    expect(lineOn(shown)).toBe('Closed now, opens Monday at 8:30 a.m.')
  // The clock of the tests stands on a Saturday.
  desk.advance(2 * DAY_MS)
  const shown = await open()
  expect(lineOn(shown)).toBe('Open now, until 5:00 p.m.')
  expect(words(shown)).toContain('We will answer by Tuesday.')
  expect(words(shown)).not.toContain(CALL)
  // The script goes on from these data.
  const data = shown.querySelector('.open-state [data-open]')?.getAttribute('data-open') ?? ''
  expect(JSON.parse(data)).toMatchObject({ until: '2027-11-23' })
})
