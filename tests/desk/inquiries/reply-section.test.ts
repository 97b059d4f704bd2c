/** Replying to an inquiry at the desk: what the person gets, what is kept, and what is not sent. */
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/duration.ts'
import { passTime } from '../../service/pass-time.ts'
import { runOutbox } from '../../../src/mail/tries.ts'
import { MESSAGE_MS } from '../../../src/store/stored-message.ts'
import { NotDelivered } from '../../../src/ports.ts'
import { desk, OWNER, type ShownPage, textsIn, useDeskClient, valuesIn } from './desk-client.ts'

const TEXT = 'Dear Ana,\n\nplease call.\nToday.'

useDeskClient()
let reference: string
beforeEach(() => receive())
async function receive(request: Record<string, unknown> = {}) {
  reference = await desk.inquire(request)
  desk.mails.length = 0
}
const reply = (fields: Record<string, string>) => desk.change(reference, 'reply', fields)
const mark = (finding: string) => desk.change(reference, 'conflict', { finding })
const lastEntry = (markup: string) => textsIn(markup, '.thread > li').at(-1)
const draftOf = ({ root }: ShownPage) => root.querySelector('#reply-note')?.text.trim().replaceAll('\u00a0', ' ')

it('goes to the person from the firm, with the notices, and takes the inquiry in the same step', async () => {
  const sent = await reply({ note: TEXT.replaceAll('\n', '\r\n'), status: 'contacted' })
  expect(sent.redirect).toBe(`/inquiries/${reference}?done=reply`)
  const { firm } = desk.service
  const [mail, ...others] = desk.mails
  const from = { name: firm.name, address: firm.email }
  const subject = `${firm.name}: your message ${reference}`
  expect([mail, others]).toMatchObject([{ to: 'ana@example.com', from, subject, isPersonal: true }, []])
  expect(mail?.text).toContain(`${TEXT}\n\n${firm.notices.reply}\n\n${firm.name}`)
  expect(mail?.html).toContain('<p>please call.<br>Today.</p>')
  const { markup, text } = await desk.open(reference)
  expect(text).toContain('assigned to Carl Clerk')
  expect(lastEntry(markup)).toBe(
    'Carl Clerk 10:04 a.m.: reply, sent Dear Ana, please call. Today. status: contacted, assigned to Carl Clerk',
  )
  const audit = desk.store.keysOf('audit/').map((key) => desk.store.records.get(key))
  expect(audit.join()).toContain('"action":"inquiry.reply"')
  expect(JSON.stringify([...desk.store.records]) + desk.logged()).not.toContain('please call')
})

it('stays with the member who has the inquiry, and may leave the status as it is', async () => {
  await desk.change(reference, 'save', { assignee: OWNER.id })
  await reply({ note: TEXT, status: '' })
  const { markup, text } = await desk.open(reference)
  expect(text).toContain('assigned to Olga Owner')
  expect(lastEntry(markup)).toMatch(/^Carl Clerk .*: reply, .* Dear Ana/)
})

