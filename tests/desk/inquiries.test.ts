import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { LONGEST_NOTE } from '../../src/practice/case-change.ts'
import { SettingsError } from '../../src/settings.ts'
import { GOOD, jsonRequest } from '../world.ts'
import { CLERK, OWNER, walk } from './inquiry-walk.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const LONG = 'x'.repeat(LONGEST_NOTE + 1)
const rowsOf = (markup: string) => parse(markup).querySelectorAll('tbody tr').map((row) => row.querySelector('th')?.text)

describe('an inquiry at the desk', () => {
  it('goes from new to retained, with notes and who looks after it, and its history tells all of it', async () => {
    const desk = await walk()
    const reference = await desk.inquire({ phone: '+1 386 555 0187 x12', otherParty: 'Acme Corp.' })
    const first = await desk.get(`/inquiries/${reference}`)
    expect(first.text).toContain('Ana Example')
    expect(first.markup).toContain(`href="mailto:ana@example.com?subject=Your%20inquiry%20${reference}"`)
    expect(first.markup).toContain('href="tel:+13865550187"')
    expect((await desk.change(reference, 'assignee', { assignee: CLERK.id })).redirect).toBe(`/inquiries/${reference}`)
    await desk.change(reference, 'status', { status: 'contacted', note: 'Left a message.\r\nWill call back.' })
    await desk.change(reference, 'status', { status: 'conflict_check' }, OWNER)
    await desk.change(reference, 'note', { note: 'No conflict found.' }, OWNER)
    desk.advance(HOUR_MS)
    await desk.change(reference, 'status', { status: 'retained' }, OWNER)
    const { markup, text } = await desk.get(`/inquiries/${reference}`)
    const history = parse(markup).querySelectorAll('.history > li').map((entry) => entry.text.replace(/\s+/g, ' ').trim())
    expect(history).toEqual([
      'Nov 21, 2026, 10:04 AM: received',
      'Nov 21, 2026, 10:04 AM, Carl Clerk: assigned to Carl Clerk',
      'Nov 21, 2026, 10:04 AM, Carl Clerk: status: contacted, note Left a message. Will call back.',
      'Nov 21, 2026, 10:04 AM, Olga Owner: status: conflict check',
      'Nov 21, 2026, 10:04 AM, Olga Owner: note No conflict found.',
      'Nov 21, 2026, 11:04 AM, Olga Owner: status: retained',
    ])
    expect(text).toContain('assigned to Carl Clerk')
  })

  it('is changed by the first of two who saw the same, and the second is told and keeps the text', async () => {
    const desk = await walk()
    const reference = await desk.inquire()
    const seen = await desk.get(`/inquiries/${reference}`)
    await desk.post(`/inquiries/${reference}`, { ...desk.formOf(seen, 'status'), status: 'contacted' })
    const late = await desk.post(`/inquiries/${reference}`, { ...desk.formOf(seen, 'status'), status: 'declined', note: 'Told them no.\n<b>' }, OWNER)
    expect(late.status).toBe(409)
    expect(late.text).toContain('Somebody else changed this inquiry meanwhile')
    expect(parse(late.markup).querySelector('#status-note')?.text).toContain('Told them no.\n<b>')
    expect(parse(late.markup).querySelector('#status [selected]')?.getAttribute('value')).toBe('declined')
    expect(late.text).toContain('status: contacted')
    const again = await desk.post(`/inquiries/${reference}`, { ...desk.formOf(late, 'status'), status: 'declined', note: 'Told them no.' }, OWNER)
    expect(again.redirect).toBe(`/inquiries/${reference}`)
  })

  it.each([
    ['status', 'out of turn', { status: 'retained' }, 'This cannot be done'],
    ['status', 'that is none', { status: 'nonsense' }, 'This would change nothing'],
    ['status', 'as it stands', { status: 'new' }, 'This would change nothing'],
    ['note', 'without a word', { note: ' \n ' }, 'This would change nothing'],
    ['note', 'that is too long', { note: LONG }, 'This cannot be done'],
    ['assignee', 'that is a path', { assignee: '../../staff' }, 'This cannot be done'],
    ['assignee', 'as it stands', { assignee: '' }, 'This would change nothing'],
  ])('refuses a %s %s', async (what, _which, fields, text) => {
    const desk = await walk()
    const reference = await desk.inquire()
    const answer = await desk.change(reference, what, fields)
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.text).toContain(text)
    expect([...desk.store.facts.keys()].some((key) => key.startsWith('cases/'))).toBe(false)
  })

  it.each([['a number that skips', '7'], ['a number before', '-1'], ['no number', 'x'], ['half a number', '0.5']])('takes %s for a change meanwhile', async (_what, seen) => {
    const desk = await walk()
    const reference = await desk.inquire()
    expect((await desk.change(reference, 'note', { note: 'Hello.', seen })).status).toBe(409)
  })

  it('shows no trap as anything but text (H51)', async () => {
    const desk = await walk()
    const hostile = { name: '<img src=x onerror=alert(1)>', otherParty: '"><script>alert(2)</script>', message: '</pre></textarea><script>alert(3)</script>\njavascript:alert(4) {{7*7}} \u202eevil\u2066 https://x' }
    const reference = await desk.inquire(hostile)
    await desk.change(reference, 'note', { note: `${hostile.message}\u001b[2J` })
    for (const path of ['', '/inquiries', `/inquiries/${reference}`]) {
      const page = await desk.get(path)
      const root = parse(page.markup)
      expect(root.querySelectorAll('script, img, svg'), path).toEqual([])
      expect(page.markup, path).not.toMatch(/[\u202e\u2066\u001b]/)
      expect(page.markup, path).not.toMatch(/href="(?!\/desk|mailto:|tel:)/)
      expect(page.markup, path).toContain('&lt;img src=x onerror=alert(1)&gt;')
    }
    expect((await desk.get(`/inquiries/${reference}`)).text).toContain('javascript:alert(4) {{7*7}} �evil� https://x')
    const found = await desk.post('/look-up', { text: '"><script>' })
    expect(parse(found.markup).querySelectorAll('script')).toEqual([])
    expect(rowsOf(found.markup)).toEqual([reference])
  })

  it('writes addresses that cannot add to a mail (H46)', async () => {
    const desk = await walk()
    const reference = await desk.inquire({ email: "o'brien+a&b=c?d@example.com" })
    expect((await desk.get(`/inquiries/${reference}`)).markup).toContain(`href="mailto:o&#39;brien%2Ba%26b%3Dc%3Fd@example.com?subject=`)
  })

  it('says in its mark, its card and the first page why it may be spam', async () => {
    const desk = await walk()
    const reference = await desk.inquire({ message: 'http://a http://b http://c' })
    expect((await desk.get(`/inquiries/${reference}`)).text).toContain('It may be spam: many links')
    expect((await desk.get('/inquiries')).text).toContain('spam?')
    expect((await desk.get('')).text).toContain('1 of these may be spam')
  })

  it('is told apart from one with the same reference', async () => {
    const desk = await walk()
    const reference = await desk.inquire()
    const [key = '', fact = ''] = [...desk.store.facts].find(([name]) => name.startsWith('inquiries/')) ?? []
    desk.store.facts.set(key.replace('T15:04:05.000Z', 'T15:04:06.000Z'), fact)
    const both = await desk.get(`/inquiries/${reference}`)
    expect(both.title).toBe('Two inquiries have this reference')
    const links = parse(both.markup).querySelectorAll('a').map((link) => link.getAttribute('href')?.replace('/desk', '') ?? '')
    expect(links).toHaveLength(2)
    for (const link of links) expect((await desk.get(link)).text).toContain('Ana Example')
  })

  it('without the private key says what to set, and nothing else', async () => {
    const missing = async () => Promise.reject(new SettingsError('There is no private key: .data/inbox-private-key.json does not exist.'))
    for (const staffInbox of [undefined, missing]) {
      const desk = await walk()
      desk.service.staffInbox = staffInbox
      const reference = await desk.inquire()
      for (const path of ['', '/inquiries', `/inquiries/${reference}`, '/inquiries.csv']) {
        const { status, text } = await desk.get(path)
        expect(status).toBe(503)
        expect(text).toContain('FRONT_DESK_INBOX_PRIVATE_KEY')
      }
    }
  })
})

