/** `npm run serve`: serves the built site on this machine until it is stopped. */
import { SECOND_MS } from '../duration.ts'
import { endAfterCrash, startLocalServer } from '../hosts/local.ts'
import { logOf, writeLine } from '../hosts/log.ts'
import { readSettings } from '../settings.ts'
import { banner } from './banner.ts'
import { runCommand } from './cli.ts'
import { ROOT } from './project-folders.ts'

/** SIGHUP comes when the terminal is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const isUnderNpm = process.env.npm_command !== undefined
/** After this many signals, the next one ends the process at once. Under npm, Ctrl-C arrives twice: from the terminal and from npm. */
const HANDLED_SIGNALS = isUnderNpm ? 2 : 1
/** Interval of the check that npm still runs. */
const PARENT_CHECK_MS = SECOND_MS / 2

await runCommand(async () => {
  const settings = readSettings(process.env)
  const log = logOf(writeLine)
  const server = await startLocalServer(settings, ROOT, log)
  endAfterCrash(log, server.stop)
  writeLine(banner(settings, server))
  let signalsLeft = HANDLED_SIGNALS
  const stop = () => {
    signalsLeft -= 1
    if (signalsLeft === 0) for (const signal of STOP_SIGNALS) process.off(signal, stop)
    void server.stop().then(() => process.exit())
  }
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  if (!isUnderNpm) return
  // A signal that only npm gets ends npm's shell and does not arrive here, but this process then gets another parent.
  const { ppid } = process
  const check = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(check)
    stop()
  }, PARENT_CHECK_MS)
})
