/** The server that a torture has to itself: it can be killed and started again at the same address, with the same data. */
import type { StatedSettings } from '../../src/firm/published-facts.ts'
import { API_ROOT } from '../../src/site.ts'
import { BUILT_FOR, copyBuild } from '../journeys/build-at.ts'
import { removeFolder, type SpawnOptions, startOnFreePort, startServer, temporaryFolder } from '../journeys/server.ts'

/** The server answers this from memory. */
export const HEALTH = `${API_ROOT}/health`

/** No limit is reached by what one machine sends. */
export const NO_LIMITS = '1000000'

export interface TorturedServer {
  base: string
  port: number
  dataDir: string
  /** The output since the first start. */
  output(): string
  kill(): Promise<void>
  /** @param env settings that change */
  start(env?: Record<string, string>): Promise<void>
}

export interface Surroundings {
  env?: Record<string, string>
  /** If left out, a new folder is used and removed at the end. */
  dataDir?: string
  how?: SpawnOptions
  /** As if it had been built with these settings. */
  stated?: Partial<StatedSettings>
}

/** The server stops whatever happens. */
export async function withServer<T>(
  act: (server: TorturedServer) => Promise<T>,
  { env = {}, dataDir, how, stated }: Surroundings = {},
): Promise<T> {
  const folder = dataDir ?? temporaryFolder()
  const cwd = stated ? copyBuild(BUILT_FOR, stated) : '.'
  const settings: Record<string, string> = { RATE_LIMIT_FACTOR: NO_LIMITS, ...env, DATA_DIR: folder }
  let before = ''
  try {
    let running = await startOnFreePort((port) => startServer({ ...settings, PORT: String(port) }, { cwd, ...how }))
    const { base, port } = running
    const kill = async () => {
      await running.end('SIGKILL')
    }
    // A torture may be interrupted, or hang.
    const killAtExit = () => running.process.kill('SIGKILL')
    process.once('exit', killAtExit)
    try {
      return await act({
        base,
        port,
        dataDir: folder,
        output: () => before + running.output(),
        kill,
        async start(changed = {}) {
          before += running.output()
          running = await startServer({ ...settings, ...changed, PORT: String(port) })
        },
      })
    } finally {
      await kill()
      process.off('exit', killAtExit)
    }
  } finally {
    if (dataDir === undefined) removeFolder(folder)
    if (stated) removeFolder(cwd)
  }
}

/** @returns whether an address is answered with 200, whole */
export const isServed = (address: string): Promise<boolean> =>
  fetch(address, { headers: { Connection: 'close' } })
    .then(async (response) => (await response.arrayBuffer(), response.status === 200))
    .catch(() => false)