describe('the list', () => {
  it('shows the newest first, fifty a page, and goes on where it ended', async () => {
    const desk = await walk()
    const sent: string[] = []
    for (let index = 0; index < 120; index++) {
      sent.unshift(await desk.inquire())
      desk.advance(6 * HOUR_MS)
    }
    const pages: (string | undefined)[][] = []
    let path = '/inquiries'
    while (path) {
      const page = await desk.get(path)
      pages.push(rowsOf(page.markup))
      path = parse(page.markup).querySelector('[rel=next]')?.getAttribute('href')?.replace('/desk', '') ?? ''
    }
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20])
    expect(pages.flat()).toEqual(sent)
  })

  it('filters by status, topic, spam, month and who looks after it', async () => {
    const desk = await walk()
    const old = await desk.inquire({ topic: 'animal_law' })
    desk.advance(15 * DAY_MS)
    const spam = await desk.inquire({ message: 'www.a www.b www.c' })
    const mine = await desk.inquire({ topic: 'wills_trusts' })
    await desk.change(mine, 'assignee', { assignee: CLERK.id })
    await desk.change(mine, 'status', { status: 'contacted' })
    const found = async (query: string) => rowsOf((await desk.get(`/inquiries?${query}`)).markup).sort()
    expect(await found('status=contacted')).toEqual([mine])
    expect(await found('status=new')).toEqual([old, spam].sort())
    expect(await found('topic=animal_law')).toEqual([old])
    expect(await found('spam=only')).toEqual([spam])
    expect(await found('spam=without')).toEqual([old, mine].sort())
    expect(await found('month=2026-11')).toEqual([old])
    expect(await found('month=2026-12')).toEqual([mine, spam].sort())
    expect(await found(`assignee=${CLERK.id}`)).toEqual([mine])
    expect(await found('status=contacted&topic=animal_law')).toEqual([])
    for (const nonsense of ['status=x', 'spam=toString', 'month=2026-13', 'assignee=../x', 'before=x', 'topic=%3Cscript%3E']) expect(await found(nonsense), nonsense).toHaveLength(3)
  })

  it('finds by reference, however it is typed, and says when it is none', async () => {
    const desk = await walk()
    const reference = await desk.inquire()
    for (const typed of [reference, reference.toLowerCase(), reference.replace('-', ''), ` ${reference.replace('-', ' ')} `]) {
      expect((await desk.get(`/inquiries?reference=${encodeURIComponent(typed)}`)).redirect).toBe(`/inquiries/${reference}`)
    }
    expect((await desk.get(`/inquiries/${reference.toLowerCase()}`)).redirect).toBe(`/inquiries/${reference}`)
    const wrong = await desk.get('/inquiries?reference=%22%3E%3Cscript%3E')
    expect(wrong.text).toContain('This is no reference')
    expect(parse(wrong.markup).querySelectorAll('script')).toEqual([])
    expect((await desk.get('/inquiries/K7QM-2F9D')).status).toBe(404)
  })

  it('goes into a spreadsheet without formulas, by month, as a file that no browser shows (H52)', async () => {
    const desk = await walk()
    await desk.inquire({ name: '=HYPERLINK("http://x")', otherParty: '@SUM(A1)' })
    const { response } = await desk.get('/inquiries.csv?month=2026-11')
    expect(response?.headers.get('content-disposition')).toBe('attachment; filename="inquiries-2026-11.csv"')
    expect(response?.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response?.headers.get('cache-control')).toBe('no-store')
    const csv = (await response?.text()) ?? ''
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(csv).toContain(",'@SUM(A1),")
    expect(csv).toMatch(/,new,\r\n$/)
    expect(await (await desk.get('/inquiries.csv?month=2026-10')).response?.text()).not.toContain('HYPERLINK')
  })
})

