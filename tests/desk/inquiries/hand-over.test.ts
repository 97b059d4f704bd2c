/** The files of one inquiry for the firm's own programs, the event when a client was retained, and who vouched for an agent. */
import ICAL from 'ical.js'
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { ANA, createTestAgent } from '../../test-agent.ts'
import { VALID_INQUIRY } from '../../test-desk.ts'
import { auditOf, decideClaim, openSignedInBrowser } from '../browser.ts'
import { CLERK, desk, type ShownPage, useDeskClient, valuesIn } from './desk-client.ts'
import { yamlOf } from '../../table.ts'

useDeskClient()

const RECEIVED = new URLSearchParams({ received: '2026-11-21T15:04:05.000Z' })
const FILES = '[href*="/inquiry.json?"], [href*="/person.vcf?"]'
const linksOf = async (reference: string) =>
  valuesIn((await desk.open(reference)).markup, FILES, 'href').map((href) => href.replace('/desk', ''))
const cardIn = ({ body }: ShownPage) => new ICAL.Component(ICAL.parse(body) as unknown[])

it('a client that was retained is handed over as JSON and as a vCard, and the webhook hears of it once', async () => {
  const events: [string, unknown][] = []
  desk.service.webhook = { post: async (id, body) => void events.push([id, body]) }
  const name = 'José Núñez, Sons, "x"\\'.padEnd(90, 'é')
  const reference = await desk.inquire({ name, phone: '+13865550187', safeContact: ['telephone'] })
  events.length = 0
  expect(await linksOf(reference)).toEqual([])
  await desk.change(reference, 'save', { note: 'Knows the judge.', status: 'contacted' })
  await desk.change(reference, 'conflict', { finding: 'none retained', elsewhere: 'on' })
  const data = { reference, retainedAt: '2026-11-21T15:04:05.000Z', link: expect.stringContaining(`/${reference}`) }
  expect(events).toEqual([[`retained-${reference}.2`, { type: 'inquiry.retained', timestamp: data.retainedAt, data }]])

  const [json = '', vcard = ''] = await linksOf(reference)
  expect(JSON.parse((await desk.get(json)).body)).toMatchObject({
    reference,
    status: 'retained',
    request: { name, message: VALID_INQUIRY.message },
    history: [
      { by: CLERK.name, changed: ['status', 'note'], note: 'Knows the judge.' },
      { by: CLERK.name, changed: ['status', 'conflict'], finding: 'none', checkedElsewhere: true },
    ],
  })
  const file = await desk.get(vcard)
  expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="${reference}-person.vcf"`)
  expect(file.body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(['fn', 'email', 'tel', 'note'].map((field) => cardIn(file).getFirstPropertyValue(field))).toEqual([
    name,
    VALID_INQUIRY.email,
    '+13865550187',
    `Inquiry ${reference}. E-mail is not safe: do not write. Telephone: leave no message.`,
  ])
  expect((await auditOf(desk)).filter((entry) => entry.includes('inquiries.exported'))).toHaveLength(2)
  for (const other of [json.replace('inquiry.json', 'other.json'), json.replace(/received=.*/, 'received=x')])
    expect((await desk.get(other)).status).toBe(404)
})

it('what is folded on the page is not in its files', async () => {
  await desk.inquire({ name: 'Gary Pitts' })
  const reference = await desk.inquire({ otherParty: 'Gary Pitts', email: 'other@example.org', message: 'Zebras.' })
  const file = await desk.get(`/inquiries/${reference}/inquiry.json?${RECEIVED}`)
  expect(JSON.parse(file.body)).toMatchObject({ reference })
  expect(file.body).not.toContain('Zebras')
})

const ROWS = yamlOf<[string, string[]][]>('tests/desk/inquiries/hand-over.yaml')
it.each(ROWS)('a vCard has family name and given name: %s', async (name, parts) => {
  const card = cardIn(await desk.get(`/inquiries/${await desk.inquire({ name })}/person.vcf?${RECEIVED}`))
  expect(card.getFirstPropertyValue('n')).toEqual(parts)
})

it('an inquiry says who vouched for its agent, how and when, and the decided claim keeps its page', async () => {
  const agent = await createTestAgent()
  const browser = await openSignedInBrowser(agent)
  const { claim_token, id } = await agent.serviceAuth()
  await decideClaim(browser, `/desk/claims/${id}`, 'confirmed', 'call-back')
  const { body } = await agent.poll(claim_token)
  const headers = { Authorization: `Bearer ${String(body.access_token)}` }
  const sent = await agent.post('inquiries', '/api/v1/inquiries', { ...VALID_INQUIRY, email: ANA }, { headers })
  const page = await browser.get(`/desk/inquiries/${String(sent.body.reference)}`)
  expect(page.text).toMatch(
    /The assistant may write for\s+ana@example.com\s*:\s+confirmed by Olive Owner,[^]*called back at a number/,
  )
  const link = parse(page.html).querySelector('.facts a[href*="/claims/"]')?.getAttribute('href')
  expect((await browser.get(link ?? '')).text).toContain('confirmed by Olive Owner')
})
