/** Each status of the table, in every list, filter and page: one inquiry is brought to each by the forms of its page. */
import { parse } from 'node-html-parser'
import { beforeAll, expect, it } from 'vitest'
import { FIRST_STATUS, isOpen, nextStatuses, STATUSES, type Status, statusesOf } from '../../../src/inquiries/status.ts'
import { type DeskClient, openDeskClient, rowsOf, valuesIn } from './desk-client.ts'

function ways(): Map<Status, Status[]> {
  const found = new Map<Status, Status[]>([[FIRST_STATUS, []]])
  for (const [status, way] of found)
    for (const next of nextStatuses(status)) if (!found.has(next)) found.set(next, [...way, next])
  return found
}

let desk: DeskClient
const referenceOf = new Map<Status, string>()
beforeAll(async () => {
  desk = await openDeskClient()
  for (const [last, way] of ways()) {
    const reference = await desk.inquire()
    for (const status of way) {
      if (status === 'retained') await desk.change(reference, 'conflict', { finding: 'none' })
      expect((await desk.change(reference, 'save', { status })).status).toBe(303)
    }
    referenceOf.set(last, reference)
  }
})

const badgeOf = (markup = '') => parse(markup).querySelector('.status')?.text

it.each(STATUSES)('the status %s has a tab, is in its lists and on its page, with what may follow', async (status) => {
  const reference = referenceOf.get(status)
  const { markup: tabbed } = await desk.get(`/inquiries?status=${status}`)
  const tab = parse(tabbed).querySelector('.tabs [aria-current]')
  expect(tab?.text.toLowerCase()).toBe(isOpen(status) ? `${status} 1` : status)
  expect([tab?.getAttribute('href'), rowsOf(tabbed)]).toEqual([`/desk/inquiries?status=${status}`, [reference]])
  const listed = async (query: string) =>
    (await desk.get(`/inquiries${query}`)).root
      .querySelectorAll('tbody tr')
      .find((row) => row.querySelector('.reference')?.text === reference)?.innerHTML
  expect(badgeOf(await listed('?status=all'))).toBe(status)
  expect([await listed(''), await listed('?status=ended')].map(Boolean)).toEqual([
    statusesOf('open').includes(status),
    statusesOf('ended').includes(status),
  ])
  const { markup } = await desk.open(reference)
  expect(badgeOf(markup)).toBe(status)
  expect(valuesIn(markup, '#status option')).toEqual([status, ...nextStatuses(status)])
})
