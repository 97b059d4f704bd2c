/** A telephone call that a member of the staff writes down becomes an inquiry, new and theirs. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { dayInWords } from '../../../src/dates.ts'
import { noticesOf } from '../../../src/firm/notices.ts'
import { DAY_MS } from '../../../src/duration.ts'
import { runOutbox } from '../../../src/mail/tries.ts'
import { StoreUnavailable } from '../../../src/ports.ts'
import { remindStaff } from '../../../src/service/staff-mail.ts'
import { FIRM, FIRM_ES } from '../../test-desk.ts'
import { type Fields, setAddress, tracesIn } from '../browser.ts'
import { CLERK, fieldsOf, desk, useDeskClient, OWNER, type ShownPage, textsIn, valuesIn } from './desk-client.ts'
import { yamlOf } from '../../table.ts'

const PAGE = '/telephone'
/** The caller has no e-mail address. */
const { call: CALL, refused: REFUSED } = yamlOf<{
  call: Record<string, string>
  refused: [what: string, fields: Record<string, string>, field: string, sentence: string][]
}>('tests/desk/inquiries/telephone-page.yaml')
const WITH_ADDRESS = { ...CALL, email: 'rosa@example.com' }

useDeskClient()

async function write(call: Fields = CALL, user = CLERK): Promise<string> {
  const { redirect } = await desk.post(PAGE, call, user)
  return /^\/inquiries\/(....-....)\?/.exec(redirect ?? '')?.[1] ?? `led to ${redirect}`
}
const cardOf = ({ markup }: ShownPage): Record<string, string> => {
  const values = textsIn(markup, '.card > div > dd')
  return Object.fromEntries(textsIn(markup, '.card > div > dt').map((term, index) => [term, values[index] ?? '']))
}

it('a call becomes an inquiry by telephone, new, so that it becomes late, taken by who wrote it down, and audited', async () => {
  const reference = await write()
  const [stored] = await desk.inquiries()
  const { name, phone, topic, otherParty } = CALL
  expect(stored).toMatchObject({
    reference,
    via: 'telephone',
    sender: 'anonymous',
    writtenBy: CLERK.id,
    notice: FIRM.notices.version,
    suspicions: [],
    request: { name, phone, topic, otherParty, message: 'A dog bit her.\nOn Monday.', language: 'es' },
  })
  for (const field of ['email', 'urgent']) expect(stored?.request).not.toHaveProperty(field)
  const traces = ['assignee', 'written-down'].map((what) => `${CLERK.id} inquiry.${what} ${reference}`)
  expect(await tracesIn(desk, reference)).toEqual(traces)
  const page = await desk.get(`/inquiries/${reference}?done=assignee`, OWNER)
  expect(cardOf(page)).toMatchObject({
    'Sent by': 'telephone, written down by Carl Clerk',
    'Notice read out': `${dayInWords(FIRM.notices.version)}, in Spanish`,
    Language: 'Spanish',
  })
  expect(page.text).toContain('We read the notice of November 1, 2026, in Spanish to this person on the telephone')
  for (const words of [CALL.phone, 'Carl Clerk: assigned to Carl Clerk']) expect(page.text).toContain(words)
  const said = await desk.get(`/inquiries/${reference}?done=save`)
  expect(said.text).toContain('The call is stored. The inquiry is assigned to you.')
  await desk.change(reference, 'save', { status: 'declined' })
  expect((await desk.get(`/inquiries/${reference}?done=save`)).text).not.toContain('The call is stored.')
  // These have a space or a sign, which sealed values do not have.
  for (const text of [desk.logged(), ...[...desk.store.records].flat()])
    expect(text).not.toMatch(/Rosa Ex|555 0187|rosa@|ry Pitts|A dog/)
})

it('a call is one inquiry and one entry when it is sent twice, at once or later, and what was done since stays; another member’s or a changed one is another', async () => {
  const twice = await Promise.all([write(), write()])
  expect(new Set([...twice, await write()]).size).toBe(1)
  expect(await tracesIn(desk, twice[0])).toHaveLength(2)
  const others = [await write(CALL, OWNER)]
  for (const field of ['noticesRead', 'topic']) others.push(await write({ ...CALL, [field]: '' }))
  expect(new Set([...twice, ...others]).size).toBe(4)
  expect(await desk.inquiries()).toHaveLength(4)
  const reference = await write()
  await desk.change(reference, 'save', { status: 'closed' })
  expect(await write()).toBe(reference)
  expect((await desk.open(reference)).text).toContain('closed, as now')
})

