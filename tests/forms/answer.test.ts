/** What the person answers when the firm asked something: by the page, as JSON and by the tool of MCP. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import { inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { readInFull } from '../../src/inquiries/record.ts'
import { readInquiry } from '../../src/inquiries/sealed-inquiry.ts'
import { lateIn } from '../../src/inquiries/overdue.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { addStaff, setAddress } from '../desk/browser.ts'
import { BY, makeChanges, presentState } from '../inquiries/member-change.ts'
import { call } from '../mcp/mcp-client.ts'
import { blocksOf } from '../table.ts'
import { type Answer, type Json, agent, SAME_ORIGIN, useAgent } from '../test-agent.ts'
import { BASE, FIRM, STAFF_INBOX } from '../test-desk.ts'
import { ask, change, SECURE, send, type Sent, show, textOf } from './status-client.ts'

useAgent()

const ASK: InquiryChange = { reply: 'When did it happen?', ask: true, status: 'contacted' }
const ANSWER = 'On November 2, in DeLand.'

async function asked(more: Json = {}): Promise<Sent> {
  const sent = await send(more)
  await change(sent, { finding: 'none' }, ASK)
  return sent
}

const post = ({ path }: Sent, body: Json = { answer: ANSWER }, headers: Record<string, string> = {}) =>
  agent.post('status', path, body, { headers })
const press = (path: string, answer = ANSWER, headers: Record<string, string> = SAME_ORIGIN) =>
  agent.form('status', path, { answer }, headers)
const useTool = ({ path }: Sent, answer = ANSWER) => call('answer_inquiry', { status_url: BASE + path, answer })
/** A refusal says why, and the form still has what was typed. */
function expectKept({ status, body }: Answer, expected: number, words: string, typed = ANSWER) {
  expect([status, String(body.text)]).toEqual([expected, expect.stringContaining(words)])
  const page = parse(String(body.text))
  const [textarea, button] = [page.querySelector('textarea'), page.querySelector('form button')]
  expect(textarea?.text.trim()).toBe(typed.trim())
  // Where no answer is taken any more, the text is there to be copied.
  const isOver = expected === 409 || expected === 404
  expect([textarea?.hasAttribute('readonly'), !button]).toEqual([isOver, isOver])
}
const answersTo = async (id: Sent) =>
  (await readInquiry(agent.store, id))?.changes.filter(({ changed }) => changed.includes('answer'))

it('an answer is stored encrypted and acknowledged; then the firm has the next move, and the person may add something', async () => {
  const sent = await asked()
  // It is the evening of November 22 in Florida.
  agent.advance(1.5 * DAY_MS)
  const { status, body, headers } = await post(sent, { answer: `  ${ANSWER}\n` })
  const receivedAt = '2026-11-23T03:04:05.000Z'
  expect([status, body]).toEqual([202, { reference: sent.reference, receivedAt, status: 'in_review' }])
  expect(Object.fromEntries(headers)).toMatchObject(SECURE)
  expect([...agent.store.records.values()].join()).not.toContain('DeLand')
  expect((await ask(sent.path)).body).toMatchObject({
    ...{ status: 'in_review', updatedOn: '2026-11-22' },
    next: { who: 'firm', what: 'review', by: '2026-11-23' },
  })
  const page = await textOf(sent.path)
  for (const words of ['Your answer of November 22, 2026 has arrived', 'We answer by Monday, November\u00a023'])
    expect(page).toContain(words)
  expect(page).not.toContain('DeLand')
  expect((await post(sent, { answer: 'In the evening.' })).status).toBe(202)
  const { history = [] } = (await readInFull(agent.store, STAFF_INBOX, sent)) ?? {}
  expect(history.flatMap(({ texts }) => texts)).toEqual(['When did it happen?', ANSWER, 'In the evening.'])
})

it('an answer makes the inquiry late after the time that the firm promises, until the staff answer', async () => {
  const sent = await asked({ date: '2026-12-31' })
  agent.advance(20 * DAY_MS)
  const isLate = async () =>
    lateIn(agent.service)({ id: sent, state: (await presentState(agent, sent)) ?? expect.unreachable() })
  expect(await isLate()).toBe(false)
  await post(sent)
  await makeChanges(agent, sent, { note: 'Private.' }, { assignee: BY })
  expect(await isLate()).toBe(false)
  agent.advance(4 * DAY_MS)
  await post(sent, { answer: 'More.' })
  expect(await isLate()).toBe(true)
  // After a call the status is the same, and says that the person was answered again.
  await change(sent, { status: 'contacted' })
  expect([await isLate(), (await ask(sent.path)).body.status]).toEqual([false, 'answered'])
  expect((await post(sent, { answer: 'Still more.' })).body.code).toBe('not-asked')
})

it('an answer is asked for by a mail with the address where to answer, and mailed to the member, else to the firm, as a reference only', async () => {
  const { id: member } = await addStaff(agent)
  agent.mails.length = 0
  const sent = await asked()
  await agent.settle()
  const answerHere = `Answer here:\n${BASE}${sent.path}\n`
  expect(agent.mails.map(({ text }) => text)).toContainEqual(expect.stringContaining(answerHere))
  let count = 0
  const lettersOf = async () => {
    agent.mails.length = 0
    await post(sent, { answer: `${ANSWER} ${++count}` })
    return agent.mails
  }
  const [first] = await lettersOf()
  expect([first?.to, first?.subject]).toEqual([FIRM.email, `Answer to inquiry ${sent.reference}`])
  await change(sent, { assignee: member })
  expect((await lettersOf())[0]?.to).toBe(FIRM.email)
  await setAddress(agent, member, 'carl@firm.example')
  const letters = await lettersOf()
  expect(letters.map(({ to }) => to)).toEqual(['carl@firm.example'])
  expect(letters[0]?.text).not.toMatch(/Ana|DeLand/)
})

