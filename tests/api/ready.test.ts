/** `GET /api/v1/ready`: its calls of the store, and its answer when the store fails. */
import { afterEach, expect, it, vi } from 'vitest'
import { SECOND_MS } from '../../src/duration.ts'
import { type Store, StoreUnavailable } from '../../src/ports.ts'
import type { StoreStep } from '../../src/problem.ts'
import { desk, useDesk } from '../test-desk.ts'

useDesk()
afterEach(() => void vi.useRealTimers())

const REUSED_MS = 5 * SECOND_MS
const VERBS = { write: 'put', read: 'get', remove: 'remove' } as const satisfies Partial<Record<StoreStep, keyof Store>>

async function ask() {
  const response = await desk.send('ready', '/api/v1/ready')
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
}

function fail(verb: keyof Store, how: () => Promise<never>) {
  desk.service.store = { ...desk.store, [verb]: how }
}
const down = () => Promise.reject(new StoreUnavailable('down for a test'))

it('says "ready" after a record was written, read and removed, and is never cached', async () => {
  const { status, headers, body } = await ask()
  expect([status, body]).toEqual([200, { status: 'ready' }])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(desk.store.calls).toEqual({ put: 1, get: 1, list: 0, remove: 1 })
  expect(desk.store.records.size).toBe(0)
})

it('asks the store again only after five seconds, whatever it said, also when the clock is set back', async () => {
  const after = async (wait: number, isDown = false) => {
    desk.store.down = isDown
    desk.advance(wait)
    return [(await ask()).status, desk.store.calls.put]
  }
  expect([await after(0), await after(REUSED_MS - 1, true), await after(1, true)].join(' ')).toBe('200,1 200,1 503,2')
  expect([await after(REUSED_MS - 1), await after(-2 * REUSED_MS)].join(' ')).toBe('503,2 200,3')
})

it('checks once for all who ask at the same time, however long that takes', async () => {
  const gate = Promise.withResolvers<void>()
  const { store } = desk
  desk.service.store = { ...store, put: (...given) => gate.promise.then(() => store.put(...given)) }
  const asked = Promise.all(Array.from({ length: 20 }, () => ask()))
  desk.advance(2 * REUSED_MS)
  const late = ask()
  gate.resolve()
  expect((await asked).concat(await late).map(({ status }) => status)).toEqual(Array(21).fill(200))
  expect(store.calls).toEqual({ put: 1, get: 1, list: 0, remove: 1 })
})

it.each(Object.entries(VERBS))('says "%s" when the store cannot do that', async (step, verb) => {
  fail(verb, down)
  const { status, headers, body } = await ask()
  expect(status).toBe(503)
  expect(body).toMatchObject({ code: 'service-unavailable', failed: step })
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect([headers.get('cache-control'), headers.get('retry-after')]).toEqual(['no-store', '30'])
  expect(desk.logged()).toContain(`{"event":"store.unavailable","failed":"${step}","reason":"down for a test"}`)
})

it('says "check" while the store is known to be damaged', async () => {
  desk.service.store = { ...desk.store, damage: () => 'page 7' }
  expect(await ask()).toMatchObject({ status: 503, body: { failed: 'check' } })
  expect(desk.logged()).toContain('{"event":"store.damaged","reason":"page 7"}')
})

it('says what the store did not do when it does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const isRead = Promise.withResolvers<void>()
  fail('get', () => (isRead.resolve(), new Promise<never>(() => undefined)))
  const answer = ask()
  await isRead.promise
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS)
  expect(await answer).toMatchObject({ status: 503, body: { failed: 'read' } })
})
