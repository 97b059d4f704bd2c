/** While the store fails at random, answers are those of the tables, no promise rejects unheard, and acknowledged records are stored. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DESK_PAGES, findPage } from '../src/desk/routes.ts'
import { type Store, StoreUnavailable } from '../src/ports.ts'
import { allRequests } from './all-requests.ts'
import { expectDeclared } from './declared-errors.ts'
import { createTestAgent } from './test-agent.ts'
import { BASE, FIRM } from './test-desk.ts'

const unheard: unknown[] = []
const hear = (reason: unknown) => void unheard.push(reason)
beforeEach(() => void process.on('unhandledRejection', hear))
afterEach(() => void process.off('unhandledRejection', hear))

/** The same calls fail in each run. */
function failing(store: Store, share: number): Store {
  let state = share * 100_000_300
  const maybeFail = () => {
    state = (state * 48_271) % 2_147_483_647
    if (state / 2_147_483_647 < share) throw new StoreUnavailable('a fault of a test')
  }
  /** Sometimes only the answer fails. */
  const around =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      maybeFail()
      const result = await call(...given)
      maybeFail()
      return result
    }
  const verbs = { get: around(store.get), put: around(store.put), remove: around(store.remove) }
  return { ...store, ...verbs, list: around(store.list), folders: around(store.folders) }
}

it.each([100, 50, 10, 5, 3])('%i percent of all calls fail', async (percent) => {
  unheard.length = 0
  const agent = await createTestAgent({ factor: 1000 })
  const requests = await allRequests(agent)
  const sound = agent.service.store
  agent.service.store = failing(sound, percent / 100)
  const references: string[] = []
  for (const [route, path, init] of requests) {
    const response = await agent.send(route, path, init)
    const text = await response.clone().text()
    await agent.settle()
    const said = `${init.method ?? 'GET'} ${path}: ${response.status} ${text.slice(0, 300)}`
    if (response.status >= 500) expect(response.status, said).toBe(503)
    await expectDeclared(new Request(BASE + path, init), response)
    const isAccepted = response.status < 400 && text.includes('"status":"accepted"')
    if (isAccepted) references.push(/[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? `none in ${said}`)
  }
  agent.service.store = sound
  expect(unheard).toEqual([])
  expect(agent.logged()).not.toContain('request.failed')
  const stored = (await agent.inquiries()).map(({ reference }) => reference)
  expect(references.filter((reference) => !stored.includes(reference))).toEqual([])
})

it('asks every address of the desk that takes a form', async () => {
  const requests = await allRequests(await createTestAgent({ factor: 1000 }))
  const sent = requests.filter(([route, , { method }]) => route === 'desk' && method === 'POST')
  const rows = new Set(sent.map(([, path]) => findPage(path.slice('/desk'.length).replace(/\?.*/, ''), FIRM)?.row))
  expect(DESK_PAGES.filter((row) => row.POST && !rows.has(row)).map(({ path }) => path)).toEqual([])
})