describe('the first page', () => {
  it('counts what is open and says what waits longest, and what is late', async () => {
    const desk = await walk({ failedMail: async () => ({ count: 3, isAlarming: true }) })
    const oldest = await desk.inquire()
    desk.advance(HOUR_MS)
    const second = await desk.inquire()
    const done = await desk.inquire()
    await desk.change(second, 'assignee', { assignee: CLERK.id })
    await desk.change(done, 'status', { status: 'spam' })
    const figures = async () => Object.fromEntries(parse((await desk.get('')).markup).querySelectorAll('.figures div').map((figure) => [figure.querySelector('dt')?.text, figure.querySelector('dd')?.text.replace(/\s+/g, ' ').trim()]))
    expect(await figures()).toEqual({ New: '2', 'Oldest waiting': `${oldest} 1 hour`, Contacted: '0', 'Conflict check': '0', 'Open, assigned to you': '1', 'Claims waiting': '0', 'Failed mail': '3 not delivered' })
    desk.advance(4 * DAY_MS)
    expect(await figures()).toMatchObject({ New: '2 2 late', 'Oldest waiting': `${oldest} 4 days late` })
    await desk.change(oldest, 'status', { status: 'contacted' })
    expect(await figures()).toMatchObject({ New: '1 1 late', Contacted: '1' })
    expect((await desk.get(`/inquiries/${second}`)).text).toContain('Nobody has answered within one business day')
    expect((await desk.get(`/inquiries/${oldest}`)).text).not.toContain('Nobody has answered')
  })

  it('counts claims that wait, and speaks of mail only where somebody counts it', async () => {
    const desk = await walk()
    await desk.send('identity', '/agent/identity', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ type: 'service_auth', login_hint: 'ana@example.com' }) })
    const { text } = await desk.get('')
    expect(text).toMatch(/Claims waiting\s*1/)
    expect(text).not.toContain('Failed mail')
  })
})

