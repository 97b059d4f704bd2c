/** The functions as Netlify deploys them, each run in a process of its own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { INQUIRIES_PREFIX } from '../../src/inquiries/inquiry-id.ts'
import { readInquiries } from '../../src/inquiries/record.ts'
import { openingInbox } from '../../src/keys/inbox.ts'
import { keyOf, listKeys, readValue, createRecord } from '../../src/store/record.ts'
import { RECORDS } from '../../src/store/records.ts'
import { LAYOUT_VERSION } from '../../src/store/version.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { deploy } from './deployment.ts'

const deployment = await deploy()
const { invoke } = deployment
afterAll(deployment.remove)

it('Netlify opens nothing at the start of a function that only mail needs', () => {
  const { folder, functions } = deployment
  for (const name of functions) {
    const code = readFileSync(join(folder, name, `.netlify/front-desk/${name}.mjs`), 'utf8')
    // Loading this module takes as long as the function, because it loads all of `fetch`.
    expect(code.match(/from\s*"(node:)?https?"/g), name).toBeNull()
  }
})

it('Netlify takes an inquiry into Netlify Blobs, sealed, and the staff can open it', async () => {
  const sent = jsonRequest(VALID_INQUIRY, { 'Idempotency-Key': 'k' })
  const answer = await invoke('inquiries', '/api/v1/inquiries', sent)
  expect(answer.status).toBe(202)
  const { store } = deployment
  const { reference } = JSON.parse(answer.body) as { reference: string }
  const { inquiries } = await readInquiries(store, await openingInbox(deployment.keys.inboxPrivateKey))
  expect(inquiries.map(({ record }) => record)).toMatchObject([{ reference, request: VALID_INQUIRY }])
  for (const key of await listKeys(store, INQUIRIES_PREFIX))
    expect(JSON.stringify(await readValue(store, key))).not.toContain(VALID_INQUIRY.name)
})

it('Netlify marks a new store with the version of its layout in the first housekeeping, and stops before those of a later one', async () => {
  const version = (number: number) => keyOf(RECORDS.version, { version: number })
  await deployment.store.remove(version(LAYOUT_VERSION))
  expect(await invoke('housekeeping', '/', { method: 'POST' })).toMatchObject({ status: 204 })
  expect(await readValue(deployment.store, version(LAYOUT_VERSION))).toEqual({})
  await createRecord(deployment.store, version(LAYOUT_VERSION + 1), {})
  expect(await invoke('housekeeping', '/', { method: 'POST' })).toMatchObject({ status: 503 })
  await deployment.store.remove(version(LAYOUT_VERSION + 1))
})

it('Netlify says 503 when the store cannot be reached: nothing is accepted that is not stored; and while a variable is missing', async () => {
  const env = { NETLIFY_BLOBS_CONTEXT: deployment.blobsContext({ token: 'wrong' }) }
  const { status } = await invoke('inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY), env)
  expect(status).toBe(503)
  const withoutKeys = await invoke('inquiries', '/api/v1/inquiries', {}, { FRONT_DESK_KEYS: '' })
  expect(withoutKeys).toMatchObject({ status: 503, headers: { 'retry-after': '300' } })
})