it('a call is completed by sending it again when only a part of it could be stored, and the form says so', async () => {
  const { put } = desk.store
  const fail = () => Promise.reject(new StoreUnavailable('no change'))
  const putNew: typeof put = (key, value, expected) => (expected === 'new' ? put(key, value, expected) : fail())
  desk.service.store = { ...desk.store, put: putNew }
  const page = await desk.post(PAGE, CALL)
  expect([page.status, page.text]).toEqual([503, expect.stringContaining('send it again; it is stored only once')])
  expect(page.root.querySelector('[name=name]')?.getAttribute('value')).toBe(CALL.name)
  desk.service.store = desk.store
  const reference = await write()
  expect(await desk.inquiries()).toHaveLength(1)
  expect(await tracesIn(desk, reference)).toHaveLength(2)
})

it('its form asks for the names first, under the notice for calls in each language, and for what they want after the search', async () => {
  const idsIn = ({ markup }: { markup: string }) => valuesIn(markup, '.field > :is(input, select, textarea)', 'id')
  const names = await desk.get(PAGE)
  expect(idsIn(names)).toEqual(['name', 'email', 'phone', 'safeContact', 'otherParty', 'county', 'date', 'language'])
  for (const [lang, title, { notices }] of [
    ['en', 'Read out first, in English', FIRM],
    ['es', 'Read out first, in Spanish', FIRM_ES],
  ] as const)
    expect(names.root.querySelectorAll(`.read-out[lang=${lang}] :is(h2, p)`).map(({ text }) => text)).toEqual([
      title,
      ...noticesOf('telephoneCall', notices),
    ])
  const found = await desk.post(PAGE, { ...CALL, message: '', step: 'search' })
  expect(idsIn(found)).toEqual(['topic', 'hasLawyer', 'urgent', 'writingFor', 'message', 'callBack'])
  expect(found.text).toContain('No match among the inquiries here.')
  // All typed values go along, and back.
  const back = await desk.post(PAGE, [...fieldsOf(found, PAGE), ['step', 'names']])
  expect(back.root.querySelector('#otherParty')?.getAttribute('value')).toBe(CALL.otherParty)
  expect(back.markup).toMatch(/name="noticesRead" value="yes" checked/)
  expect(await desk.inquiries()).toEqual([])
})

it('its form stops where somebody may be on the other side: only the names are stored, and the caller is called back', async () => {
  await desk.inquire({ name: 'Gary Pitts', email: 'gary@pitts.example' })
  const found = await desk.post(PAGE, { ...CALL, message: '', step: 'search' })
  expect(found.text).toContain('Stop: do not take down what happened.')
  expect(found.root.querySelector('#message')).toBeNull()
  const stored = await desk.post(PAGE, [...fieldsOf(found, PAGE), ['step', 'store-names']])
  expect(stored.redirect).toContain('/inquiries/')
  const caller = (await desk.inquiries()).find(({ request }) => request.name === CALL.name)
  expect(caller?.request.message).toBe('Not taken down: possible conflict.')
})

it.each(REFUSED)('its form refuses %s', async (_what, fields, field, sentence) => {
  const page = await desk.post(PAGE, { ...CALL, ...fields })
  expect(page.status).toBe(422)
  expect(page.root.querySelector(`#${field}-error`)?.text).toContain(sentence)
  expect(await desk.inquiries()).toEqual([])
})

it.each([
  [{ email: '' }, 'the person gave no e-mail address'],
  [{ email: 'rosa@example.com', safeContact: 'telephone' }, 'e-mail is not safe for them'],
])('says why no receipt is sent: %j', async (fields, why) => {
  const page = await desk.post(PAGE, { ...CALL, ...fields, step: 'search' })
  expect(page.text).toContain(`No receipt is sent: `)
  expect(page.text).toContain(why)
  await write({ ...CALL, ...fields, receipt: 'yes' })
  expect(desk.mails).toEqual([])
})

it('a person without an e-mail address gets no mail and cannot be replied to: the page says to call', async () => {
  const reference = await write()
  const page = await desk.open(reference)
  expect(page.text).toContain('The person gave no e-mail address, so nothing can be sent: call them.')
  expect(page.markup).not.toMatch(/mailto:|id="reply-note"/)
  const [stored] = await desk.inquiries()
  const letter = { what: 'reply', note: 'Dear Rosa', seen: '1', received: stored?.receivedAt ?? '' }
  const forced = await desk.post(`/inquiries/${reference}`, letter)
  expect([forced.status, forced.text]).toEqual([422, expect.stringContaining('so nothing was sent: call them.')])
  expect(desk.mails).toEqual([])
  expect(desk.store.keysOf('due/')).toEqual([])
})

