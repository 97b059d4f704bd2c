/**
 * `npm run serve`, and `npm start` after installing and building: serves what is built on this machine until it is stopped.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { changedSinceBuild } from '../hosts/build-state.ts'
import { gatheredOutput } from '../hosts/gathered-output.ts'
import { startLocalServer } from '../hosts/local.ts'
import { logOf } from '../hosts/log.ts'
import { readContentFolder, readSettings } from '../settings.ts'
import { banner } from './banner.ts'
import { runCommand } from './cli.ts'

/** SIGHUP: the terminal was closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

await runCommand(async () => {
  const settings = readSettings(process.env)
  const root = resolve(import.meta.dirname, '../..')
  const changedFile = changedSinceBuild(
    root,
    readContentFolder(process.env, (path) => existsSync(join(root, path))),
  )
  const output = gatheredOutput()
  const server = await startLocalServer(settings, root, logOf(output.write))
  output.write(banner(settings, { ...server, changedFile }))
  const stop = () => {
    // A second signal ends the process at once, as people expect.
    for (const signal of ENDING) process.off(signal, stop)
    output.flush()
    void server.stop().then(() => process.exit(0))
  }
  for (const signal of ENDING) process.on(signal, stop)
})