it('begins with a letter in the language of the person, filled in', async () => {
  await receive({ name: 'Zoë {member} Núñez' })
  const page = await desk.open(reference)
  expect(draftOf(page)).toBe('')
  expect(textsIn(page.markup, '.letters a')).toEqual(['Please call', 'Declined'])
  await mark('none')
  const { markup } = await desk.open(reference)
  expect(textsIn(markup, '.letters a')).toEqual(['Appointment', 'Please call', 'Declined'])
  const links = valuesIn(markup, '.letters a', 'href')
  const drafts = await Promise.all(links.map((href) => desk.get(href.replace(/^\/desk|#.*/g, ''))))
  expect(drafts.map(draftOf)).toEqual([
    'Dear Zoë {member} Núñez,\n\ncome on [day and time].',
    'Dear Zoë {member} Núñez,\n\nplease call (386) 555-0142.\n\nCarl Clerk, attorney',
    `Dear Zoë {member} Núñez,\n\nwe cannot. ${reference}`,
  ])
  const byOwner = await desk.get(`/inquiries/${reference}?letter=call`, OWNER)
  expect(draftOf(byOwner)).toMatch(/Olga Owner, for the firm \(not a lawyer\)$/)
  const statuses = drafts.map(({ root }) => root.querySelector('#reply-status')?.text)
  expect(statuses).toEqual(['Then: contacted', 'Then: contacted', 'Then: declined'])

  await receive({ language: 'es-US' })
  const received = await desk.get(`/inquiries/${reference}?letter=call`)
  expect(draftOf(received)).toBe('Estimado/a Ana Example:\n\nllame.')
  expect(received.text).toContain('Reply to ana@example.com, in Spanish')
  await reply({ note: 'Llame.' })
  expect(desk.mails[0]).toMatchObject({ subject: `Test Firm, P.A.: su mensaje ${reference}` })
  expect(desk.mails[0]?.text).toContain('Esta carta no le convierte en cliente.')
})

it('that is on its way, not delivered, or lost says so on the inquiry, with the reason, until it is sent', async () => {
  const { mailer } = desk.service
  let meanwhile = ''
  const send = async () => {
    meanwhile = (await desk.open(reference)).text
    throw new NotDelivered('EENVELOPE 550')
  }
  desk.service.mailer = { send }
  await reply({ note: TEXT })
  expect(meanwhile).toContain('reply, on its way')
  const failed = await desk.open(reference)
  expect(failed.text).toContain('not delivered The mail server refused the message')
  expect(failed.text).toContain('Next try: 10:05 a.m. ')
  desk.service.mailer = mailer
  desk.advance(MINUTE_MS)
  await runOutbox(desk.service)
  expect(desk.mails).toHaveLength(1)
  expect((await desk.open(reference)).text).toContain('reply, sent')
  desk.service.mailer = { send }
  await reply({ note: TEXT })
  await passTime(desk, MESSAGE_MS + DAY_MS)
  expect((await desk.open(reference)).text).toContain('not sent: it was lost. Send it again.')
})

it('is not offered without a mail server, nor to a client', async () => {
  const { mailer } = desk.service
  const form = desk.formOf(await desk.open(reference), 'reply')
  desk.service.mailer = undefined
  const none = await desk.open(reference)
  expect(none.text).toContain('No mail server is set, so nothing can be sent from here')
  expect((await desk.post(`/inquiries/${reference}`, { ...form, note: TEXT })).text).toContain('nothing was sent')
  desk.service.mailer = mailer
  await mark('none retained')
  expect((await desk.open(reference)).root.querySelector('#reply-note')).toBeNull()
})

it('is not offered where mail is not safe, and what is safe stands beside the address and the number', async () => {
  const person = { phone: '386 555 0142', writingFor: 'someone_else', safeContact: ['voicemail'] }
  const { reference } = await desk.submit(person)
  const page = await desk.open(reference)
  expect(textsIn(page.markup, '.head-rows dd > span')).toEqual([
    'E-mail: ana@example.com not safe: do not write',
    'Telephone: 386 555 0142 do not call, a message is safe',
  ])
  expect(page.root.querySelectorAll('.head-rows dd > span a, #reply-note')).toEqual([])
  const rule = 'Do not contact the other person unless they ask you to (rule 4-7.18): answer the writer.'
  expect(page.text).toContain(rule)
  const received = desk.formOf(page, 'save').received ?? ''
  const appointment = await desk.get(`/inquiries/${reference}/appointment?${new URLSearchParams({ received })}`)
  expect(appointment.text).toContain('No e-mail goes to this person: tell them.')
})

it('asks only after the mark “No conflict”, also when the form says so, and keeps what was typed', async () => {
  const boxes = async () => (await desk.open(reference)).root.querySelectorAll('[name=asks]').length
  const ask = () => reply({ note: TEXT, asks: 'yes' })
  for (const finding of [undefined, 'conflict']) {
    if (finding) await mark(finding)
    expect(await boxes(), finding).toBe(0)
    const refused = await ask()
    expect([refused.status, draftOf(refused)]).toEqual([422, TEXT])
  }
  expect(desk.mails).toEqual([])
  await receive()
  await mark('none')
  expect(await boxes()).toBe(1)
  expect((await ask()).status).toBe(303)
  expect(desk.mails[0]?.text).toContain('/status/')
  // Where the page is switched off, no one could answer.
  await receive()
  await mark('none')
  desk.service.firm = { ...desk.service.firm, notOffered: ['statusPage'] }
  expect(await boxes()).toBe(0)
})
