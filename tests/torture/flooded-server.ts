/**
 * A server that is started on what a flood left in its store.
 */
import { join } from 'node:path'
import { DATABASE_FILE } from '../../src/hosts/local.ts'
import { keyring } from '../../src/keys/keyring.ts'
import { loadKeys } from '../../src/keys/key-files.ts'
import { readSettings } from '../../src/settings.ts'
import type { Service } from '../../src/service/service.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { openDesk } from '../test-desk.ts'
import type { TorturedServer } from './tortured-server.ts'

/**
 * Stops the server, writes to its store with its keys, and starts it again.
 * @param write is given a service whose clock is behind by so many milliseconds
 */
export async function flood(
  server: TorturedServer,
  write: (service: Service) => Promise<void>,
  behindMs = 0,
): Promise<void> {
  await server.kill()
  const store = openSqliteStore(join(server.dataDir, DATABASE_FILE))
  const { service } = await openDesk()
  const keys = loadKeys(readSettings({ DATA_DIR: server.dataDir }))
  await write({
    ...service,
    ...keyring(keys),
    store,
    clock: { now: () => new Date(Date.now() - behindMs) },
  })
  await store.close()
  await server.start()
}
