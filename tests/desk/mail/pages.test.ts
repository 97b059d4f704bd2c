/**
 * Mail at the desk: what has failed, why, and what comes of trying it again.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { BACKOFF_MS, MAX_SCHEDULED_TRIES } from '../../../src/mail/outbox.ts'
import { runOutbox } from '../../../src/mail/outbox-runner.ts'
import { NotDelivered } from '../../../src/ports.ts'
import { readAudit } from '../../../src/staff/audit.ts'
import { openDesk, type TestDesk } from '../../test-desk.ts'
import { openSignedInBrowser } from '../browser.ts'

let desk: TestDesk
let browser: Awaited<ReturnType<typeof openSignedInBrowser>>
let reference: string
let reason: string | undefined
beforeEach(async () => {
  desk = await openDesk()
  reason = 'EAUTH 535'
  desk.service.mailer = {
    async send(mail) {
      if (reason !== undefined) throw new NotDelivered(reason)
      desk.mails.push(mail)
    },
  }
  reference = await desk.inquire()
  browser = await openSignedInBrowser(desk)
})
const tryTimes = async (times: number) => {
  for (const wait of BACKOFF_MS.slice(0, times)) {
    desk.advance(wait)
    await runOutbox(desk.service)
  }
  browser = await openSignedInBrowser(desk)
}
const idOf = (html: string) => /name="id" value="([^"]+)"/.exec(html)?.[1] ?? ''

describe('the mail page', () => {
  it('leads to the inquiry, says why in words, and marks what has failed three times', async () => {
    const first = await browser.get('/desk/mail')
    expect(first.text).toMatch(/The mail server refused our password\.\s*\(EAUTH 535\)/)
    expect(first.html).toContain(`<a href="/desk/inquiries/${reference}">${reference}</a>`)
    expect(first.html).not.toContain('class="badge late"')
    await tryTimes(2)
    expect((await browser.get('/desk/mail')).html).toContain('<strong class="badge late">3 failed</strong>')
    await tryTimes(MAX_SCHEDULED_TRIES)
    expect((await browser.get('/desk/mail')).html).toMatch(
      /<strong class="badge late">9 failed<\/strong>[^]*<strong class="badge late">given up<\/strong>/,
    )
  })

  it.each([
    ['ESOCKET', 'could not be reached'],
    ['ECONNREFUSED', 'could not be reached'],
    ['ETIMEDOUT', 'could not be reached'],
    ['EENVELOPE 550', 'refused the message'],
    ['EMESSAGE 554', 'refused the message'],
    ['ESTRANGE', 'It could not be sent. (ESTRANGE)'],
    ['constructor', 'It could not be sent. (constructor)'],
    ['no answer in time', 'There was no response in time.'],
  ])('tells of %j in words', async (code, words) => {
    reason = code
    await tryTimes(1)
    expect((await browser.get('/desk/mail')).text).toContain(words)
  })

  it('says what trying again did: that it is under way, or that it was sent', async () => {
    const id = idOf((await browser.get('/desk/mail')).html)
    const failing = await browser.submit('/desk/mail', { id })
    expect(failing.text).toContain('It is being tried again')
    reason = undefined
    const sent = await browser.submit('/desk/mail', { id })
    expect(sent.text).toContain('It was tried again, and it was sent.')
    expect(desk.mails).toHaveLength(1)
    expect((await browser.get('/desk/mail?again=2026-11-21T15:04:05.000Z/receipt-made-up')).text).not.toContain(
      'tried again',
    )
  })

  it('records whose message was tried again, and nothing for one that is not there', async () => {
    const retried = async () =>
      (await readAudit(desk.service, '2026-11')).entries.filter(({ action }) => action === 'mail.retried')
    for (const id of ['', 'made-up', '2026-11-21T15:04:05.000Z/receipt-made-up'])
      expect((await browser.post('/desk/mail', { id })).status).toBe(404)
    expect(await retried()).toEqual([])
    const id = idOf((await browser.get('/desk/mail')).html)
    await browser.post('/desk/mail', { id })
    expect(await retried()).toMatchObject([{ by: browser.id, subject: id }])
  })
})