it('an answer is known again: the same words are one answer until the firm asks again, and a key is for one text', async () => {
  const sent = await asked()
  const [one, other] = await Promise.all([post(sent), post(sent)])
  expect(one.body).toEqual(other.body)
  await press(sent.path)
  expect((await useTool(sent)).structuredContent).toEqual(one.body)
  expect(await answersTo(sent)).toHaveLength(1)
  const key = { 'Idempotency-Key': 'one' }
  const first = await post(sent, { answer: 'A lot.' }, key)
  expect((await post(sent, { answer: 'A lot.' }, key)).body).toEqual(first.body)
  expect((await post(sent, { answer: 'Little.' }, key)).body.code).toBe('idempotency-key-reused')
  expect(await answersTo(sent)).toHaveLength(2)
  await change(sent, ASK)
  expect((await post(sent, { answer: 'A lot.' }, key)).body.receivedAt).toBe(first.body.receivedAt)
  expect((await post(sent)).status).toBe(202)
  expect(await answersTo(sent)).toHaveLength(3)
})

it('an answer is refused by a damaged inquiry, which it does not overwrite', async () => {
  const sent = await asked()
  agent.store.records.set(inquiryKey(sent), '{"sealed":"x"}')
  expect((await post(sent)).status).toBe(503)
  expect(agent.store.records.get(inquiryKey(sent))).toBe('{"sealed":"x"}')
})

const [, , STEPS = []] = blocksOf('tests/forms/status.txt')
it.each(STEPS)('an answer is refused %s, with words, and what was typed is still in the form', async (_, text = '') => {
  const changes = JSON.parse(text) as InquiryChange[]
  const sent = await send()
  await change(sent, { finding: 'none' }, ...changes)
  const refused = await post(sent)
  expect([refused.status, refused.body.code]).toEqual([409, 'not-asked'])
  expect(await useTool(sent)).toMatchObject({ isError: true, _meta: { code: 'not-asked' } })
  expect((await textOf(sent.path)).includes('<textarea')).toBe(false)
  const refusals = { '': 'You cannot answer here now', '/es': 'No puede responder aquí ahora' }
  for (const [language, words] of Object.entries(refusals)) expectKept(await press(language + sent.path), 409, words)
  expect(await answersTo(sent)).toEqual([])
})

it.each([
  ['', 'Your answer is missing.', 'must not be empty'],
  ['\u200b', 'Your answer is missing.', 'must not be empty'],
  ['x'.repeat(5001), 'Your answer may have up to 5,000 characters', 'must have 1 to 5000 characters'],
  ['\u0000', 'of plain text', 'must not contain control characters'],
])('an answer is refused when it is %j', async (answer, words, detail) => {
  const sent = await asked()
  expectKept(await press(sent.path, answer), 400, words, answer)
  expect((await post(sent, { answer })).body.errors).toEqual([
    { pointer: '/answer', detail: expect.stringContaining(detail) as string },
  ])
  expect(JSON.stringify(await useTool(sent, answer))).toContain(detail)
})

it('an answer is refused after ten, over all that the firm asked', async () => {
  const sent = await asked()
  for (let count = 1; count <= 10; count += 1) {
    if (count === 6) await change(sent, ASK)
    expect((await post(sent, { answer: `Number ${count}.` })).status).toBe(202)
  }
  const refused = await post(sent, { answer: 'One more.' })
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('takes no more answers')])
  const page = await textOf(sent.path)
  expect([page, page]).toEqual([expect.stringContaining('You have sent ten'), expect.not.stringContaining('<textarea')])
  expect(await textOf(`/es${sent.path}`)).toContain('Ya respondió diez veces')
})

it('an answer is refused from another site, too often, and while nothing can be stored, and what was typed stays', async () => {
  const sent = await asked()
  const foreign = { Origin: 'https://evil.example' }
  expectKept(await press(sent.path, ANSWER, foreign), 403, 'could not accept the form from that page')
  agent.store.down = true
  expectKept(await press(sent.path), 503, 'We could not store your message')
  agent.store.down = false
  for (let count = 0; count < RATE_LIMITS['inquiry-answer'].quota; count += 1) await post(sent)
  expectKept(await press(sent.path), 429, 'Too many messages')
})

it('an answer is refused at the address of another inquiry, at a made-up one, and when the inquiry was erased', async () => {
  const [one, other] = [await asked(), await send({ message: 'Another.' })]
  expect((await post({ ...one, path: `${one.path.slice(0, -2)}xx` })).body.code).toBe('not-found')
  expect((await post(other)).body.code).toBe('not-asked')
  expect(await answersTo(one)).toEqual([])
  await post(one)
  await eraseInquiries(agent.service, STAFF_INBOX, [one], { by: BY, keepsNames: false })
  expect((await post(one)).body.code).toBe('not-found')
  const { status, body } = await press(one.path)
  expect([status, String(body.text)]).toEqual([404, expect.stringContaining(ANSWER)])
  expect((await show(one.path)).status).toBe(404)
})

it('opens nothing, and leaves nothing of the answer and the address in the log', async () => {
  const sent = await asked()
  agent.service.staffInbox = () => Promise.reject(new Error('nothing is decrypted'))
  expect((await press(sent.path)).headers.get('location')).toBe(sent.path)
  expect((await press(`/es${sent.path}`, 'Más.')).headers.get('location')).toBe(`/es${sent.path}`)
  await press(sent.path, '')
  expect(agent.logged()).toContain('inquiry.answered')
  expect(agent.logged()).not.toMatch(/DeLand|Más/)
  expect(agent.logged()).not.toContain(sent.path.slice(-40))
})
