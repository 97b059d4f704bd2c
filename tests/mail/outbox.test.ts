/** Messages that wait, are tried, fail, are tried again by hand, and are sent. The test moves the clock, and tells the mail server what to do. */
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { BACKOFF_MS, LEASE_MS, listOpenRecords, outboxStatus, storeMail } from '../../src/mail/outbox.ts'
import { postAndSend, retryNow } from '../../src/mail/tries.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { FIRM, STAFF_INBOX } from '../test-desk.ts'
import { desk, down, LINKED, TO, useOutboxDesk } from './outbox-desk.ts'

useOutboxDesk()

const works = async () => undefined
const open = () => listOpenRecords(desk.store)
const status = () => outboxStatus(desk.service)

it('a message is sent once, also when it is stored again, and then its words and its address are gone', async () => {
  await desk.post()
  expect(await desk.run()).toEqual({ sent: 1, failed: 0, open: 0 })
  expect(desk.mails).toMatchObject([{ id: 'linked-one', to: TO }])
  await desk.post()
  expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 0 })
  expect([desk.tries, await open()]).toEqual([1, []])
  expect([...desk.store.records.values()].join()).not.toContain('sealed')
})

it('a message is sealed, and no record and no line of the log holds its address, whatever a server answers', async () => {
  desk.server = async () => {
    throw new Error(`550 <${TO}> no such person`)
  }
  await desk.post()
  await desk.run()
  expect(desk.logged()).toContain('"event":"outbox.failed"')
  // What is sealed is Base64, which may hold any word of letters and figures by chance, but none of these.
  for (const text of [JSON.stringify([...desk.store.records]), desk.logged()])
    for (const words of [TO, 'ana@', '"secret', '550 ', 'such person']) expect(text).not.toContain(words)
  for (const word of ['ana', 'secret', '550']) expect(desk.logged()).not.toContain(word)
})

it('a message is tried after 1 and 5 minutes, half an hour, 2, 6, 12, 24 and 24 hours, then given up, visibly, for 30 days', async () => {
  desk.server = down
  await desk.post()
  expect(BACKOFF_MS.map((ms) => ms / 60_000)).toEqual([1, 5, 30, 120, 360, 720, 1440, 1440])
  expect(await desk.run()).toEqual({ sent: 0, failed: 1, open: 1 })
  for (const [number, wait] of BACKOFF_MS.entries()) {
    expect(await status()).toMatchObject({
      waiting: 0,
      failing: [{ kind: 'linked', subject: 'one', tries: number + 1, reason: 'ECONNECTION' }],
      givenUp: [],
      isAlarming: number >= 2,
    })
    desk.advance(wait - 1)
    expect((await desk.run()).failed, `after ${wait - 1} ms`).toBe(0)
    desk.advance(1)
    expect((await desk.run()).failed, `after ${wait} ms`).toBe(1)
  }
  desk.server = works
  desk.advance(10 * DAY_MS)
  expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 0 })
  await runHousekeeping(desk.service)
  const givenUp = { tries: BACKOFF_MS.length + 1, reason: 'ECONNECTION' }
  expect(await status()).toMatchObject({ waiting: 0, failing: [], givenUp: [givenUp], isAlarming: true })
  for (let days = 0; days < 20; days += 4) {
    desk.advance(4 * DAY_MS)
    await runHousekeeping(desk.service)
  }
  expect([await status(), await open()]).toMatchObject([{ givenUp: [], isAlarming: false }, []])
})

it('a message that was given up is sent when the staff have it tried again', async () => {
  desk.server = down
  await desk.post()
  for (const wait of [0, ...BACKOFF_MS]) {
    desk.advance(wait)
    await desk.run()
  }
  desk.server = works
  const { givenUp } = await status()
  for (const message of [...givenUp, ...givenUp]) await retryNow(desk.service, message)
  await desk.settle()
  expect([desk.tries, desk.mails.length, await open()]).toEqual([BACKOFF_MS.length + 1 + 1, 1, []])
})

it('a message that waited while the service was off is tried once per step, not all at once', async () => {
  desk.server = down
  await desk.post()
  await desk.run()
  desk.advance(DAY_MS)
  for (let time = 0; time < 5; time++) await desk.run()
  expect(desk.tries).toBe(2)
})

