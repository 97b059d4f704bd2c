/** Messages in lists: what an inquiry's page folds for a possible conflict, no list shows. */
import { parse } from 'node-html-parser'
import { expect, it, vi } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../../src/duration.ts'
import type { KnownParty } from '../../../src/conflicts/known-party.ts'
import { replaceKnownList } from '../../../src/conflicts/known-party-list.ts'
import { StoreUnavailable } from '../../../src/ports.ts'
import { statusCapability } from '../../../src/inquiries/status-address.ts'
import { answerInquiry } from '../../../src/service/answer-inquiry.ts'
import { makeChanges } from '../../inquiries/member-change.ts'
import { OWNER, desk, useDeskClient, type ShownPage } from './desk-client.ts'

const MESSAGE = 'Zebrafish quarrel about a fence.'
const GARY = { name: 'Gary Pitts', email: 'gary@pitts.example', message: MESSAGE }
const AGAINST = { name: 'Zoe Quill', email: 'zoe@example.org', otherParty: 'Pitts, Gary', message: 'Walrus.' }
const FOLDED = 'folded: possible conflict'

useDeskClient()

const later = (request: Record<string, unknown>) => {
  desk.advance(MINUTE_MS)
  return desk.inquire(request)
}
const mark = (reference: string, finding: string) => {
  desk.advance(MINUTE_MS)
  return desk.change(reference, 'conflict', { finding, note: '' })
}
/** What a page says in place of a message, or the message, by the name of the person. */
const saidOn = ({ markup }: ShownPage) =>
  Object.fromEntries(
    parse(markup)
      .querySelectorAll('.inquiries tbody tr')
      .map((row): [string, string | undefined] => [
        row.querySelector('.who bdi')?.text ?? '',
        row.querySelector('.said')?.text,
      ]),
  )
const said = async () => saidOn(await desk.get('/inquiries?status=all'))

it('keeps a folded message out of the list, Today, the look-up and a search', async () => {
  await desk.inquire(AGAINST)
  await later(GARY)
  await later({ name: 'Una Alone', email: 'una@example.net', message: 'Hello.' })
  const pages = [
    await desk.get('/inquiries'),
    await desk.get(''),
    await desk.post('/look-up', { text: 'Pitts' }),
    await desk.post('/inquiries', { search: 'pitts.example' }),
  ]
  for (const page of pages) {
    expect(page.markup.toLowerCase().includes('quarrel'), page.title).toBe(false)
    expect(saidOn(page)['Gary Pitts'], page.title).toBe(FOLDED)
  }
  expect(await said()).toEqual({ 'Gary Pitts': FOLDED, 'Zoe Quill': FOLDED, 'Una Alone': 'Hello.' })
})

it('is not searched in folded messages, notes and replies, and says so', async () => {
  const gary = await desk.inquire(GARY)
  await desk.change(gary, 'save', { note: 'Okapi.' })
  const search = async (text: string) => Object.keys(saidOn(await desk.post('/inquiries', { search: text })))
  for (const text of ['zebrafish', 'okapi']) expect(await search(text), text).toEqual(['Gary Pitts'])
  await later(AGAINST)
  for (const text of ['zebrafish', 'okapi']) expect(await search(text), text).toEqual([])
  expect(await search('pitts')).toEqual(['Zoe Quill', 'Gary Pitts'])
  const page = await desk.post('/inquiries', { search: 'zebrafish' })
  expect(page.text).toContain('Messages, notes and replies that are folded are left out.')
  await mark(gary, 'none')
  for (const text of ['zebrafish', 'okapi']) expect(await search(text), text).toEqual(['Gary Pitts'])
})

it('follows the marks, as the page does', async () => {
  await desk.inquire(AGAINST)
  const gary = await later(GARY)
  await mark(gary, 'none')
  expect(await said()).toMatchObject({ 'Gary Pitts': MESSAGE, 'Zoe Quill': FOLDED })
  await later({ ...AGAINST, name: 'Yan Orr', email: 'y@example.net' })
  expect(await said()).toMatchObject({ 'Gary Pitts': FOLDED })
  await mark(gary, 'none')
  expect(await said()).toMatchObject({ 'Gary Pitts': MESSAGE })
  const alone = await later({ name: 'Una Alone', email: 'una@example.net', message: MESSAGE })
  await mark(alone, 'conflict')
  expect(await said()).toMatchObject({ 'Una Alone': FOLDED })
})

