/**
 * The list of inquiries, its filters and its spreadsheet, and the first page, which counts what is open.
 */
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/duration.ts'
import { failedKey, messageKey, tryKey } from '../../../src/mail/outbox.ts'
import { ALARMING_FAILURES } from '../../../src/mail/outbox-status.ts'
import { jsonRequest } from '../../test-desk.ts'
import { applyChange } from '../../../src/inquiries/change.ts'
import { listOpenInquiries } from '../../../src/inquiries/list.ts'
import { referenceOf, writeInquiry } from '../../inquiries/many-inquiries.ts'
import { openSession } from '../browser.ts'
import { CLERK, OWNER, rowsOf, openDeskClient, type DeskClient } from './desk-client.ts'

/** A message with the signs of spam. */
const SPAM = { message: 'www.a www.b www.c' }

/** An open inquiry as it is listed. */
const findListed = async (desk: DeskClient, reference: string) =>
  (await listOpenInquiries(desk.service)).inquiries.find(({ id }) => id.reference === reference)

/** The tabs of a page: label, count. */
const tabsOf = (markup: string) =>
  Object.fromEntries(
    parse(markup)
      .querySelectorAll('.tabs a')
      .map((tab) => [tab.childNodes[0]?.text.trim() ?? '', tab.querySelector('.count')?.childNodes[0]?.text]),
  )

/** A message that was tried so often in vain that the staff are told. */
async function failMail({ store }: DeskClient, subject: string): Promise<void> {
  const [id, at] = [`2026-11-20T12:00:00.000Z/notice-${subject}`, '2026-11-20T12:00:00.000Z']
  await store.create(messageKey(id), { at, sealed: '' })
  for (let number = 1; number <= ALARMING_FAILURES; number++) {
    await store.create(tryKey(id, number), { at })
    await store.create(failedKey(id, number), { at, reason: 'ECONNECTION' })
  }
}

