/** One inquiry at the desk: from new to retained, by two at once, with traps and mistakes in it, and the traces of who did what. */
import { expect, it } from 'vitest'
import { HOUR_MS } from '../../../src/duration.ts'
import { SettingsError } from '../../../src/settings.ts'
import { revokeMember } from '../../../src/staff/staff-member.ts'
import { type Fields, openSession, tracesIn } from '../browser.ts'
import { VALID_FORM } from '../../test-desk.ts'
import { CLERK, fieldsOf, OWNER, rowsOf, desk, textsIn, useDeskClient, valuesIn } from './desk-client.ts'
import { yamlOf } from '../../table.ts'

useDeskClient()

it('goes from new to retained, with notes and who looks after it, and its history tells all of it', async () => {
  const reference = await desk.inquire({ phone: '+1 386 555 0187 x12', otherParty: 'Acme Corp.' })
  const first = await desk.open(reference)
  expect(first.title).toBe('Ana Example')
  // The name stays out of the browser's own history, which may be kept elsewhere.
  const browser = await openSession(desk, CLERK.id)
  expect((await browser.get(`/desk/inquiries/${reference}`)).html).toContain(`<title>Inquiry ${reference} ·`)
  expect(first.markup).toContain(`href="mailto:ana@example.com?subject=Your%20inquiry%20${reference}"`)
  expect(first.markup).toContain('href="tel:+13865550187"')
  const { redirect } = await desk.change(reference, 'save', { assignee: CLERK.id })
  expect(redirect).toBe(`/inquiries/${reference}?done=save`)
  await desk.change(reference, 'save', { status: 'contacted', note: 'Left a message.\r\nWill call back.' })
  await desk.change(reference, 'conflict', { finding: 'none', note: 'No conflict found.' })
  desk.advance(HOUR_MS)
  const deleted = 'it is deleted 180 days later (not under a legal hold).'
  expect((await desk.open(reference)).text).toContain(`Once declined or closed, ${deleted}`)
  await desk.change(reference, 'save', { status: 'retained' }, OWNER)
  const { markup, text } = await desk.open(reference)
  expect(text).toContain(`Once you close it, ${deleted}`)
  expect(textsIn(markup, '.thread > li')).toEqual([
    'Ana Example 10:04 a.m. I was hurt in an accident and would like to talk.',
    '10:04 a.m., Carl Clerk: assigned to Carl Clerk',
    'Carl Clerk 10:04 a.m.: note, only the office sees this Left a message. Will call back. status: contacted',
    'Carl Clerk 10:04 a.m.: note, only the office sees this No conflict found. check for conflicts: no conflict',
    '11:04 a.m., Olga Owner: status: retained',
  ])
  expect(text).toContain('assigned to Carl Clerk')
})

const ROWS = yamlOf<['yes' | 'no' | null, string, string][]>('tests/desk/inquiries/inquiry-page.yaml')
it.each(ROWS)('says what the answer %s about a lawyer means for speaking', async (answer, where, says) => {
  const reference = await desk.inquire(answer ? { hasLawyer: answer } : {})
  const page = (await desk.open(reference)).root
  const sentences = page
    .querySelectorAll('p')
    .filter((one) => /rule 4-4\.2/i.test(one.text) && !one.closest('.conflicts'))
  expect(sentences.map(({ text }) => text.replace(/\s+/g, ' ').trim())).toEqual([expect.stringMatching(says)])
  expect(page.querySelectorAll(where)).toContain(sentences[0])
  const terms = page.querySelectorAll('.facts dt').filter(({ text }) => text === 'Has a lawyer')
  expect(terms.map((term) => term.nextElementSibling?.text)).toEqual(answer ? [answer] : [])
})

it('offers no message on the telephone where none is safe', async () => {
  const [any, unsafe] = [await desk.inquire(), await desk.inquire({ safeContact: ['email'] })]
  expect((await desk.open(any)).text).toContain('left a message')
  expect((await desk.open(unsafe)).text).not.toContain('left a message')
})

it('is changed by the first of two who saw the same, and the second is told and keeps the text', async () => {
  const reference = await desk.inquire()
  const seen = await desk.open(reference)
  await desk.post(`/inquiries/${reference}`, { ...desk.formOf(seen, 'save'), status: 'contacted' })
  const declined = { ...desk.formOf(seen, 'save'), status: 'declined', note: 'Told them no.\n<b>' }
  const late = await desk.post(`/inquiries/${reference}`, declined, OWNER)
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining('Someone else changed this inquiry meanwhile'),
  ])
  expect(late.root.querySelector('#note')?.text).toContain('Told them no.\n<b>')
  expect(late.root.querySelector('#status [selected]')?.getAttribute('value')).toBe('declined')
  expect(late.text).toContain('status: contacted')
  // A note is taken whatever was done meanwhile.
  const note = { ...desk.formOf(seen, 'save'), note: 'She called.' }
  expect((await desk.post(`/inquiries/${reference}`, note)).redirect).toContain('?done=save')
})

