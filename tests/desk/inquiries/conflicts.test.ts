/** The check for conflicts on the page of an inquiry: who was found on which side, what is hidden, and how it is marked. */
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../src/duration.ts'
import { type KnownParty, replaceKnownList } from '../../../src/conflicts/known-parties.ts'
import { statusCapability } from '../../../src/inquiries/status-address.ts'
import { actionInWords } from '../../../src/staff/audit.ts'
import { answerInquiry } from '../../../src/service/answer-inquiry.ts'
import { makeChanges } from '../../inquiries/member-change.ts'
import { blocksOf } from '../../table.ts'
import { tracesIn } from '../browser.ts'
import { CLERK, OWNER, desk, pairsOf, textsIn, useDeskClient, valuesIn, type ShownPage } from './desk-client.ts'

const MESSAGE = 'Zebrafish quarrel about a fence.'
const GARY = { name: 'Gary Pitts', email: 'gary@pitts.example', phone: '386 555 0199', message: MESSAGE }

useDeskClient()

const bringIn = (...parties: KnownParty[]) => {
  desk.advance(MINUTE_MS)
  return replaceKnownList(desk.service, parties, OWNER.id)
}
const sectionOf = ({ root }: ShownPage) => root.querySelector('.conflicts')
const rowsIn = (page: ShownPage) =>
  sectionOf(page)
    ?.querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('th, td').map((cell) => cell.text.replace(/\s+/g, ' ').trim()))
const isHidden = (page: ShownPage) => page.text.includes('Hidden: ')
const mark = (reference: string, finding: string, note = '') => desk.change(reference, 'conflict', { finding, note })
const readAnyway = async (reference: string, note = 'The clerk asked me to.') =>
  desk.post(`/inquiries/${reference}`, { ...desk.formOf(await desk.open(reference), 'read-anyway'), note })