describe('the list', () => {
  it('shows the newest first, fifty a page, and goes on where it ended', async () => {
    const desk = await openDeskClient()
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
    const desk = await openDeskClient()
    const old = await desk.inquire({ topic: 'animal_law' })
    desk.advance(15 * DAY_MS)
    const spam = await desk.inquire(SPAM)
    const mine = await desk.inquire({ topic: 'wills_trusts' })
    await desk.change(mine, 'assignee', { assignee: CLERK.id })
    await desk.change(mine, 'status', { status: 'contacted' })
    const found = async (query: string) => rowsOf((await desk.get(`/inquiries?${query}`)).markup).sort()
    expect(await found('status=contacted')).toEqual([mine])
    expect(await found('status=new')).toEqual([old, spam].sort())
    expect(await found('topic=animal_law')).toEqual([old])
    expect(await found('spam=only')).toEqual([spam])
    expect(await found('spam=without')).toEqual([old, mine].sort())
    const spanish = await desk.inquire({ language: 'es-MX' })
    const german = await desk.inquire({ language: 'de' })
    expect(await found('language=es')).toEqual([spanish])
    expect(await found('language=other')).toEqual([german])
    expect(await found('language=en')).toEqual([old, spam, mine].sort())
    for (const reference of [spanish, german]) await desk.change(reference, 'status', { status: 'closed' })
    expect(await found('status=ended')).toEqual([spanish, german].sort())
    expect(await found('status=all')).toHaveLength(5)
    desk.advance(4 * DAY_MS)
    expect(await found('status=late')).toEqual([old, spam].sort())
    expect(await found(`status=late&assignee=${CLERK.id}`)).toEqual([])
    expect(await found('month=2026-11')).toEqual([old])
    expect(await found('month=2026-12')).toEqual([mine, spam].sort())
    expect(await found(`assignee=${CLERK.id}`)).toEqual([mine])
    expect(await found('status=contacted&topic=animal_law')).toEqual([])
    for (const nonsense of [
      'status=x',
      'status=constructor',
      'language=klingon',
      'spam=toString',
      'month=2026-13',
      'assignee=../x',
      'before=x',
      'topic=%3Cscript%3E',
    ])
      expect(await found(nonsense), nonsense).toHaveLength(3)
  })

  it('is searched for a text in names, addresses, other sides and messages, together with the filter, and in no address', async () => {
    const desk = await openDeskClient()
    const [name, email, other, message] = [
      await desk.inquire({ name: 'Zoë Núñez' }),
      await desk.inquire({ email: 'nunez@example.com' }),
      await desk.inquire({ otherParty: 'NUÑEZ & Sons' }),
      await desk.inquire({ message: 'Nunez hit my car.', topic: 'animal_law' }),
    ]
    await desk.inquire()
    const page = await desk.post('/inquiries', { search: ' nunez ' })
    expect(rowsOf(page.markup).sort()).toEqual([name, email, other, message].sort())
    expect(page.text).toContain('All inquiries were searched.')
    expect(page.markup).not.toMatch(/href="[^"]*nunez/i)
    const root = parse(page.markup)
    expect([
      root.querySelector('#search')?.getAttribute('value'),
      root.querySelector('form.filter [name=csrf]')?.getAttribute('value'),
    ]).toEqual(['nunez', page.csrf])
    expect(rowsOf((await desk.post('/inquiries', { search: 'nunez', topic: 'animal_law' })).markup)).toEqual([message])
    expect((await desk.post('/inquiries', { search: 'nobody' })).text).toContain('No inquiry matches.')
    await desk.change(name, 'status', { status: 'closed' })
    expect(rowsOf((await desk.post('/inquiries', { search: 'zoe' })).markup)).toEqual([name])
    expect(rowsOf((await desk.post('/inquiries', { search: 'zoe', status: 'new' })).markup)).toEqual([])
    expect((await desk.post('/inquiries', { search: ' ', topic: 'animal_law', status: '' })).redirect).toBe(
      '/inquiries?topic=animal_law',
    )
  })

  it('finds a telephone number in any form, and what is said in notes', async () => {
    const desk = await openDeskClient()
    const [phone, written, noted] = [
      await desk.inquire({ phone: '+1 (386) 555-0187' }),
      await desk.inquire({ message: 'Call 386.555.0187 after five.' }),
      await desk.inquire(),
    ]
    const found = async (search: string) => rowsOf((await desk.post('/inquiries', { search })).markup).sort()
    for (const search of ['386 555 0187', '3865550187', '1-386-555-0187', '555-0187'])
      expect(await found(search), search).toEqual([phone, written].sort())
    expect(await found('386 555 0188')).toEqual([])
    await desk.change(noted, 'note', { note: 'Her cousin Ramón called from 904 555 0123.' })
    expect(await found('RAMON')).toEqual([noted])
    expect(await found('(904) 555-0123')).toEqual([noted])
  })

  it('counts notes too, so that a search opens no more than it may', async () => {
    const desk = await openDeskClient()
    await desk.inquire({ message: 'About Acme.' })
    for (let index = 0; index < 260; index++) {
      desk.advance(1000)
      const reference = await desk.inquire()
      const { id, state } = (await findListed(desk, reference)) ?? {}
      if (id && state) await applyChange(desk.service, id, { note: 'Called.' }, { seen: state.seq, by: CLERK.id })
    }
    const page = await desk.post('/inquiries', { search: 'acme' })
    expect(page.text).toMatch(/No inquiry searched so far matches\..*Searched back to /)
  })

  it('is searched some hundred at a time, says how far, and goes on where it ended', async () => {
    const desk = await openDeskClient()
    const old = await desk.inquire({ message: 'About Acme.' })
    for (let index = 0; index < 500; index++) {
      desk.advance(1000)
      await desk.inquire()
    }
    desk.store.calls.read = 0
    const page = await desk.post('/inquiries', { search: 'acme', status: '' })
    // Those that are searched for the text, and those of these days for conflicts.
    expect(desk.store.calls.read).toBeLessThan(1100)
    expect(page.text).toMatch(
      /No inquiry searched so far matches\..*Searched back to .* Earlier inquiries were not searched yet\./,
    )
    const further = parse(page.markup).querySelectorAll('form').at(-1)
    const fields = Object.fromEntries(
      further
        ?.querySelectorAll('input')
        .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']) ?? [],
    )
    expect(rowsOf((await desk.post('/inquiries', fields)).markup)).toEqual([old])
  })

  it('finds by reference, however it is typed; a name as long as one is a name', async () => {
    const desk = await openDeskClient()
    const reference = await desk.inquire()
    const named = await desk.inquire({ name: 'Stephens' })
    for (const typed of [
      reference,
      reference.toLowerCase(),
      reference.replace('-', ''),
      ` ${reference.replace('-', ' ')} `,
    ])
      expect((await desk.post('/inquiries', { search: typed })).redirect).toBe(`/inquiries/${reference}`)
    expect((await desk.get(`/inquiries/${reference.toLowerCase()}`)).redirect).toBe(`/inquiries/${reference}`)
    expect(rowsOf((await desk.post('/inquiries', { search: 'Stephens' })).markup)).toEqual([named])
    const wrong = await desk.post('/inquiries', { search: '"><script>' })
    expect([wrong.status, parse(wrong.markup).querySelectorAll('script')]).toEqual([200, []])
    expect((await desk.get('/inquiries/K7QM-2F9D')).status).toBe(404)
  })

  it('begins with the name, a link; the reference, topic and language are soft', async () => {
    const desk = await openDeskClient()
    const reference = await desk.inquire({ name: 'Zoë Núñez', topic: 'animal_law', language: 'es', otherParty: 'Acme' })
    const row = parse((await desk.get('/inquiries')).markup).querySelector('tbody tr')
    const head = row?.querySelector('th[scope=row]')
    expect([head?.querySelector('a')?.text, head?.querySelector('a')?.getAttribute('href')]).toEqual([
      'Zoë Núñez',
      `/desk/inquiries/${reference}`,
    ])
    expect(head?.querySelector('.reference')?.text).toBe(reference)
    expect(row?.querySelector('.about')?.text).toBe('Area animal_law · Spanish')
    expect(row?.querySelectorAll('.badge').map((badge) => badge.text)).toEqual(['new'])
    expect(row?.querySelector('.other')?.text).toBe('Acme')
  })

  it('links an inquiry that cannot be opened by its reference, and says so', async () => {
    const desk = await openDeskClient()
    const lost = await desk.inquire()
    const key = [...desk.store.facts.keys()].find((one) => one.startsWith('inquiries/') && one.endsWith(lost)) ?? ''
    desk.store.facts.set(key, JSON.stringify({ sealed: 'to another key' }))
    for (const path of ['', '/inquiries']) {
      const row = parse((await desk.get(path)).markup).querySelector('tbody tr')
      expect(row?.querySelector('th a')?.text, path).toBe(lost)
      expect(row?.querySelector('[colspan]')?.text, path).toContain('cannot be opened')
    }
  })

  it('counts each tab from keys, those of one member by themselves, and says when there are more', async () => {
    const desk = await openDeskClient()
    const [mine, closed] = [await desk.inquire(), await desk.inquire()]
    await desk.inquire(SPAM)
    await desk.change(mine, 'assignee', { assignee: CLERK.id })
    await desk.change(closed, 'status', { status: 'closed' })
    const counts = { 'All open': '2', Late: '0', New: '2', Contacted: '0', Ended: '1', Spam: '0', All: '3', Mine: '1' }
    const page = await desk.get('/inquiries')
    expect(tabsOf(page.markup)).toMatchObject(counts)
    expect(parse(page.markup).querySelector('.tabs [aria-current]')?.getAttribute('href')).toBe('/desk/inquiries')
    const ofMine = (await desk.get(`/inquiries?assignee=${CLERK.id}`)).markup
    expect(tabsOf(ofMine)).toMatchObject({ 'All open': '1', New: '1', Ended: '0', All: '1', Mine: '1' })
    expect(rowsOf(ofMine)).toEqual([mine])
    expect(tabsOf((await desk.get('/inquiries', OWNER)).markup)).toMatchObject({ Mine: '0' })
    // What only the texts tell is not counted.
    expect(tabsOf((await desk.get('/inquiries?topic=animal_law')).markup)).toMatchObject({ 'All open': undefined })
    desk.advance(4 * DAY_MS)
    expect(tabsOf((await desk.get('/inquiries')).markup)).toMatchObject({ Late: '2' })
  })

  it('says that a tab may have more where too many inquiries would have to be counted', async () => {
    const desk = await openDeskClient()
    for (let day = 0; day < 5; day += 1) {
      desk.advance(DAY_MS)
      const reference = await desk.inquire()
      await desk.change(reference, 'status', { status: 'closed' })
    }
    const ended = async () =>
      parse((await desk.get('/inquiries')).markup).querySelector('.tabs [href$="status=ended"]')?.text
    expect(await ended()).toBe('Ended 5')
    // More in three days than are counted everywhere.
    const now = desk.service.clock.now()
    for (let number = 0; number < 301; number += 1) {
      const receivedAt = new Date(now.getTime() - number).toISOString()
      await writeInquiry(desk.store, { receivedAt, reference: referenceOf(number) }, 'declined', { sealed: '' })
    }
    expect(await ended()).toBe('Ended 304+ or more')
    expect(tabsOf((await desk.get('/inquiries')).markup)).toMatchObject({ 'All open': '0', All: '304+' })
  })

  it('counts only the newest where inquiries of more than a year are stored', async () => {
    const desk = await openDeskClient()
    const tab = async () =>
      parse((await desk.get('/inquiries')).markup).querySelector('.tabs [href$="status=retained"]')?.text
    for (let month = 0; month < 13; month += 1) {
      const receivedAt = `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-05T10:00:00.000Z`
      await writeInquiry(desk.store, { receivedAt, reference: referenceOf(month) }, 'retained', { sealed: '' })
    }
    expect(await tab()).toMatch(/^Retained \d+\+ or more$/)
  })

  it('folds away what may be spam and what was marked as spam, with their number; its own lists show them', async () => {
    const desk = await openDeskClient()
    const [plain, suspected] = [await desk.inquire(), await desk.inquire(SPAM)]
    desk.advance(HOUR_MS)
    const marked = await desk.inquire()
    await desk.change(marked, 'status', { status: 'spam' })
    const shown = async (query: string) => {
      const root = parse((await desk.get(`/inquiries${query}`)).markup)
      const fold = root.querySelector('details.fold')
      const folded = rowsOf(fold?.innerHTML ?? '')
      const summary = fold?.querySelector('summary')?.text
      fold?.remove()
      return { plain: rowsOf(root.innerHTML), folded, summary, isOpen: fold?.hasAttribute('open') }
    }
    expect(await shown('')).toEqual({
      plain: [plain],
      folded: [suspected],
      summary: '1 that is or may be spam',
      isOpen: false,
    })
    expect(await shown('?status=all')).toMatchObject({ plain: [plain], folded: [marked, suspected] })
    expect(await shown('?status=spam')).toMatchObject({ plain: [marked], folded: [] })
    expect(await shown('?spam=only')).toMatchObject({ plain: [suspected], folded: [] })
    // With nothing else to see it is open.
    await desk.change(plain, 'status', { status: 'closed' })
    expect(await shown('')).toMatchObject({ plain: [], folded: [suspected], isOpen: true })
    desk.advance(4 * DAY_MS)
    expect(await shown('')).toMatchObject({ summary: '1 that is or may be spam 1 late' })
    // What somebody has looked at is not spam.
    await desk.change(suspected, 'status', { status: 'contacted' })
    expect(await shown('')).toMatchObject({ plain: [suspected], folded: [] })
  })

  it('goes into a spreadsheet without formulas, by month, as a file that no browser shows', async () => {
    const desk = await openDeskClient()
    await desk.inquire({ name: '=HYPERLINK("http://x")', otherParty: '@SUM(A1)' })
    const { headers, file: csv } = await desk.get('/inquiries.csv?month=2026-11')
    expect(headers.get('content-disposition')).toBe('attachment; filename="inquiries-2026-11.csv"')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(csv).toContain(",'@SUM(A1),")
    expect(csv).toMatch(/,new,\r\n$/)
    expect((await desk.get('/inquiries.csv?month=2026-10')).file).not.toContain('HYPERLINK')
  })

  it('goes into a spreadsheet with what cannot be opened, and with anyone who looks after it by name', async () => {
    const desk = await openDeskClient()
    const reference = await desk.inquire()
    await desk.change(reference, 'assignee', { assignee: CLERK.id })
    const lost = await desk.inquire()
    const key = [...desk.store.facts.keys()].find((one) => one.startsWith('inquiries/') && one.endsWith(lost)) ?? ''
    desk.store.facts.set(key, JSON.stringify({ sealed: 'to another key' }))
    const rows = async (query = '') =>
      (await desk.get(`/inquiries.csv?month=2026-11${query}`)).file.split('\r\n').slice(1, -1)
    expect((await rows()).find((row) => row.startsWith(reference))).toMatch(/,new,Carl Clerk$/)
    expect((await rows()).find((row) => row.startsWith(lost))).toMatch(/This inquiry cannot be opened.*,new,$/)
    expect(await rows('&status=contacted')).toEqual([])
    expect(await rows('&topic=animal_law')).toEqual([expect.stringContaining(lost)])
    const link = async (query: string) =>
      parse((await desk.get(`/inquiries${query}`)).markup)
        .querySelector('a[href*=".csv"]')
        ?.getAttribute('href')
    expect(await link('')).toBe('/desk/inquiries.csv?status=open&month=2026-11')
    expect(await rows('&status=late')).toEqual([])
    desk.advance(4 * DAY_MS)
    expect(await rows('&status=late')).toHaveLength(2)
  })
})

