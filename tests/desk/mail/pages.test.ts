/** Mail at the desk: what has failed, why, and what comes of trying it again. */
import { parse } from 'node-html-parser'
import { beforeEach, expect, it } from 'vitest'
import { labelOf } from '../../../src/mail/message.ts'
import { BACKOFF_MS, parseMessageId } from '../../../src/mail/outbox.ts'
import { runOutbox } from '../../../src/mail/tries.ts'
import { NotDelivered } from '../../../src/ports.ts'
import { desk } from '../../test-desk.ts'
import { auditOf, openSession, owner, useOwner } from '../browser.ts'
import { pairsOf } from '../inquiries/desk-client.ts'
import { yamlOf } from '../../table.ts'

useOwner()
let reference: string
let reason: string | undefined
beforeEach(async () => {
  reason = 'EAUTH 535'
  desk.service.mailer = {
    async send(mail) {
      if (reason !== undefined) throw new NotDelivered(reason)
      desk.mails.push(mail)
    },
  }
  reference = await desk.inquire()
})
const tryTimes = async (times: number) => {
  for (const wait of BACKOFF_MS.slice(0, times)) {
    desk.advance(wait)
    await runOutbox(desk.service)
  }
  Object.assign(owner, await openSession(desk, owner.id))
}
/** The fields of the first form to try again. */
const form = async (): Promise<Record<string, string>> => {
  const [first] = parse((await owner.get('/desk/mail')).html).querySelectorAll('tbody form')
  return Object.fromEntries(pairsOf(first?.querySelectorAll('input') ?? []))
}
const retried = async () => (await auditOf(desk)).filter(([, action]) => action === 'mail.retried')

it('leads to the inquiry, says why in words, and marks what has failed three times', async () => {
  const first = await owner.get('/desk/mail')
  expect(first.text).toMatch(/The mail server refused our password\.\s*\(EAUTH 535\)/)
  expect(first.html).toContain(`<a href="/desk/inquiries/${reference}">${reference}</a>`)
  // The header counts what is shown in red.
  expect(first.html).not.toMatch(/class="badge late"|not delivered/)
  await tryTimes(2)
  expect((await owner.get('/desk/mail')).html).toContain('<strong class="badge late">3 failed</strong>')
  await tryTimes(BACKOFF_MS.length + 1)
  expect((await owner.get('/desk/mail')).html).toMatch(
    /<strong class="badge late">9 failed<\/strong>[^]*<strong class="badge late">given up<\/strong>/,
  )
})

it.each(yamlOf<[string, string][]>('tests/desk/mail/pages.yaml'))('tells of %j in words', async (code, words) => {
  reason = code
  await tryTimes(1)
  expect((await owner.get('/desk/mail')).text).toContain(words)
})

it('says that it was tried again: its row has the reason, or is gone', async () => {
  const fields = await form()
  const failing = await owner.submit('/desk/mail', fields)
  expect(failing.text).toContain('It was tried again.')
  expect(failing.text.match(/refused our password/g)).toHaveLength(2)
  reason = undefined
  const sent = await owner.submit('/desk/mail', { ...fields, tries: '2' })
  expect(sent.html).not.toContain(`value="${fields.id}"`)
  expect(desk.mails).toHaveLength(1)
  // This page was open before the message was sent.
  expect((await owner.submit('/desk/mail', { ...fields, tries: '2' })).text).toContain('It was tried again.')
  expect(desk.mails).toHaveLength(1)
})

it('says that it is being tried while it is', async () => {
  const fields = await form()
  const server = Promise.withResolvers<undefined>()
  desk.service.mailer = { send: () => server.promise }
  desk.service.waitUntil = () => undefined
  const asked = await owner.submit('/desk/mail', fields)
  for (const { html } of [asked, await owner.get('/desk/mail')]) {
    const rows = parse(html).querySelectorAll('tbody tr')
    const row = rows.find((one) => one.text.includes(labelOf(parseMessageId(fields.id ?? '').kind)))
    expect(row?.text).toMatch(/It is being tried\.\s*now\s*under way/)
    expect(row?.innerHTML).not.toMatch(/given up|refused|<form/)
  }
  server.resolve(undefined)
  await expect.poll(async () => (await owner.get('/desk/mail')).html).not.toContain('under way')
})

it('records whose message was tried again, and nothing for one that is not there', async () => {
  const fields = await form()
  const madeUp = ['id=', 'id=receipt-made-up', 'record=', `record=members/${owner.id}`]
  for (const [name = '', value = ''] of madeUp.map((one) => one.split('=')))
    expect((await owner.post('/desk/mail', { ...fields, [name]: value })).status, name).toBe(404)
  expect(await retried()).toEqual([])
  // The button is pressed twice.
  for (let press = 0; press < 2; press++) await owner.submit('/desk/mail', fields)
  expect(await retried()).toEqual([[owner.id, 'mail.retried', fields.id]])
})