it('is given to those who still work here; who left stays named where it is theirs', async () => {
  const [theirs, other] = [await desk.inquire(), await desk.inquire()]
  await desk.change(theirs, 'save', { assignee: CLERK.id })
  await revokeMember(desk.service, CLERK.id)
  const choices = async (reference: string) => {
    const { markup } = await desk.open(reference, OWNER)
    return [textsIn(markup, '#assignee [selected]'), textsIn(markup, '#assignee option')]
  }
  const carl = 'Carl Clerk (no longer works here)'
  expect(await choices(theirs)).toEqual([[carl], ['no one', carl, 'Olga Owner']])
  expect(await choices(other)).toEqual([['no one'], ['no one', 'Olga Owner']])
  expect(await desk.change(other, 'save', { assignee: CLERK.id }, OWNER)).toMatchObject({ status: 422 })
  expect((await desk.change(theirs, 'save', { assignee: OWNER.id }, OWNER)).status).toBe(303)
})

it('is recorded as opened when a refused form shows it', async () => {
  const reference = await desk.inquire()
  const empty = { what: 'save', note: '', received: '2026-11-21T15:04:05.000Z' }
  const refused = await desk.post(`/inquiries/${reference}`, empty)
  expect(refused.text).toContain('This would change nothing')
  expect(await tracesIn(desk)).toEqual([`${CLERK.id} inquiry.opened ${reference}`])
})