it('a person without an e-mail address is erased alone: no one else’s inquiry is taken for theirs', async () => {
  const written = await desk.inquire()
  await write({ ...CALL, name: 'Luis Example', phone: '386 555 0111' })
  const reference = await write()
  const page = await desk.get(`/inquiries/${reference}/erase`, OWNER)
  const others = await desk.get(`/inquiries/${written}/erase`, OWNER)
  expect(page.text).toContain('Rosa Example, without an e-mail address. Other inquiries are found only by look-up.')
  for (const shown of [page, others])
    expect(fieldsOf(shown, '/erase').filter(([name]) => name === 'inquiry')).toHaveLength(1)
  expect((await desk.erase(reference)).title).toBe(`${reference} is erased`)
  expect(await desk.inquiries()).toHaveLength(2)
  for (const [key, value] of desk.store.records) expect(key + value).not.toMatch(/Rosa|555 ?0187/)
  // The same words written down once more are an inquiry of their own.
  expect(await write()).not.toBe(reference)
  expect(await desk.inquiries()).toHaveLength(3)
})

it('the mail about a call is a receipt in the language of the person, if they want one, and none to the firm', async () => {
  await write({ ...WITH_ADDRESS, name: 'Nora Example' })
  expect(desk.mails).toEqual([])
  const reference = await write({ ...WITH_ADDRESS, receipt: 'yes' })
  expect(desk.mails).toMatchObject([{ to: WITH_ADDRESS.email, subject: `Anotamos su llamada ${reference}` }])
  for (const words of ['Test Firm, P.A. anotó su llamada.', FIRM_ES.notices.reply])
    expect(desk.mails[0]?.text).toContain(words)
  await write({ ...WITH_ADDRESS, email: 'ana@example.com', language: 'en', receipt: 'yes' })
  expect(desk.mails[1]?.text).toContain('Test Firm, P.A. has noted your call.')
})

it('the day to call back is promised by mail and on the private page, reminded of, and late when it is over', async () => {
  await setAddress(desk, CLERK.id, 'carl@firm.example')
  const found = await desk.post(PAGE, { ...WITH_ADDRESS, language: 'en', date: '2026-12-01', step: 'search' })
  expect(valuesIn(found.markup, '[type=checkbox][name=receipt]')).toEqual(['yes'])
  const reference = await write([
    ...fieldsOf(found, PAGE),
    ...Object.entries({ message: 'A dog.', callBack: '2026-11-23', receipt: 'yes', step: 'store' }),
  ])
  const receipt = desk.mails.splice(0)[0]?.text ?? ''
  expect(receipt).toContain('We will call you back by November 23, 2026')
  expect(receipt).not.toContain('We will answer')
  const path = new URL(/https:\/\/\S+\/status\/\S+/.exec(receipt)?.[0] ?? '').pathname
  const shown = async () => parse(await (await desk.send('status', path)).text()).text
  expect(await shown()).toMatch(/We have noted your call[^]*We will call you back by/)
  const reminded: string[] = []
  for (let day = 21; day < 25; day++) {
    await remindStaff(desk.service)
    await runOutbox(desk.service)
    const texts = desk.mails.splice(0).map(({ text }) => text)
    reminded.push(texts.join())
    expect((await desk.open(reference)).text.includes('late since Monday, November 23')).toBe(day > 23)
    desk.advance(DAY_MS)
  }
  const tooLong = 'waited longer for an answer than they were promised'
  expect(reminded[2]).toContain(`Call back today, as promised:\nNovember 23, 2026: ${reference}`)
  expect(reminded.map((text) => text.includes(tooLong))).toEqual([false, false, false, true])
  expect(reminded[3]).toContain(`December 1, 2026: ${reference}`)
  expect(reminded.join()).not.toMatch(/Rosa|Pitts|dog|0187/)
  await desk.change(reference, 'reply', { note: 'We would like to speak with you.', status: 'contacted' })
  expect((await desk.open(reference)).text).not.toContain('late since')
  expect(await shown()).not.toContain('We have noted your call')
})

it('says of a person who was not read the notices that they were not', async () => {
  const page = await desk.open(await write({ ...CALL, noticesRead: '' }))
  expect(page.text).toContain('The notices were not read out: read or send them.')
  expect(cardOf(page)).toMatchObject({ 'Notice read out': 'no' })
  expect((await desk.inquiries())[0]?.notice).toBe('')
})
