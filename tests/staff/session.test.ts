import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/duration.ts'
import { StoreUnavailable } from '../../src/ports.ts'
import {
  endSession,
  findSession,
  listSessions,
  readOpenSession,
  recordUse,
  startSession,
} from '../../src/staff/session.ts'
import { addStaff } from '../desk/browser.ts'
import { desk, useDesk } from '../test-desk.ts'

useDesk()
let member: string
let secret: string
let id: string
beforeEach(async () => {
  member = (await addStaff(desk)).id
  ;({ secret, id } = await startSession(desk.service, member))
})
/** Finds the session and uses it, as the desk does for each request. */
const stateOf = async (text = secret) => {
  const found = await findSession(desk.service, text)
  if (found.state === 'open') await recordUse(desk.service, found)
  return found.state
}

describe('a session', () => {
  it.each(['', 'x', 'A'.repeat(43), '../../../staff', 'x'.repeat(60_000)])('is not opened by %#', async (text) =>
    expect(await stateOf(text)).toBe('over'),
  )

  it('is not opened by its id', async () => expect(await stateOf(id)).toBe('over'))

  it('goes on while it is used, and never longer idle than 30 minutes', async () => {
    desk.advance(17 * MINUTE_MS)
    expect(await stateOf()).toBe('open')
    desk.advance(25 * MINUTE_MS)
    expect(await stateOf()).toBe('open')
    desk.advance(30 * MINUTE_MS)
    expect(await stateOf()).toBe('idle')
  })

  it('is ended only when that is stored', async () => {
    desk.store.readOnly = 'sessions/'
    await expect(endSession(desk.service, id)).rejects.toThrow(StoreUnavailable)
    await expect(startSession(desk.service, member)).rejects.toThrow(StoreUnavailable)
  })

  it('ends after 10 hours, however busy', async () => {
    for (let used = 0; used < 30; used++) {
      expect(await stateOf()).toBe('open')
      desk.advance(20 * MINUTE_MS)
    }
    expect(await stateOf()).toBe('over')
  })

  it('writes its use once in five minutes, however often it is used', async () => {
    desk.advance(5 * MINUTE_MS)
    const before = await desk.store.get(`sessions/${id}`)
    await Promise.all(Array.from({ length: 20 }, () => stateOf()))
    const used = await desk.store.get(`sessions/${id}`)
    expect(used?.version).toBe(String(Number(before?.version) + 1))
    desk.advance(1000)
    await stateOf()
    expect(await desk.store.get(`sessions/${id}`)).toEqual(used)
  })

  it('is over once it was ended, in whatever order that meets its use', async () => {
    desk.advance(6 * MINUTE_MS)
    await Promise.all([stateOf(), endSession(desk.service, id), stateOf(), endSession(desk.service, id)])
    expect(await stateOf()).toBe('over')
    expect(await readOpenSession(desk.service, id)).toBeUndefined()
  })
})

it('the list holds what is open of these members, used last first', async () => {
  desk.advance(10 * MINUTE_MS)
  const later = await startSession(desk.service, member)
  const ended = await startSession(desk.service, member)
  await endSession(desk.service, ended.id)
  const ids = async () => (await listSessions(desk.service, new Set([member]))).map((session) => session.id)
  expect(await ids()).toEqual([later.id, id])
  expect(await listSessions(desk.service, new Set())).toEqual([])
  desk.advance(20 * MINUTE_MS)
  expect(await ids()).toEqual([later.id])
})
