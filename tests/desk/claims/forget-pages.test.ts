/** Owners forget an address at the desk: typed, counted, confirmed, removed; and recorded without the address. */
import { expect, it } from 'vitest'
import { tracesIn } from '../browser.ts'
import { jsonRequest, VALID_INQUIRY } from '../../test-desk.ts'
import { fieldsOf, desk, useDeskClient, OWNER } from '../inquiries/desk-client.ts'

const PATH = '/addresses'
const { email } = VALID_INQUIRY

useDeskClient()

async function ask(): Promise<string> {
  const asked = await desk.send('identity', '/agent/identity', jsonRequest({ type: 'service_auth', login_hint: email }))
  return ((await asked.json()) as { id: string }).id
}
const REQUESTS = "assistants' requests to write for it: 1"
const traces = () => desk.store.keysOf(/^(people|codes|waiting)\//)

it('counts what is kept of a typed address, and removes it on the next click', async () => {
  const registration = await ask()
  const counted = await desk.post(PATH, { email: ' ANA@example.com ' }, OWNER)
  expect([counted.text, traces().length]).toEqual([expect.stringContaining(REQUESTS), 2])
  expect(await tracesIn(desk)).toContain(`${OWNER.id} claims.searched ${registration}`)
  let left = -1
  desk.service.store = { ...desk.store, scrub: async () => void (left = traces().length) }
  const done = await desk.post(PATH, fieldsOf(counted, PATH), OWNER)
  expect(left, 'traces when what was removed is overwritten').toBe(0)
  expect([done.title, done.text]).toEqual(['The address is forgotten', expect.stringContaining(REQUESTS)])
  expect(traces()).toEqual([])
  const about = [`claims.searched ${registration}`, `registration.revoked ${registration}`]
  for (const entry of [...about, 'address.forgotten remembered 0, requests 1'])
    expect(await tracesIn(desk)).toContain(`${OWNER.id} ${entry}`)
  for (const key of desk.store.keysOf('audit/')) expect(desk.store.records.get(key)).not.toContain('example.com')
  const { text, markup } = await desk.post(PATH, { email }, OWNER)
  expect([text, markup.includes('class="danger"')]).toEqual([
    expect.stringContaining('There is nothing to forget.'),
    false,
  ])
})

it('is offered where an inquiry is erased, before and after, and among the claims', async () => {
  await ask()
  const reference = await desk.inquire()
  const before = await desk.get(`/inquiries/${reference}/erase`, OWNER)
  expect(fieldsOf(before, PATH)).toContainEqual(['email', email])
  const after = await desk.erase(reference)
  const counted = await desk.post(PATH, fieldsOf(after, PATH), OWNER)
  expect(counted.text).toContain(REQUESTS)
  expect((await desk.get('/claims', OWNER)).markup).toContain(`href="/desk${PATH}"`)
  expect((await desk.get(PATH, OWNER)).markup).toContain('name="email"')
})