describe('what was found', () => {
  it('nothing, also in what an inquiry says of itself: one line says so, what was searched, and what was not', async () => {
    const page = await desk.open(await desk.inquire({ ...GARY, otherParty: 'Maria' }))
    expect(rowsIn(page)).toEqual([])
    expect(sectionOf(page)?.text.replace(/\s+/g, ' ')).toContain(
      'No match among the inquiries here. Not searched: “Maria”. That is not a clear name. Look it up. Your clients are not in this search. No list of clients and opponents was imported. Former clients, related companies and personal interests are not checked, unless the list names them. Nor are matters outside this desk. Searched: “Gary Pitts”, “gary@pitts.example”, “386 555 0199” in all other inquiries.',
    )
    expect(page.text).toContain('No match in this search. Not all was searched. It does not cover everything.')
    expect(page.text).not.toMatch(/No conflict found|nothing found|clear of/i)
    expect(isHidden(page)).toBe(false)
    expect(page.text).toContain(MESSAGE)
    const ida = await desk.inquire({ name: 'Ida Self', email: 'ida@example.net', otherParty: 'Ida Self' })
    const self = await desk.open(ida)
    expect([rowsIn(self), isHidden(self)]).toEqual([[], false])
  })

  it('nothing on a list that was imported in the evening: its day is that of Florida', async () => {
    desk.advance(12 * HOUR_MS)
    await bringIn({ name: 'Zoe Zulu', role: 'client' })
    expect((await desk.open(await desk.inquire(GARY))).text).toContain('and the list of November 21, 2026')
  })

  it('shows who may be on the other side, and closes and counts the others', async () => {
    await desk.inquire(GARY)
    await desk.later({ name: 'Ana', email: 'ana@example.com', otherParty: 'Gary Pitts' })
    const { markup } = await desk.open(await desk.later(GARY))
    const captions = ['Somebody may be on the other side', 'Found elsewhere']
    expect(textsIn(markup, '.conflicts caption')).toEqual(captions)
    expect(textsIn(markup, '.conflicts summary')).toContain('1 other with the same name')
    expect(textsIn(markup, '.conflicts details details tbody tr')).toHaveLength(1)
  })

  it('counts an inquiry once, though both of its parties were found', async () => {
    await desk.inquire({ name: 'Acme Corp', email: 'acme@example.com', otherParty: 'Gary Pitts' })
    const page = await desk.open(await desk.later({ ...GARY, otherParty: 'Acme Corp' }))
    expect(rowsIn(page)).toHaveLength(2)
    expect(page.text).toContain('1 may be on the other side.')
  })

  const [LISTED = [], EARLIER = []] = blocksOf('tests/desk/inquiries/conflicts.txt')
  it.each(EARLIER)('in an earlier inquiry: %s', async (text = '', sentence, adverse = '') => {
    const other = await desk.inquire({ name: 'Zoe', email: 'zoe@example.org', ...(JSON.parse(text) as object) })
    const page = await desk.open(await desk.later({ ...GARY, otherParty: 'Acme Corp.' }))
    const [row = [], ...more] = rowsIn(page) ?? []
    const said = `${adverse && 'may be adverse '}${sentence}`
    expect([row[0], row[1], more]).toEqual([`${other}, new`, said, []])
    expect(sectionOf(page)?.querySelector('th a')?.getAttribute('href')).toContain(`/desk/inquiries/${other}?received=`)
    expect(isHidden(page)).toBe(adverse !== '')
  })

  it.each(LISTED)('on the firm’s list: %s', async (text = '', who, what, adverse = '') => {
    const party = JSON.parse(text) as KnownParty
    await bringIn({ name: 'Ruth Unrelated', role: 'client' }, party)
    const page = await desk.open(await desk.later({ ...GARY, otherParty: 'Acme Holdings' }))
    const said = `${adverse && 'may be adverse '}The ${who} here is ${what} On the list: ${party.name}, ${party.role}`
    const rows = rowsIn(page)?.map(([where, sentence]) => [where, sentence])
    expect(rows).toEqual([['The firm’s list', expect.stringContaining(said)]])
    expect(isHidden(page)).toBe(adverse !== '')
    expect(page.text).toMatch(/The firm’s list of clients and opponents, imported .*, was searched: 2 entries\./)
  })

  it('fifty at once: the others are counted, and spam is not compared', async () => {
    for (let number = 0; number < 51; number++)
      await desk.later({ name: 'Robin Flood', email: `robin@${number}.example`, otherParty: 'State Farm' })
    const farm = await desk.later({ name: 'State Farm', email: 'farm@example.org' })
    expect((await desk.open(farm)).text).toContain('And 1 more: look the parties up.')
    const maria = await desk.later({ name: 'Maria Lopez', email: 'maria@example.net', otherParty: 'State Farm' })
    expect(isHidden(await desk.open(maria))).toBe(true)
    await desk.change(farm, 'save', { status: 'spam' })
    expect(isHidden(await desk.open(maria))).toBe(false)
  })

  it('on a list of another key was not searched: the page says so', async () => {
    await bringIn({ name: 'Gary Pitts', role: 'opponent' })
    const [key = ''] = desk.store.keysOf('known/')
    desk.store.records.set(key, (desk.store.records.get(key) ?? '').replace(/"sealed":"[^"]+"/, '"sealed":"x"'))
    expect((await desk.open(await desk.later(GARY))).text).toContain(
      'was not searched: it is damaged, or encrypted to another key',
    )
  })
})

describe('a hidden message', () => {
  let reference: string
  beforeEach(async () => {
    await desk.inquire({ name: 'Zoe', email: 'z@example.org', otherParty: 'Gary Pitts' })
    reference = await desk.later(GARY)
    await desk.change(reference, 'save', { note: 'Walrus note.' })
  })

  it('keeps message, notes and reply out of the page, opens for one look, says both in the audit trail, and keeps what was typed in a form that is refused', async () => {
    const page = await desk.open(reference)
    for (const word of [...MESSAGE.split(/\W+/), 'Walrus', 'Send the reply'].filter((one) => one.length > 4))
      expect(page.markup, word).not.toContain(word)
    expect(page.text).toContain('gary@pitts.example')
    const actions = ['inquiry.hidden', 'inquiry.hidden', 'inquiry.note']
    expect(await tracesIn(desk, reference)).toEqual(actions.map((action) => `${CLERK.id} ${action} ${reference}`))
    const opened = await readAnyway(reference)
    expect([opened.status, isHidden(opened)]).toEqual([200, false])
    const reason = 'note, only the office sees this The clerk asked me to. read in spite of a possible conflict'
    for (const words of [MESSAGE, 'Walrus note.', reason]) expect(opened.text).toContain(words)
    expect([...desk.store.records.values()].join()).not.toContain('The clerk asked me to.')
    expect(await tracesIn(desk, reference)).toContain(`${CLERK.id} inquiry.read-anyway ${reference}`)
    const refused = await readAnyway(reference, ' ')
    expect([refused.status, isHidden(refused), refused.text]).toEqual([422, true, expect.stringContaining('Write why')])
    expect(isHidden(await desk.open(reference))).toBe(true)
    const { received = '' } = desk.formOf(await desk.open(reference), 'conflict')
    const fields = { what: 'reply', seen: '0', received, note: 'Dear Gary', status: '' }
    const form = await desk.post(`/inquiries/${reference}`, fields)
    expect([form.status, isHidden(form), form.markup]).toEqual([422, true, expect.not.stringContaining('Walrus')])
    expect(form.text).toContain('No reply can be sent before')
    expect(form.root.querySelector('#reply-note')?.text).toContain('Dear Gary')
  })

  it('is gone with "no conflict", until somebody is found that is newer than the mark', async () => {
    await mark(reference, 'none')
    expect((await desk.open(reference)).text).toContain(MESSAGE)
    await desk.later({ name: 'Yan', email: 'y@example.org', otherParty: 'Someone Else' })
    expect(isHidden(await desk.open(reference))).toBe(false)
    await desk.later({ name: 'Yan', email: 'y@example.org', otherParty: 'Gary Pitts' })
    expect(isHidden(await desk.open(reference))).toBe(true)
    desk.advance(MINUTE_MS)
    await mark(reference, 'none')
    expect(isHidden(await desk.open(reference))).toBe(false)
    await bringIn({ name: 'Gary Pitts', role: 'opponent' })
    expect(isHidden(await desk.open(reference))).toBe(true)
  })

  it('stays with "conflict", and declining is proposed, with a reply or in one click', async () => {
    await mark(reference, 'conflict', 'Client of 2019.')
    const page = await desk.open(reference)
    expect([isHidden(page), page.markup]).toEqual([true, expect.not.stringContaining('Walrus')])
    for (const words of ['Send the reply', 'new, as now']) expect(page.text).toContain(words)
    await desk.change(reference, 'conflict', { finding: 'conflict declined' })
    expect((await desk.open(reference)).text).toContain('declined')
  })
})

it('an answer that mentions a party that may be on the other side hides the message again, until it is marked', async () => {
  await desk.inquire({ name: 'Hal Brook', email: 'hal@brook.example', phone: '386 555 0161' })
  await bringIn({ name: 'Heron Marina, LLC', role: 'client' })
  desk.advance(MINUTE_MS)
  const id = await desk.submit({ ...GARY, otherParty: 'Zoe Quill' })
  const path = await statusCapability(desk.service, id)
  await mark(id.reference, 'none')
  await makeChanges(desk, id, { reply: 'Who was there?', ask: true })
  const answers = async (answer: string) => {
    desk.advance(MINUTE_MS)
    expect(await answerInquiry(desk.service, path, { answer })).toMatchObject({ status: 'in_review' })
    const page = await desk.open(id.reference)
    return [isHidden(page), page.text.includes(answer), page.text.includes('A party in an answer')]
  }
  expect(await answers('Zoe Quill and I, Gary Pitts. Hal is a friend.')).toEqual([false, true, false])
  for (const mention of ['hal brook’s cousin', 'Brook, Hal', '386 555-0161', 'HAL@brook.example', 'the heron marina']) {
    expect(await answers(`It was ${mention}.`), mention).toEqual([true, false, true])
    desk.advance(MINUTE_MS)
    await mark(id.reference, 'none')
    expect(isHidden(await desk.open(id.reference)), mention).toBe(false)
  }
  // One who comes later, and was mentioned before the mark.
  expect((await answers('Ute Falk saw it.')).slice(0, 2)).toEqual([false, true])
  await desk.later({ name: 'Ute Falk', email: 'ute@example.net' })
  expect(isHidden(await desk.open(id.reference))).toBe(true)
})

describe('a mark', () => {
  it('is one click: kept in the history with its note encrypted, shown at the top, and recorded in words', async () => {
    const reference = await desk.inquire()
    const fields = desk.formOf(await desk.open(reference), 'conflict')
    const marked = { ...fields, finding: 'none', note: 'Other Ana.' }
    const refused = await desk.post(`/inquiries/${reference}`, marked)
    expect(refused.text).toContain('Check your clients too, and tick it: they are not in this search.')
    const { redirect } = await desk.post(`/inquiries/${reference}`, { ...marked, elsewhere: 'yes' })
    expect(redirect).toBe(`/inquiries/${reference}?done=conflict`)
    const { markup } = await desk.open(reference)
    const line = 'no conflict, marked by Carl Clerk, 10:04 a.m., also in our system. Other Ana.'
    expect(textsIn(markup, '.conflicts p')[0]).toBe(line)
    const entry = 'note, only the office sees this Other Ana. check for conflicts: no conflict'
    expect(textsIn(markup, '.thread > li').at(-1)).toContain(entry)
    expect([...desk.store.records.values()].join()).not.toContain('Other Ana.')
    await mark(reference, 'conflict')
    expect(await tracesIn(desk, reference)).toEqual(
      expect.arrayContaining(['conflict', 'no-conflict'].map((what) => `${CLERK.id} inquiry.${what} ${reference}`)),
    )
    const inWords = ['conflict', 'no-conflict'].map((what) => actionInWords(`inquiry.${what}`))
    expect(inWords).toEqual(['marked an inquiry: conflict', 'marked an inquiry: no conflict'])
  })

  it('is needed before a possible conflict can be spam, unless a lawyer says so', async () => {
    const reference = await desk.later(GARY)
    await desk.later({ name: 'Yan', email: 'y@example.org', otherParty: 'Gary Pitts' })
    const spam = { status: 'spam', note: 'Looks like it.' }
    const refused = await desk.change(reference, 'save', spam, OWNER)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Looks like it.')])
    const picks = pairsOf((await desk.get('/inquiries', OWNER)).root.querySelectorAll('[name=pick]'))
    const several = await desk.post('/inquiries/several', [['what', 'spam'], ...picks], OWNER)
    expect(several.text).toContain('No inquiry was marked as spam. 2 of 2 were not.')
    expect((await desk.change(reference, 'save', spam)).status).toBe(303)
  })

  it('is refused when somebody was found after the page was opened, and the next look shows them', async () => {
    const reference = await desk.later(GARY)
    const fields = desk.formOf(await desk.open(reference), 'conflict')
    await desk.later({ name: 'Yan', email: 'y@example.org', otherParty: 'Gary Pitts' })
    const send = (given: Record<string, string>) =>
      desk.post(`/inquiries/${reference}`, { ...given, finding: 'none retained', note: 'Clear.', elsewhere: 'yes' })
    const refused = await send(fields)
    expect([refused.status, isHidden(refused)]).toEqual([409, true])
    expect(refused.root.querySelector('#conflict-note')?.text).toContain('Clear.')
    expect((await send(desk.formOf(refused, 'conflict'))).status).toBe(303)
  })

  it.each<[string, Record<string, string>]>([
    ['reply', { note: 'Please call us.' }],
    ['reply', { note: 'When was it?', asks: 'on' }],
    ['save', { status: 'retained' }],
  ])('refuses every form after a later hit: %s %j', async (what, fields) => {
    const [marked, hit] = [await desk.later(GARY), await desk.later({ ...GARY, name: 'Ivy Alone' })]
    const opened = new Map<string, Record<string, string>>()
    for (const reference of [marked, hit]) {
      await mark(reference, 'none')
      opened.set(reference, desk.formOf(await desk.open(reference), what))
    }
    await desk.later({ name: 'Yan', email: 'y@example.org', otherParty: 'Ivy Alone' })
    const send = (reference: string) => desk.post(`/inquiries/${reference}`, { ...opened.get(reference), ...fields })
    expect((await send(marked)).status).toBe(303)
    expect((await send(hit)).status).toBe(422)
  })
})

it('a client is never one with a conflict: only declining is offered and taken, and letters that decline', async () => {
  const reference = await desk.inquire()
  await mark(reference, 'conflict')
  const { markup } = await desk.open(reference)
  expect(valuesIn(markup, '#status option')).toEqual(['new', 'declined'])
  expect(textsIn(markup, '.letters a')).toEqual(['Declined'])
  const retained = await desk.change(reference, 'save', { status: 'retained', note: 'Signed.' })
  expect(retained.text).toContain('it can only be declined')
  const [pick = ''] = valuesIn((await desk.get('/inquiries')).markup, '[name=pick]')
  expect((await desk.post('/inquiries/several', { what: 'close', pick })).text).toContain('it is marked as a conflict')
})

it.each<[string, string, Record<string, string>]>([
  ['of a person with a lawyer', 'this person says that a lawyer represents them', { hasLawyer: 'yes' }],
  ['without a list of clients', 'Hidden: your clients are not in this search', {}],
])('a message %s stays hidden until it is marked', async (_what, why, more) => {
  Object.assign(desk.service, { hidesUnlisted: !more.hasLawyer })
  const reference = await desk.inquire({ ...GARY, ...more })
  const { text } = await desk.open(reference)
  expect([text, text]).toEqual([expect.stringContaining(why), expect.not.stringContaining(MESSAGE)])
  await mark(reference, 'none')
  expect((await desk.open(reference)).text).toContain(MESSAGE)
})

it('with the firm’s list a message is shown at once', async () => {
  Object.assign(desk.service, { hidesUnlisted: true })
  await bringIn({ name: 'Ruth Unrelated', role: 'client' })
  expect((await desk.open(await desk.inquire(GARY))).text).toContain(MESSAGE)
})