describe('the look-up', () => {
  it('finds a name among names, addresses and other sides, whatever its case and accents, and not in messages', async () => {
    const desk = await walk()
    const [name, email, other] = [await desk.inquire({ name: 'Zoë Núñez' }), await desk.inquire({ email: 'nunez@example.com' }), await desk.inquire({ otherParty: 'NUÑEZ & Sons' })]
    await desk.inquire({ message: 'Nunez hit my car.' })
    const page = await desk.post('/look-up', { text: ' nunez ' })
    expect(rowsOf(page.markup).sort()).toEqual([name, email, other].sort())
    expect(page.text).toContain('This is a part of a conflict check, not all of it. Searched: November 2026')
    expect(page.text).toContain('There are no earlier inquiries here.')
  })

  it('searches further back when it is told to, and says how far it looked', async () => {
    const desk = await walk()
    const old = await desk.inquire({ otherParty: 'Acme Corp.' })
    desk.advance(40 * DAY_MS)
    for (let index = 0; index < 1000; index++) await desk.inquire()
    const page = await desk.post('/look-up', { text: 'acme' })
    expect(rowsOf(page.markup)).toEqual([])
    expect(page.text).toContain('Searched: December 2026, received from')
    expect(page.text).toContain('Earlier inquiries were not searched yet.')
    const [, more] = parse(page.markup).querySelectorAll('form')
    const fields = Object.fromEntries(more?.querySelectorAll('input').map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']) ?? [])
    const further = await desk.post('/look-up', fields)
    expect(rowsOf(further.markup)).toEqual([old])
    expect(further.text).toContain('Searched: November 2026 to December 2026')
  })

  it('refuses a single letter, and keeps what was typed', async () => {
    const desk = await walk()
    const page = await desk.post('/look-up', { text: 'x' })
    expect(page).toMatchObject({ status: 422 })
    expect(page.markup).toContain('value="x"')
    expect((await desk.get('/look-up')).markup).toContain(`value="${CLERK.csrf}"`)
  })
})

describe('an erasure', () => {
  it('leaves nothing of a person: no inquiry, no case, no index, no idempotency; and says when and by whom', async () => {
    const desk = await walk()
    const kept = await desk.inquire({ name: 'Bea Other' })
    const once = jsonRequest(GOOD, { 'Idempotency-Key': 'once' })
    const { reference } = (await (await desk.send('inquiries', '/api/v1/inquiries', once)).json()) as { reference: string }
    await desk.change(reference, 'status', { status: 'contacted', note: 'Called Ana.' })
    await desk.change(reference, 'status', { status: 'closed' })
    const page = await desk.get(`/inquiries/${reference}/erase`, OWNER)
    expect(page.title).toBe(`Erase ${reference}?`)
    const received = parse(page.markup).querySelector('[name=received]')?.getAttribute('value') ?? ''
    const refused = await desk.post(`/inquiries/${reference}/erase`, { received, confirm: kept }, OWNER)
    expect(refused.status).toBe(422)
    expect((await desk.get(`/inquiries/${reference}`)).status).toBe(200)
    const erased = await desk.post(`/inquiries/${reference}/erase`, { received, confirm: reference.toLowerCase() }, OWNER)
    expect(erased.title).toBe(`${reference} is erased`)
    const left = [...desk.store.facts].filter(([key, value]) => (key + value).includes(reference))
    expect(left.map(([key]) => key.split('/').slice(0, key.startsWith('index') ? 2 : 1).join('/')).sort().filter((key) => key !== 'audit')).toEqual(['erased', 'idempotency', 'index/closed', 'sent'])
    for (const [key, value] of desk.store.facts) if (!key.startsWith('inquiries/')) expect(value, key).not.toMatch(/sealed|Ana|Called|example\.com/)
    const gone = await desk.get(`/inquiries/${reference}`)
    expect(gone.status).toBe(404)
    expect(gone.text).toContain(`erased on Nov 21, 2026, 10:04 AM by ${OWNER.id}`)
    expect(rowsOf((await desk.get('/inquiries')).markup)).toEqual([kept])
    expect((await desk.post(`/inquiries/${reference}/erase`, { received, confirm: reference }, OWNER)).status).toBe(404)
    expect((await desk.post(`/inquiries/${reference}`, { what: 'note', note: 'Back.', seen: '2', received })).status).toBe(404)
  })

  it('is offered to owners only', async () => {
    const desk = await walk()
    const reference = await desk.inquire()
    expect((await desk.get(`/inquiries/${reference}`, OWNER)).markup).toContain('/erase')
    expect((await desk.get(`/inquiries/${reference}`, CLERK)).markup).not.toContain('/erase')
  })
})

it('leaves a trace of everything that was done, with ids and nothing personal, and nothing personal in the log', async () => {
  const desk = await walk()
  const reference = await desk.inquire()
  await desk.get('')
  await desk.get('/inquiries')
  await desk.change(reference, 'note', { note: 'Called Ana.' })
  await desk.post('/look-up', { text: 'Ana' })
  await desk.get('/inquiries.csv')
  await desk.post(`/inquiries/${reference}/erase`, { confirm: reference }, OWNER)
  const traces = [...desk.store.facts].filter(([key]) => key.startsWith('audit/2026-11/')).map(([, value]) => JSON.parse(value) as { by: string; action: string; subject: string })
  expect(traces.map(({ by, action, subject }) => `${by} ${action} ${subject}`).sort()).toEqual([
    'CLERK001 inquiries.exported 2026-11',
    'CLERK001 inquiries.listed all',
    'CLERK001 inquiries.listed today',
    'CLERK001 inquiries.searched 2026-11',
    `CLERK001 inquiry.note ${reference}`,
    `CLERK001 inquiry.opened ${reference}`,
    `OWNER001 inquiry.erased ${reference}`,
  ])
  expect(JSON.stringify(traces) + desk.logged()).not.toMatch(/Ana|Called|example\.com/)
})
