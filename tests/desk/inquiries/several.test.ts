/** Several inquiries at once: ticked in the list, changed each by itself, and what is said of those that were not. */
import { expect, it } from 'vitest'
import { SECOND_MS } from '../../../src/duration.ts'
import { findByReference } from '../../../src/inquiries/record.ts'
import { runOutbox } from '../../../src/mail/tries.ts'
import { StoreUnavailable } from '../../../src/ports.ts'
import { APPOINTMENT, makeChanges, presentState } from '../../inquiries/member-change.ts'
import { tracesIn } from '../browser.ts'
import { CLERK, OWNER, desk, pairsOf, textsIn, useDeskClient, rowsOf, type ShownPage, valuesIn } from './desk-client.ts'

useDeskClient()

const PATH = '/inquiries/several'

const pickOf = (page: ShownPage, reference: string) =>
  valuesIn(page.markup, '[name=pick]').find((value) => value.includes(reference)) ?? ''

const fieldsFor = (page: ShownPage, what: string, references: string[]) => [
  ...pairsOf(page.root.querySelectorAll('#several input[type=hidden]:not([name=csrf])')),
  ['what', what] as [string, string],
  ...references.map((reference): [string, string] => ['pick', pickOf(page, reference)]),
]

async function stateOf(reference: string) {
  const [id] = await findByReference(desk.service.store, reference)
  return id && presentState(desk, id)
}

const changesIn = async () => (await tracesIn(desk)).filter((entry) => /inquiry\.(?!opened)/.test(entry))

it('are changed by one button, with an entry each, and the list says so', async () => {
  const [one, two, other] = [await desk.inquire(), await desk.inquire(), await desk.inquire()]
  const page = await desk.get('/inquiries?status=new')
  const done = await desk.post(PATH, fieldsFor(page, 'spam', [one, two]))
  expect([done.status, done.redirect]).toEqual([303, expect.stringContaining('?status=new&done=spam&count=2')])
  for (const reference of [one, two]) expect(await stateOf(reference)).toMatchObject({ status: 'spam' })
  expect(await stateOf(other)).toEqual({ seq: 0, status: 'new' })
  expect(await changesIn()).toEqual([one, two].map((reference) => `${CLERK.id} inquiry.status ${reference}`).sort())
  const list = await desk.get(done.redirect ?? '')
  expect(list.root.querySelector('.outcome')?.text).toBe('2 inquiries were marked as spam.')
})

it('are changed as far as they can be; the page names the others, and why', async () => {
  const [fine, changed, retained, erased] = [
    await desk.inquire({ name: 'Fay Fine' }),
    await desk.inquire({ name: 'Chad Changed' }),
    await desk.inquire({ name: 'Rita Retained' }),
    await desk.inquire({ name: 'Ed Erased', email: 'ed@example.com' }),
  ]
  await desk.change(retained, 'conflict', { finding: 'none retained' })
  const page = await desk.get('/inquiries?status=all')
  const fields = fieldsFor(page, 'spam', [fine, changed, retained, erased])
  await desk.change(changed, 'save', { note: 'I am on it.' })
  await desk.erase(erased)
  const before = await changesIn()
  const result = await desk.post(PATH, fields)
  const alert = result.root.querySelector('[role=alert]')?.text
  expect([result.status, alert]).toEqual([200, 'One inquiry was marked as spam. 3 of 4 were not.'])
  expect(textsIn(result.markup, '.failed li')).toEqual([
    `Chad Changed ${changed}: someone else changed it meanwhile; open it and look.`,
    expect.stringMatching(new RegExp(`^Rita Retained ${retained}: its status does not allow this`)),
    `${erased} ${erased}: it was erased meanwhile.`,
  ])
  // The list is below, with the remaining ticks.
  const ticked = valuesIn(result.markup, '[name=pick][checked]').map((value) => value.split('/')[1])
  expect(ticked.sort()).toEqual([changed, retained].sort())
  expect(await stateOf(fine)).toMatchObject({ status: 'spam' })
  for (const reference of [changed, retained]) expect(await stateOf(reference)).not.toMatchObject({ status: 'spam' })
  // A refused change has no entry.
  expect(await changesIn()).toEqual([...before, `${CLERK.id} inquiry.status ${fine}`].sort())
})