it('shows no trap as anything but text, and writes addresses that cannot add to a mail', async () => {
  const hostile = {
    email: "o'brien+a&b=c?d@example.com",
    name: '<img src=x onerror=alert(1)>',
    otherParty: '"><script>alert(2)</script>',
    message: '</pre></textarea><script>alert(3)</script>\njavascript:alert(4) {{7*7}} \u202eevil\u2066 https://x',
  }
  const reference = await desk.inquire(hostile)
  await desk.change(reference, 'save', { note: `${hostile.message}\u001b[2J` })
  for (const path of ['', '/inquiries', `/inquiries/${reference}`]) {
    const { root, markup } = await desk.get(path)
    expect(root.querySelectorAll('script, img, svg'), path).toEqual([])
    expect(markup, path).not.toMatch(/[\u202e\u2066\u001b]|href="(?!\/desk|mailto:|tel:|#)/)
    expect(markup, path).toContain('&lt;img src=x onerror=alert(1)&gt;')
  }
  const { text, markup } = await desk.open(reference)
  expect(text).toContain('javascript:alert(4) {{7*7}} �evil� https://x')
  expect(markup).toContain(`href="mailto:o&#39;brien%2Ba%26b%3Dc%3Fd@example.com?subject=`)
  const found = await desk.post('/look-up', { text: '"><script>' })
  expect(found.root.querySelectorAll('script')).toEqual([])
  expect(rowsOf(found.markup)).toEqual([reference])
})

it('says that the person ticked the notice where our own form asked for it, and only there', async () => {
  const program = await desk.inquire()
  desk.advance(1)
  // The notice is that of the page, whatever language the answer should have.
  const body = new URLSearchParams({ ...VALID_FORM, language: 'en' })
  const sent = await desk.send('contact', '/es/contact/', { method: 'POST', body })
  const person = sent.headers.get('location')?.split('/')[3]
  const [byForm, byProgram] = [(await desk.open(person)).text, (await desk.open(program)).text]
  const hadRead = 'The person checked that they had read the notice of November 1, 2026, in Spanish before sending'
  for (const words of [hadRead, 'Notice ticked November 1, 2026, in Spanish']) expect(byForm).toContain(words)
  const inForce = 'The notice of November 1, 2026, in English was in force'
  for (const words of [inForce, 'Notice in force November 1, 2026, in English', 'to the program with the receipt.'])
    expect(byProgram).toContain(words)
  expect(byProgram).not.toMatch(/had read|Notice ticked/)
})

it('is told apart from one with the same reference', async () => {
  const reference = await desk.inquire()
  const [key = '', text = ''] = [...desk.store.records].find(([name]) => name.startsWith('inquiries/')) ?? []
  desk.store.records.set(key.replace('T15:04:05.000Z', 'T15:04:06.000Z'), text)
  const both = await desk.open(reference)
  expect(both.title).toBe('Two inquiries have this reference')
  const links = valuesIn(both.markup, 'a', 'href').map((href) => href.replace('/desk', ''))
  expect(links).toHaveLength(2)
  for (const link of links) expect((await desk.get(link)).text).toContain('Ana Example')
})

it('that is damaged is listed, counts as held, takes no change, and does not affect other inquiries', async () => {
  const [damaged, sound] = [await desk.inquire({ name: 'Bea' }), await desk.inquire()]
  const form = desk.formOf(await desk.open(damaged), 'save')
  for (const key of desk.store.keysOf(new RegExp(`^inquiries/.*${damaged}`))) desk.store.records.set(key, '{"sealed":')
  for (const path of ['', '/inquiries'])
    expect(rowsOf((await desk.get(path)).markup).sort(), path).toEqual([damaged, sound].sort())
  expect((await desk.open(damaged)).text).toContain('it was sealed to another key, or is damaged')
  const refused = await desk.post(`/inquiries/${damaged}`, { ...form, note: 'Called.' })
  const words = expect.stringContaining('The record of this inquiry is damaged')
  expect([refused.status, refused.text]).toEqual([422, words])
  expect((await desk.open(damaged)).markup).not.toContain('/appointment?')
  expect((await desk.get(`/inquiries/${damaged}/erase`, OWNER)).text).toEqual(words)
  const unopened = 'Not searched: 1 inquiry that cannot be opened.'
  desk.service.store = { ...desk.store }
  for (const page of [
    await desk.post('/look-up', { text: 'Ana' }),
    await desk.post('/inquiries', { search: 'Ana', status: 'all' }),
    await desk.open(sound),
    await desk.get(`/inquiries/${sound}/erase`, OWNER),
  ])
    expect([page.text.includes(unopened), page.text.includes(sound)], page.text).toEqual([true, true])
  expect((await desk.change(sound, 'save', { note: 'Called.' })).status).toBe(303)
})

it('without the private key says what to set, and nothing else', async () => {
  const missing = async () =>
    Promise.reject(new SettingsError('There is no private key: .data/inbox-private-key.json does not exist.'))
  for (const staffInbox of [undefined, missing]) {
    desk.service.staffInbox = staffInbox
    const reference = await desk.inquire()
    for (const path of ['', '/inquiries', `/inquiries/${reference}`]) {
      const { status, text } = await desk.get(path)
      expect([status, text]).toEqual([503, expect.stringContaining('FRONT_DESK_INBOX_PRIVATE_KEY')])
    }
  }
})

it('leaves a trace of everything that was done, with ids and nothing personal, and nothing personal in the log', async () => {
  const reference = await desk.inquire()
  await desk.get('')
  await desk.get('/inquiries')
  await desk.change(reference, 'save', { note: 'Called Ana.' })
  await desk.post('/look-up', { text: 'Ana' })
  await desk.erase(reference)
  expect(await tracesIn(desk)).toEqual([
    '0WNER001 inquiries.searched 2026-11',
    `0WNER001 inquiry.erased ${reference}`,
    `0WNER001 inquiry.opened ${reference}`,
    'C1ERK001 inquiries.listed all',
    'C1ERK001 inquiries.listed today',
    'C1ERK001 inquiries.searched 2026-11',
    `C1ERK001 inquiry.note ${reference}`,
    `C1ERK001 inquiry.opened ${reference}`,
  ])
  expect((await tracesIn(desk)).join() + desk.logged()).not.toMatch(/Ana|Called|example\.com/)
})

it('leaves no trace of an inquiry that does not exist', async () => {
  const reference = await desk.inquire()
  const page = await desk.get(`/inquiries/${reference}/erase`, OWNER)
  const fields = fieldsOf(page, '/erase').filter(([name]) => name !== 'inquiry')
  const before = await tracesIn(desk)
  expect((await desk.get('/inquiries/K7QM-2F9D')).status).toBe(404)
  expect((await desk.get('/inquiries/K7QM-2F9D/erase', OWNER)).status).toBe(404)
  for (const what of ['status', 'assignee', 'note'])
    expect((await desk.post('/inquiries/K7QM-2F9D', { what, note: 'x' })).status).toBe(404)
  expect(await tracesIn(desk)).toEqual(before)
  const unknown = '2026-11-20T10:00:00.000Z/K7QM-2F9D'
  const madeUp: Fields = [...fields, ['inquiry', unknown], ['confirm', reference], ['no-dispute', 'yes']]
  expect((await desk.post(`/inquiries/${reference}/erase`, madeUp, OWNER)).status).toBe(422)
  expect((await tracesIn(desk)).join()).not.toContain('K7QM')
})
