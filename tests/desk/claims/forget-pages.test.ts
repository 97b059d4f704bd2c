/** Owners forget an address at the desk: typed, counted, confirmed, removed; and recorded without the address. */
import { expect, it } from 'vitest'
import { auditOf } from '../browser.ts'
import { jsonRequest, VALID_INQUIRY } from '../../test-desk.ts'
import { fieldsOf, desk, useDeskClient, OWNER } from '../inquiries/desk-client.ts'

const PATH = '/addresses'
const { email } = VALID_INQUIRY

useDeskClient()

async function ask(): Promise<string> {
  const asked = await desk.send('identity', '/agent/identity', jsonRequest({ type: 'service_auth', login_hint: email }))
  return ((await asked.json()) as { id: string }).id
}

const traces = () => [...desk.store.records.keys()].filter((key) => /^(people|codes|waiting)\//.test(key))

it('counts what is kept of a typed address, and removes it on the next click', async () => {
  const registration = await ask()
  const counted = await desk.post(PATH, { email: ' ANA@example.com ' }, OWNER)
  expect(counted.text).toContain("assistants' requests to write for it: 1")
  expect(traces()).toHaveLength(2)
  expect(await auditOf(desk)).toContainEqual([OWNER.id, 'claims.searched', registration])
  const done = await desk.post(PATH, fieldsOf(counted, PATH), OWNER)
  expect([done.title, done.text]).toEqual([
    'The address is forgotten',
    expect.stringContaining("assistants' requests to write for it: 1"),
  ])
  expect(traces()).toEqual([])
  expect(await auditOf(desk)).toEqual(
    expect.arrayContaining([
      [OWNER.id, 'address.forgotten', 'remembered 0, requests 1'],
      [OWNER.id, 'registration.revoked', registration],
    ]),
  )
  for (const [key, value] of desk.store.records)
    if (key.startsWith('audit/')) expect(value).not.toContain('example.com')
  const again = await desk.post(PATH, { email }, OWNER)
  expect(again.text).toContain('There is nothing to forget.')
  expect(again.markup).not.toContain('class="danger"')
})

it('is offered where an inquiry is erased, before and after, and among the claims', async () => {
  await ask()
  const reference = await desk.inquire()
  const before = await desk.get(`/inquiries/${reference}/erase`, OWNER)
  expect(fieldsOf(before, PATH)).toContainEqual(['email', email])
  const after = await desk.erase(reference)
  const counted = await desk.post(PATH, fieldsOf(after, PATH), OWNER)
  expect(counted.text).toContain("assistants' requests to write for it: 1")
  expect((await desk.get('/claims', OWNER)).markup).toContain(`href="/desk${PATH}"`)
  expect((await desk.get(PATH, OWNER)).markup).toContain('name="email"')
})
