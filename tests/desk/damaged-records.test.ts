/** One record of each kind in turn is damaged: lists of the desk say so in its place, and scheduled work goes on. */
import { expect, it } from 'vitest'
import { runOutbox } from '../../src/mail/tries.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { remindStaff } from '../../src/service/staff-mail.ts'
import { addPasskey } from '../../src/staff/passkey.ts'
import type { RecordName } from '../../src/store/records.ts'
import { useTwoIssuers } from '../agents/identity/vouched-agent.ts'
import { recordsAt } from '../../src/store/transfer.ts'
import { RECORD_NAMES } from '../memory-store.ts'
import { writeEachKind } from '../service/each-kind.ts'
import { addStaff, openSession, setAddress } from './browser.ts'

useTwoIssuers()

const LISTS = ['', '/inquiries', '/look-up', '/clients', '/claims', '/mail', '/staff', '/audit']
const UNREADABLE = 'a record that cannot be read'
/** Where a list shows the record, and its words. */
const SAID: Partial<Record<RecordName, readonly [path: string, words: string]>> = {
  inquiry: ['/inquiries?status=all', 'or is damaged'],
  knownList: ['/clients', `by ${UNREADABLE}`],
  member: ['/staff', UNREADABLE],
  audit: ['/audit', UNREADABLE],
  claim: ['/claims', UNREADABLE],
}

const agent = await writeEachKind()
const { service, store } = agent
const viewer = await addStaff(agent)
const { id: colleague } = await addStaff(agent, 'Carl Colleague', false)
await setAddress(agent, colleague, 'carla@firm.example')
const passkey = { credential: 'y', publicKey: 'y', counter: 0, transports: [], backedUp: false }
await addPasskey(service, colleague, 'Phone', passkey)
await openSession(agent, colleague)
await agent.serviceAuth()
const browser = await openSession(agent, viewer.id)
await browser.get('/desk/look-up')
const sound = new Map(store.records)

it.each(RECORD_NAMES)('%s', async (name) => {
  const damaged = [...sound.keys()].filter((key) => recordsAt(key).includes(name) && !key.includes(browser.session))
  // Some are shown once, such as the failures of a message: the newest is.
  for (const key of damaged.filter((one) => !one.includes(viewer.id)).slice(-1)) {
    store.records.clear()
    for (const [each, text] of sound) store.records.set(each, each === key ? text.slice(0, -1) : text)
    // The service remembers nothing of this other store.
    service.store = { ...store }
    for (const path of LISTS)
      expect((await browser.get(`/desk${path}`)).status, `${path || '/'} without ${key}`).toBe(200)
    const [path, words] = SAID[name] ?? ['', '']
    expect((await browser.get(`/desk${path}`)).text).toContain(words)
    await Promise.all([runOutbox(service), runHousekeeping(service), remindStaff(service)])
    expect(agent.logged()).not.toContain('"reason":"reminders"')
  }
})
