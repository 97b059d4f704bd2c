/** News for a page that stays open: how many inquiries came since, from keys alone, without use of the session and without a trace. */
import { expect, it } from 'vitest'
import { parse } from 'node-html-parser'
import { MINUTE_MS } from '../../src/duration.ts'
import { readAudit } from '../../src/staff/audit.ts'
import { IDLE_TIMEOUT_MS } from '../../src/staff/session.ts'
import { desk } from '../test-desk.ts'
import { openBrowser, owner, useOwner } from './browser.ts'

useOwner({ factor: 1000 })

const addressIn = (html: string) =>
  parse(html).querySelector('[role=status][data-news]')?.getAttribute('data-news') ?? ''
const newsAt = async (address: string): Promise<unknown> => JSON.parse((await owner.get(address)).html)

it('counts what was received after the page was made, and nothing else', async () => {
  await desk.inquire()
  const address = addressIn((await owner.get('/desk')).html)
  expect(await newsAt(address)).toEqual({ count: 0, more: false })
  desk.advance(MINUTE_MS)
  for (let number = 0; number < 3; number++) await desk.inquire()
  const { headers, html } = await owner.get(address)
  expect(html).toBe('{"count":3,"more":false}')
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['application/json', 'no-store'])
})

it('leaves no trace, and does not keep the session open', async () => {
  const address = addressIn((await owner.get('/desk')).html)
  const before = (await readAudit(desk.service, '2026-11')).entries
  for (let waited = 0; waited < IDLE_TIMEOUT_MS; waited += 5 * MINUTE_MS) {
    expect((await owner.get(address)).status).toBe(200)
    desk.advance(5 * MINUTE_MS)
  }
  expect((await owner.get(address)).status).toBe(303)
  expect((await readAudit(desk.service, '2026-11')).entries).toEqual(before)
})

it('is asked while a member types: that keeps the session open', async () => {
  const [, address = ''] = /data-in-use="([^"]+)"/.exec((await owner.get('/desk')).html) ?? []
  for (let waited = 0; waited < 2 * IDLE_TIMEOUT_MS; waited += IDLE_TIMEOUT_MS / 2) {
    expect((await owner.get(address)).status).toBe(204)
    desk.advance(IDLE_TIMEOUT_MS / 2)
  }
  expect((await owner.get('/desk')).status).toBe(200)
  expect((await openBrowser(desk).get(address)).status).toBe(303)
})
