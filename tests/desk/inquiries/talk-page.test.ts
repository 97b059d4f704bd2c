/** The page on which the staff offer a person times for a talk, and say what became of it. */
import { expect, it } from 'vitest'
import { parse } from 'node-html-parser'
import { readHistory } from '../../../src/inquiries/history.ts'
import { talksIn } from '../../../src/inquiries/talk.ts'
import { statusCapability } from '../../../src/inquiries/status-address.ts'
import { chooseTime } from '../../../src/service/choose-time.ts'
import { offerTalks, TUESDAY } from '../../forms/talk-client.ts'
import { makeChanges } from '../../inquiries/member-change.ts'
import { desk, useDesk } from '../../test-desk.ts'
import { openSignedInBrowser } from '../browser.ts'
import { valuesIn } from './desk-client.ts'

useDesk()

const OFFER: [string, string][] = [
  ['kind', 'telephone'],
  ['note', 'Dear Ana, choose a time.'],
]

it('offers times after the mark, with a letter, and says what became of the talk', async () => {
  offerTalks(desk)
  const browser = await openSignedInBrowser(desk)
  const id = await desk.submit()
  const path = `/desk/inquiries/${id.reference}/talk?received=${encodeURIComponent(id.receivedAt)}`
  /** Sends the form with what it holds. */
  const send = async (fields: [string, string][]) => {
    const seen =
      parse((await browser.get(path)).html)
        .querySelector('[name=seen]')
        ?.getAttribute('value') ?? ''
    return browser.post(path, [['received', id.receivedAt], ['seen', seen], ...fields])
  }
  const talks = async () => talksIn(await readHistory(desk.store, id))
  const early = await send(OFFER)
  expect([early.status, early.text]).toEqual([422, expect.stringContaining('only after a lawyer has marked')])
  expect(early.html).toContain('Dear Ana, choose a time.')
  await makeChanges(desk, id, { finding: 'none' })
  for (const [fields, words] of [
    [[['note', 'x']], 'Choose in which way'],
    [[['kind', 'office']], 'The letter has no text'],
  ] as [[string, string][], string][])
    expect((await send(fields)).text).toContain(words)
  expect(await talks()).toEqual({})
  const textarea = parse((await browser.get(path)).html).querySelector('textarea')
  expect(textarea?.text.trim()).toBe('Dear Ana Example,\n\nchoose a time.')
  const lettersOf = async () => (await browser.get(`/desk/inquiries/${id.reference}`)).text
  expect(await lettersOf()).not.toContain('Declined, talk cancelled')
  desk.mails.length = 0
  await send(OFFER)
  expect((await talks()).offer).toMatchObject({ kinds: ['telephone'] })
  await desk.settle()
  expect(desk.mails.map(({ text }) => text).join()).toContain('Choose a time:')
  await chooseTime(desk.service, await statusCapability(desk.service, id), { time: TUESDAY[1] ?? '' })
  const chosen = await browser.get(path)
  expect(chosen.text).toContain('Tuesday, November 24, 9:30 a.m., by telephone, with Ana Diaz')
  // A talk to come can only be cancelled.
  expect(valuesIn(chosen.html, '[name=end]')).toEqual(['cancelled'])
  expect(await lettersOf()).toContain('Declined, talk cancelled')
  expect((await browser.get('/desk')).text).not.toContain('Talks today')
  await send([['end', 'held']])
  expect(await talks()).toEqual({})
  expect((await readHistory(desk.store, id)).at(-1)?.time).toBe('held')
  desk.advance(Date.parse('2026-11-24T12:00:00.000Z') - desk.service.clock.now().getTime())
  const { text } = await (await openSignedInBrowser(desk)).get('/desk')
  expect(text.replace(/\s+/g, ' ')).toContain(`Inquiry 9:30 a.m.30 minutesAna Diaz${id.reference}`)
})