it('a message waits, untried, where its channel is missing or its kind unknown; one whose key was dropped stays visible', async () => {
  const { mailer } = desk.service
  const at = desk.service.clock.now().toISOString()
  await desk.post()
  await storeMail(desk.store, { id: 'fax-one', at, sealed: 'x', tries: 0, step: 0, dueAt: at })
  desk.service.mailer = undefined
  for (let runs = 0; runs < 2; runs++) expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 2 })
  expect(await status()).toMatchObject({ failing: [], isAlarming: false })
  desk.service.mailer = mailer
  desk.service.keys = { ...desk.service.keys, unseal: async () => undefined }
  desk.advance(HOUR_MS)
  expect(await desk.run()).toEqual({ sent: 0, failed: 1, open: 2 })
  expect(await status()).toMatchObject({ failing: [{ reason: 'its key was dropped' }] })
})

it('a message about a claim is dropped while agents are off', async () => {
  await desk.post()
  desk.service.firm = { ...FIRM, notOffered: ['agents'] }
  expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 0 })
  expect([desk.mails, await open()]).toEqual([[], []])
})

it('a message that another process stored is left to the run', async () => {
  await desk.post()
  const at = desk.service.clock.now().toISOString()
  await postAndSend(desk.service, { at, about: { claim: 'one' }, message: LINKED })
  await desk.settle()
  expect([desk.tries, await status()]).toMatchObject([0, { waiting: 1 }])
})

it.each([
  ['waits', down],
  ['is being sent', async () => void (await erase())],
])('a message of an inquiry goes with it when it is erased while it %s', async (_when, server) => {
  desk.server = server
  await desk.submit()
  await erase()
  await desk.settle()
  const { length } = desk.mails
  desk.server = works
  for (const wait of [0, HOUR_MS, DAY_MS]) {
    desk.advance(wait)
    await desk.run()
  }
  expect([desk.mails.length, desk.store.keysOf(/^(inquiries|open|due|stuck|mail)\//)]).toEqual([length, []])
})

const erase = async () =>
  eraseInquiries(desk.service, STAFF_INBOX, await desk.inquiries(), { by: 'OWNER001', keepsNames: false })

it('runs fifty at once send a message once', async () => {
  desk.store.latencyMs = 5
  await Promise.all(['one', 'two', 'three'].map((subject) => desk.post(subject)))
  await Promise.all(Array.from({ length: 50 }, desk.run))
  expect(desk.mails.map(({ id }) => id).sort()).toEqual(['linked-one', 'linked-three', 'linked-two'])
  // Of runs at the same time, one may leave a hint that the next one removes.
  desk.advance(LEASE_MS)
  await desk.run()
  expect([desk.tries, await open()]).toEqual([3, []])
})

it('runs leave a message alone that another is sending, until nothing was heard for two minutes', async () => {
  await desk.startHangingTry()
  desk.advance(LEASE_MS - 1)
  expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 1 })
  desk.advance(1)
  expect(await desk.run()).toEqual({ sent: 1, failed: 0, open: 0 })
  expect(desk.tries).toBe(2)
})

it('runs leave to the others what a damaged record would keep from them, and survive a store that is down', async () => {
  await desk.post()
  const [key = ''] = await open()
  desk.store.records.set(key, '{}')
  await desk.post('two')
  desk.server = async () => void (desk.store.down = true)
  await expect(desk.run()).rejects.toThrow('down')
  expect(desk.logged()).toContain('outbox.interrupted')
  desk.store.down = false
  expect(await status()).toMatchObject({ failing: [{ subject: 'two', tries: 1, reason: 'no answer' }] })
})

it('runs begin no try after ten seconds: the next run goes on', async () => {
  for (let number = 0; number < 20; number++) await desk.post(String(number))
  desk.server = async () => desk.advance(3000)
  expect(await desk.run()).toEqual({ sent: 5, failed: 0, open: 15 })
  desk.server = works
  expect(await desk.run()).toEqual({ sent: 15, failed: 0, open: 0 })
})

/** More than the desk shows on a page. */
const MANY = 310

it('a flood of failing mail is shown as far as a page goes, and goes out when the server is well again', async () => {
  desk.server = down
  for (let number = 0; number < MANY; number++) await desk.post(String(number))
  while ((await desk.run()).failed > 0);
  const browser = await openSignedInBrowser(desk)
  const { html, text } = await browser.get('/desk/mail')
  const found = [...html.matchAll(/name="record" value="([^"]+)"[^]*?name="id" value="([^"]+)"/g)]
  expect([found.length, text]).toEqual([300, expect.stringContaining('and older ones that are not shown')])
  expect((await browser.get('/desk')).text.replace(/\s+/g, ' ')).toContain('Failed mail 300 or more')
  const [, record = '', id = ''] = found.at(-1) ?? []
  expect((await browser.submit('/desk/mail', { record, id })).text).toContain('It was tried again.')
  desk.server = works
  desk.advance(BACKOFF_MS[0] ?? 0)
  await desk.run()
  expect([desk.mails.length, await open()]).toEqual([MANY, []])
})