it('are said to be unsure where the store failed, and the others are said to be done', async () => {
  const [one, two] = [await desk.inquire(), await desk.inquire()]
  const page = await desk.get('/inquiries')
  const { store } = desk.service
  const isOfTwo = (key: string) => key.startsWith('inquiries/') && key.includes(two)
  const fail = () => Promise.reject(new StoreUnavailable('down for a test'))
  desk.service.store = { ...store, put: (key, ...put) => (isOfTwo(key) ? fail() : store.put(key, ...put)) }
  const result = await desk.post(PATH, fieldsFor(page, 'close', [one, two]))
  expect(result.text).toContain('One inquiry was closed. 1 of 2 was not.')
  expect(result.root.querySelector('.failed')?.text).toMatch(new RegExp(`${two}: the store failed; open it`))
  expect(await changesIn()).toEqual([`${CLERK.id} inquiry.status ${one}`])
})

it.each([
  ['close', 0, 'select at least one'],
  ['close', 51, 'tick at most 50'],
  ['', 1, 'press one of the buttons'],
  ['constructor', 1, 'press one of the buttons'],
])('are left alone by the button %j with %i ticked; what was ticked stays ticked', async (what, count, said) => {
  const reference = await desk.inquire()
  const pick = pickOf(await desk.get('/inquiries'), reference)
  const picks = Array.from({ length: count }, (__, index) => `${pick}${index || ''}`)
  const answer = await desk.post(PATH, [['what', what], ...picks.map((value): [string, string] => ['pick', value])])
  const alert = answer.root.querySelector('[role=alert]')?.text
  expect([answer.status, alert]).toEqual([422, expect.stringContaining(said)])
  expect(valuesIn(answer.markup, '[name=pick][checked]')).toEqual(picks.slice(0, 1))
  expect(await stateOf(reference)).toEqual({ seq: 0, status: 'new' })
})

it('ignore boxes that name nothing, and say no word that is not theirs', async () => {
  await desk.inquire()
  for (const pick of ['', 'x', '../staff/0', '2026-11-21T15:04:05.000Z/K7QM-2F9D/x'])
    expect((await desk.post(PATH, { what: 'close', pick })).status, pick).toBe(422)
  for (const query of ['done=paid&count=1', 'done=close', 'done=close&count=x', 'done=close&count=51'])
    expect((await desk.get(`/inquiries?${query}`)).root.querySelector('.outcome'), query).toBeNull()
  expect((await desk.get(PATH)).redirect).toBe('/inquiries')
})

it('found by a search lead back to it by a form, which keeps its text out of the address', async () => {
  const reference = await desk.inquire({ name: 'Zoë Núñez' })
  const found = await desk.post('/inquiries', { search: 'nunez' })
  const done = await desk.post(PATH, fieldsFor(found, 'close', [reference]))
  expect([done.status, done.redirect]).toEqual([200, undefined])
  expect(done.root.querySelector('.outcome')?.text).toBe('One inquiry was closed.')
  expect(await stateOf(reference)).toMatchObject({ status: 'closed' })
  expect(done.markup).not.toMatch(/(href|action)="[^"]*nunez/i)
  // The search is shown again, and finds it in any status.
  expect(rowsOf(done.markup)).toEqual([reference])
})

const DECLINE = 'decline-no'
const LUZ = { name: 'Luz', email: 'luz@example.com', language: 'es' }
const listed = () => desk.get('/inquiries?status=all')
const undoFields = (page: ShownPage) => pairsOf(page.root.querySelectorAll('[action$="/undo"] input[name=pick]'))
const repliesTo = () => desk.mails.filter(({ text }) => /we cannot|no podemos/.test(text)).map(({ to }) => to)
const sendMail = async () => {
  desk.advance(10 * SECOND_MS)
  await runOutbox(desk.service)
}