describe('the first page', () => {
  it('counts what is open and says what waits longest, and what is late', async () => {
    const desk = await openDeskClient()
    const oldest = await desk.inquire()
    desk.advance(HOUR_MS)
    const second = await desk.inquire()
    const done = await desk.inquire()
    await desk.change(second, 'assignee', { assignee: CLERK.id })
    await desk.change(done, 'status', { status: 'spam' })
    for (const subject of ['one', 'two', 'three']) await failMail(desk, subject)
    const today = async () => {
      const root = parse((await desk.get('')).markup)
      const figures = root.querySelectorAll('.figures div')
      return {
        sentence: root.querySelector('p:not(.summary, .news)')?.text,
        link: root.querySelector('p:not(.summary, .news) a')?.getAttribute('href'),
        figures: Object.fromEntries(
          figures.map((figure) => [
            figure.querySelector('dt')?.text ?? '',
            figure.querySelector('dd')?.text.replace(/\s+/g, ' ').trim(),
          ]),
        ),
        zeros: figures.filter((figure) => figure.classList.contains('zero')).length,
        rows: rowsOf(root.innerHTML),
        columns: root.querySelectorAll('thead th').map((head) => head.text),
      }
    }
    expect(await today()).toEqual({
      sentence: 'No one waits longer than we promise.',
      link: undefined,
      figures: {
        New: '2',
        Contacted: '0',
        'Conflict check': '0',
        Mine: '1',
        'Claims waiting': '0',
        'Failed mail': '3 not delivered',
      },
      zeros: 3,
      rows: [oldest, second],
      columns: ['Name', 'Age', 'Assigned to', 'Other side', 'Topic and message'],
    })
    desk.advance(4 * DAY_MS)
    expect(await today()).toMatchObject({
      sentence: '2 people wait longer than we promise',
      link: '/desk/inquiries?status=late',
    })
    await desk.change(oldest, 'status', { status: 'contacted' })
    expect(await today()).toMatchObject({
      sentence: '1 person waits longer than we promise',
      figures: { New: '1', Contacted: '1' },
      rows: [second],
    })
    expect((await desk.get(`/inquiries/${second}`)).text).toContain('Late: not answered within one business day')
    expect((await desk.get(`/inquiries/${oldest}`)).text).not.toContain('Late: not answered')
  })

  it('says in one line when nothing can be stored, and shows nothing that it could not record', async () => {
    const desk = await openDeskClient()
    await desk.inquire({ name: 'Ana Example' })
    const browser = await openSession(desk, CLERK.id)
    const shown = async () => {
      const { status, html } = await browser.get('/desk')
      return [status, parse(html).querySelector('main [role=alert]')?.text, html.includes('Ana Example')]
    }
    expect(await shown()).toEqual([200, undefined, true])
    desk.store.readOnly = ''
    // The last check of the store still counts, but the visit cannot be recorded.
    const warning = expect.stringMatching(/^Nothing can be stored just now \(write\): the site accepts no inquiry/)
    expect(await shown()).toEqual([200, warning, false])
    // Now only what the check itself needs fails.
    desk.advance(5 * SECOND_MS)
    desk.store.readOnly = 'checks/'
    expect(await shown()).toEqual([200, warning, false])
    desk.store.readOnly = undefined
    desk.advance(5 * SECOND_MS)
    expect(await shown()).toEqual([200, undefined, true])
  })

  it('says in one line when mail is stuck', async () => {
    const desk = await openDeskClient()
    const alertOf = async () => parse((await desk.get('')).markup).querySelector('[role=alert]')?.text
    await failMail(desk, 'one')
    expect(await alertOf()).toBe('Mail is stuck: 1 not delivered, see Mail.')
    desk.store.readOnly = 'checks/'
    desk.advance(5 * SECOND_MS)
    expect(await alertOf()).toMatch(/^Nothing can be stored just now .* Mail is stuck: 1 not delivered, see Mail\.$/)
  })

  it('counts claims that wait, and says when no mail has failed', async () => {
    const desk = await openDeskClient()
    await desk.send('identity', '/agent/identity', jsonRequest({ type: 'service_auth', login_hint: 'ana@example.com' }))
    const { text } = await desk.get('')
    expect(text).toMatch(/Claims waiting\s*1/)
    expect(text).toMatch(/Failed mail\s*0/)
  })
})
