/**
 * A store of which a share of all reads, writes and lists fails, below every address and every form of the desk. Each answer is one
 * that the tables name, the server does not crash, and what was acknowledged is stored.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openingInbox } from '../../src/keys/inbox.ts'
import { loadInboxPrivateKeys, loadKeys } from '../../src/keys/key-files.ts'
import { keyring } from '../../src/keys/keyring.ts'
import { DATABASE_FILE } from '../../src/hosts/local.ts'
import { API_ROOT } from '../../src/site.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { acknowledgedIn, allRequests, type Sent } from '../all-requests.ts'
import { expectDeclared } from '../declared-errors.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { createTestAgent } from '../test-agent.ts'
import { readStored } from './stored.ts'
import { inFigures, sized, type Torture } from './torture.ts'
import { type TorturedServer, withServer } from './tortured-server.ts'

/** Of the calls of the store, percent. */
const SHARES = [100, 50, 10, 3] as const

export const faults: Torture = async (scale) => {
  const rounds = sized(scale, 10, 1)
  const folder = temporaryFolder()
  const file = join(folder, 'faults')
  const failing = (percent: number) => writeFileSync(file, String(percent))
  failing(0)
  const env = { NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'failing-sqlite.ts')}`, FAULTS_FILE: file }
  try {
    return await withServer(
      async (server) => {
        const firm = (await (await fetch(`${server.base}${API_ROOT}/firm`)).json()) as { url: string }
        const [references, found] = [new Set<string>(), new Set<string>()]
        let [asked, refused, failed] = [0, 0, 0]
        for (const percent of Array.from({ length: rounds }, () => SHARES).flat()) {
          const requests = await prepare(server, firm.url)
          failing(percent)
          for (const [, path, init] of requests) {
            const request = new Request(server.base + path, { ...init, redirect: 'manual' })
            asked += 1
            const response = await fetch(request.clone()).catch(() => undefined)
            if (!response) {
              found.add(`The server was gone while ${percent} % failed.`)
              continue
            }
            const { status } = response
            refused += Number(status === 503)
            failed += Number(status >= 500 && status !== 503)
            await expectDeclared(request, response).catch((error: unknown) =>
              found.add(`${request.method} ${path}: ${String(error)}`),
            )
            for (const reference of acknowledgedIn(status, await response.text())) references.add(reference)
          }
          failing(0)
        }
        for (const event of ['crash', 'request.failed'])
          if (server.output().includes(`"event":"${event}"`)) found.add(`The log has ${event}.`)
        const stored = new Set((await readStored(server.dataDir)).map(({ reference }) => reference))
        return {
          done: `${inFigures(asked)} requests while ${SHARES.join(', ')} % of the store's calls failed: ${inFigures(refused)} answers 503, ${references.size} inquiries acknowledged`,
          lost: [...references].filter((reference) => !stored.has(reference)).length,
          twice: 0,
          torn: 0,
          failed,
          faults: [...found],
        }
      },
      { env },
    )
  } finally {
    removeFolder(folder)
  }
}

/** Fills the store of the server with what the requests ask for. @param base for which its pages were built */
async function prepare({ dataDir }: TorturedServer, base: string): Promise<Sent[]> {
  const staffInbox = await openingInbox(...loadInboxPrivateKeys({}, dataDir))
  const agent = await createTestAgent({ factor: 1000 })
  Object.assign(agent.service, keyring(loadKeys({ keys: undefined, dataDir, production: false })), {
    base,
    staffInbox: async () => staffInbox,
  })
  agent.advance(Date.now() - agent.service.clock.now().getTime())
  const requests = await allRequests(agent)
  const store = openSqliteStore(join(dataDir, DATABASE_FILE))
  await Promise.all([...agent.store.facts].map(([key, text]) => store.create(key, JSON.parse(text))))
  await store.close()
  return requests
}