it('are declined with a letter each, in its language, and named where that must not be; nothing is sent for ten seconds', async () => {
  const ana = await desk.inquire()
  const luz = await desk.inquire(LUZ)
  const refused = {
    possible: await desk.inquire({ name: 'Gary Pitts', email: 'gary@example.com' }),
    marked: await desk.inquire({ name: 'Mark Conflict', email: 'mark@example.com', otherParty: 'Gary Pitts' }),
    silent: await desk.inquire({ name: 'Sy Phone', phone: '+1 386 555 0100', safeContact: ['telephone'] }),
    answered: await desk.inquire({ name: 'Ann Answered', email: 'ann@example.com' }),
    erased: await desk.inquire({ name: 'Ed Erased', email: 'ed@example.com' }),
  }
  await desk.change(refused.marked, 'conflict', { finding: 'conflict' })
  const page = await listed()
  await desk.change(refused.answered, 'contact', { contact: 'answered' })
  await desk.erase(refused.erased)
  const result = await desk.post(PATH, fieldsFor(page, DECLINE, [ana, luz, ...Object.values(refused)]))
  const said = '2 inquiries were declined, each with the letter “Declined”. 5 of 7 were not.'
  expect(result.root.querySelector('[role=alert]')?.text).toBe(said)
  expect(textsIn(result.markup, '.failed li').map((line) => line.replace(/ \S+:/, ':'))).toEqual([
    expect.stringMatching(/^Gary Pitts: somebody in it may be on the other side/),
    expect.stringMatching(/^Mark Conflict: it is marked as a conflict/),
    expect.stringMatching(/^Sy Phone: it has no e-mail address that is safe/),
    expect.stringMatching(/^Ann Answered: someone else changed it meanwhile/),
    `${refused.erased}: it was erased meanwhile.`,
  ])
  expect(undoFields(result)).toHaveLength(2)
  await runOutbox(desk.service)
  expect(repliesTo()).toEqual([])
  await sendMail()
  expect(repliesTo().sort()).toEqual(['ana@example.com', 'luz@example.com'])
  const textTo = (address: string) => desk.mails.findLast(({ to }) => to === address)?.text
  expect(textTo('ana@example.com')).toContain(`Dear Ana Example,\n\nwe cannot. ${ana}`)
  expect(textTo('luz@example.com')).toContain(`Estimado/a Luz:\n\nno podemos. ${luz}`)
  const late = await desk.post(`${PATH}/undo`, undoFields(result))
  expect(late.root.querySelector('[role=alert]')?.text).toBe('No inquiry was taken back. 2 of 2 were not.')
  expect(textsIn(late.markup, '.failed li')[0]).toContain('its letter was sent already, or is being sent')
  expect(await stateOf(ana)).toMatchObject({ status: 'declined' })
})

it('are taken back before their letters are sent: as they were, with both in the history', async () => {
  const [ana, bea] = [await desk.inquire(), await desk.inquire({ name: 'Bea', email: 'bea@example.com' })]
  await desk.change(bea, 'save', { assignee: OWNER.id, followUp: '2026-12-01' })
  const before = [await stateOf(ana), await stateOf(bea)]
  const list = await desk.post(PATH, fieldsFor(await listed(), DECLINE, [ana, bea]))
  expect(textsIn(list.markup, '.outcome')[0]).toMatch(/^2 inquiries were declined/)
  expect(list.text).toContain('Nothing is sent for 10 seconds.')
  // Another member cannot take it back.
  expect((await desk.post(`${PATH}/undo`, undoFields(list), OWNER)).text).toContain('2 of 2 were not.')
  const { redirect = '' } = await desk.post(`${PATH}/undo`, undoFields(list))
  expect((await desk.get(redirect)).text).toContain('2 inquiries were taken back: no letter was sent.')
  await sendMail()
  expect(repliesTo()).toEqual([])
  const seqs = before.map((state) => ({ ...state, seq: (state?.seq ?? 0) + 2 }))
  expect([await stateOf(ana), await stateOf(bea)]).toEqual(seqs)
  const { text } = await desk.open(ana)
  expect(text).toMatch(
    /reply, taken back before it was sent.*status: new, not assigned, undone: the letter was not sent/,
  )
  expect(await changesIn()).toContain(`${CLERK.id} inquiry.undone ${ana}`)
})

it('are not declined where an appointment stands, or where the letter is not written in the language', async () => {
  const [ana, luz] = [await desk.inquire(), await desk.inquire(LUZ)]
  const [id] = await findByReference(desk.service.store, ana)
  if (id) await makeChanges(desk, id, { appointment: APPOINTMENT })
  const { read } = desk.service.published
  const withoutSpanish = async (path: string) =>
    (await read(path)).replace('no podemos', '[why]').replace(/(es":.*"id":")no"/, '$1other"')
  desk.service.published.read = async (path) => (path.endsWith('replies.json') ? withoutSpanish(path) : read(path))
  const result = await desk.post(PATH, fieldsFor(await listed(), DECLINE, [ana, luz]))
  expect(textsIn(result.markup, '.failed li')).toEqual([
    expect.stringContaining('it has an appointment'),
    expect.stringContaining('no such letter in the language'),
  ])
})
