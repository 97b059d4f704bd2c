/**
 * The list of inquiries, its filters and its spreadsheet, and the first page, which counts what is open.
 */
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/duration.ts'
import { failedKey, messageKey, tryKey } from '../../../src/mail/outbox.ts'
import { ALARMING_FAILURES } from '../../../src/mail/outbox-status.ts'
import { jsonRequest } from '../../test-desk.ts'
import { openSession } from '../browser.ts'
import { CLERK, rowsOf, openDeskClient, type DeskClient } from './desk-client.ts'

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
    for (const nonsense of [
      'status=x',
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
    expect((await desk.post('/inquiries', { search: ' ', topic: 'animal_law', status: '' })).redirect).toBe(
      '/inquiries?topic=animal_law',
    )
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
    expect(desk.store.calls.read).toBeLessThan(600)
    expect(page.text).toMatch(
      /No inquiry searched so far matches\..*Searched back to .* Earlier inquiries were not searched yet\./,
    )
    const [, , further] = parse(page.markup).querySelectorAll('form')
    const fields = Object.fromEntries(
      further
        ?.querySelectorAll('input')
        .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']) ?? [],
    )
    expect(rowsOf((await desk.post('/inquiries', fields)).markup)).toEqual([old])
  })

  it('finds by reference, however it is typed, and says when it is none', async () => {
    const desk = await openDeskClient()
    const reference = await desk.inquire()
    for (const typed of [
      reference,
      reference.toLowerCase(),
      reference.replace('-', ''),
      ` ${reference.replace('-', ' ')} `,
    ]) {
      expect((await desk.get(`/inquiries?reference=${encodeURIComponent(typed)}`)).redirect).toBe(
        `/inquiries/${reference}`,
      )
    }
    expect((await desk.get(`/inquiries/${reference.toLowerCase()}`)).redirect).toBe(`/inquiries/${reference}`)
    const wrong = await desk.get('/inquiries?reference=%22%3E%3Cscript%3E')
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('This is not a reference')])
    expect(parse(wrong.markup).querySelectorAll('script')).toEqual([])
    expect((await desk.get('/inquiries/K7QM-2F9D')).status).toBe(404)
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
    const figures = async () =>
      Object.fromEntries<string | undefined>(
        parse((await desk.get('')).markup)
          .querySelectorAll('.figures div')
          .map((figure) => [
            figure.querySelector('dt')?.text ?? '',
            figure.querySelector('dd')?.text.replace(/\s+/g, ' ').trim(),
          ]),
      )
    expect(await figures()).toEqual({
      New: '2',
      'Oldest waiting': `${oldest} 1 hour`,
      Contacted: '0',
      'Conflict check': '0',
      'Open, assigned to you': '1',
      'Claims waiting': '0',
      'Failed mail': '3 not delivered',
    })
    desk.advance(4 * DAY_MS)
    expect(await figures()).toMatchObject({ New: '2 2 late', 'Oldest waiting': `${oldest} 4 days late` })
    await desk.change(oldest, 'status', { status: 'contacted' })
    expect(await figures()).toMatchObject({ New: '1 1 late', Contacted: '1' })
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