it('folds nothing for spam, for the same side, and for what an inquiry says of itself', async () => {
  const spam = await desk.inquire(AGAINST)
  await later({ ...GARY, name: 'Pitts Gary', email: 'other@example.net' })
  await later({ name: 'Ida Self', email: 'ida@example.net', otherParty: 'Ida Self', message: 'Me.' })
  await desk.change(spam, 'save', { status: 'spam' })
  await later(GARY)
  expect(await said()).toMatchObject({ 'Gary Pitts': MESSAGE, 'Pitts Gary': MESSAGE, 'Ida Self': 'Me.' })
})

it.each<[KnownParty, boolean]>([
  [{ name: 'Gary Pits', role: 'opponent' }, true],
  [{ name: 'Someone', role: 'opponent', email: 'GARY@pitts.example' }, true],
  [{ name: 'Gary Pitts', role: 'client' }, false],
  [{ name: 'Acme, Inc.', role: 'client' }, true],
  [{ name: 'Acme, Inc.', role: 'related' }, true],
  [{ name: 'Acme, Inc.', role: 'other' }, false],
  [{ name: 'Macmeyer', role: 'client' }, false],
])('searches the firm’s list: %j', async (party, isFolded) => {
  const gary = await desk.inquire({ ...GARY, otherParty: 'Acme' })
  desk.advance(MINUTE_MS)
  await replaceKnownList(desk.service, [{ name: 'Ruth Unrelated', role: 'client' }, party], OWNER.id)
  expect(await said()).toEqual({ 'Gary Pitts': isFolded ? FOLDED : MESSAGE })
  const page = await desk.get(`/inquiries/${gary}`)
  expect(page.text.includes('The message is not shown')).toBe(isFolded)
  await mark(gary, 'none')
  expect(await said()).toEqual({ 'Gary Pitts': MESSAGE })
})

it('stays unchecked where it takes too long to compare it with others', async () => {
  await desk.inquire({ name: 'Una Alone', email: 'una@example.net', message: 'Hello.' })
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += SECOND_MS))
  expect(await said()).toEqual({ 'Una Alone': 'folded: not checked for conflicts yet' })
  vi.restoreAllMocks()
})

it('is not shown when the store fails while the page is read: a page says so, and the process goes on', async () => {
  await desk.inquire(GARY)
  const { read } = desk.store
  // The rows fail at once, and what else is needed is still on its way.
  desk.store.latencyMs = 5
  for (const path of ['', '/inquiries']) {
    desk.store.read = (key) => (key.startsWith('inquiries/') ? Promise.reject(new StoreUnavailable('down')) : read(key))
    expect((await desk.get(path)).status, path).toBe(503)
    desk.store.read = read
    expect((await desk.get(path)).status, path).toBe(200)
  }
})

it('folds what the firm asked about when an answer mentions a party that may be on the other side, until it is marked again', async () => {
  await desk.inquire({ name: 'Hal Brook', email: 'hal@brook.example', phone: '386 555 0161' })
  await replaceKnownList(desk.service, [{ name: 'Heron Marina, LLC', role: 'client' }], 'CLERK001')
  desk.advance(MINUTE_MS)
  const id = await desk.submit({ ...GARY, otherParty: 'Zoe Quill' })
  const { reference: gary } = id
  const path = await statusCapability(desk.service, id)
  await mark(gary, 'none')
  await makeChanges(desk, id, { reply: 'Who was there?', ask: true })
  const answers = async (answer: string) => {
    desk.advance(MINUTE_MS)
    expect(await answerInquiry(desk.service, path, { answer })).toMatchObject({ status: 'in_review' })
    const page = await desk.get(`/inquiries/${gary}`)
    return [(await said())['Gary Pitts'], page.text.includes(answer), page.text.includes('A party in an answer')]
  }
  expect(await answers('Zoe Quill and I, Gary Pitts. Hal is a friend.')).toEqual([MESSAGE, true, false])
  for (const mention of [
    'hal brook’s cousin',
    'Brook, Hal',
    'call (386) 555-0161',
    'HAL@brook.example',
    'the heron marina',
  ]) {
    expect(await answers(`It was ${mention}.`), mention).toEqual([FOLDED, false, true])
    await mark(gary, 'none')
    expect((await said())['Gary Pitts'], mention).toBe(MESSAGE)
  }
  // One who comes later, and was mentioned before the mark.
  expect((await answers('Ute Falk saw it.')).slice(0, 2)).toEqual([MESSAGE, true])
  await later({ name: 'Ute Falk', email: 'ute@example.net' })
  expect((await said())['Gary Pitts']).toBe(FOLDED)
})
