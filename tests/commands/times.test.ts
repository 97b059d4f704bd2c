/** Times that commands print and read are those of the firm, wherever the command runs. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { addStaff } from '../desk/browser.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { createTestAgent } from '../test-agent.ts'
import { INBOX_PRIVATE_KEY, KEY_SET } from '../test-desk.ts'
import { typeInProcess } from './in-process.ts'

const RECEIVED = 'Nov 21, 2026, 10:04 a.m. EST'

let folder: string
/** Received in the morning, and at half past eleven at night, when it is the next day in UTC. */
let early: string
let late: string
beforeAll(async () => {
  folder = temporaryFolder()
  const agent = await createTestAgent()
  early = await agent.inquire()
  await addStaff(agent)
  agent.advance(13 * HOUR_MS + 26 * MINUTE_MS)
  late = await agent.inquire()
  const store = openSqliteStore(join(folder, 'front-desk.db'))
  await Promise.all([...agent.store.facts].map(([key, text]) => store.create(key, JSON.parse(text))))
  await store.close()
})
afterAll(() => removeFolder(folder))

const runInTokyo = (command: string, ...args: string[]) =>
  typeInProcess([command, ...args], {
    DATA_DIR: folder,
    TZ: 'Asia/Tokyo',
    FRONT_DESK_KEYS: JSON.stringify(KEY_SET),
    FRONT_DESK_INBOX_PRIVATE_KEY: JSON.stringify(INBOX_PRIVATE_KEY),
  })
const inTokyo = async (...called: Parameters<typeof runInTokyo>) => (await runInTokyo(...called)).stdout

it('npm run staff prints the time of the firm, with its zone', async () => {
  const text = await inTokyo('staff')
  expect(text).toContain(RECEIVED)
  // Each time has one.
  expect(text.match(/\d [ap]\.m\./g)).toHaveLength(text.match(/\d [ap]\.m\. EST/g)?.length ?? 0)
})

it.each([
  ['--until 2026-11-21', [true, true]],
  ['--until 2026-11-20', [false, false]],
  ['--since 2026-11-22', [false, false]],
  ['--since 2026-11-21', [true, true]],
])('npm run inquiries -- export %s means days of the firm', async (options, listed) => {
  const exported = await inTokyo('inquiries', 'export', ...options.split(' '))
  expect([early, late].map((one) => exported.includes(one))).toEqual(listed)
})
