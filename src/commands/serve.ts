/** `npm run serve`, and `npm start` after installing and building: serves what is built on this machine until it is stopped. */
import { SECOND_MS } from '../duration.ts'
import { endAfterCrash, startLocalServer } from '../hosts/local.ts'
import { logOf, writeLine } from '../hosts/log.ts'
import { readSettings } from '../settings.ts'
import { banner } from './banner.ts'
import { runCommand } from './cli.ts'
import { ROOT } from './project-folders.ts'

/** SIGHUP: the terminal was closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const isUnderNpm = process.env.npm_command !== undefined
/** Signals that may come before one more ends the process at once: Ctrl-C comes from the terminal, and then again from npm. */
const GRACE = isUnderNpm ? 2 : 1
/** How often it is seen whether npm was ended, milliseconds. */
const PARENT_CHECK_MS = SECOND_MS / 2

await runCommand(async () => {
  const settings = readSettings(process.env)
  const log = logOf(writeLine)
  const server = await startLocalServer(settings, ROOT, log)
  endAfterCrash(log, server.stop)
  writeLine(banner(settings, server))
  let left = GRACE
  const stop = () => {
    left -= 1
    if (left === 0) for (const signal of ENDING) process.off(signal, stop)
    void server.stop().then(() => process.exit())
  }
  for (const signal of ENDING) process.on(signal, stop)
  if (!isUnderNpm) return
  // npm runs this process in a shell. A signal to npm ends that shell, which does not pass the signal on.
  const { ppid } = process
  const check = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(check)
    stop()
  }, PARENT_CHECK_MS)
})
