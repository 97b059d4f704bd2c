/** `npm start`: serves pages and functions on one machine, sends mail, and runs housekeeping and the check of the store. */
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../duration.ts'
import { loggedError } from '../http/endpoint.ts'
import { sealingInbox } from '../keys/inbox.ts'
import { followInboxKey, lazyStaffInbox } from '../keys/key-files.ts'
import { runOutbox } from '../mail/tries.ts'
import { NO_MAIL } from '../mail/smtp.ts'
import { type Log, systemClock } from '../ports.ts'
import { runHousekeeping } from '../service/housekeeping.ts'
import { checkReadiness } from '../service/readiness.ts'
import { createService, type Service } from '../service/service.ts'
import { remindStaff } from '../service/staff-mail.ts'
import { SettingsError, type Settings } from '../settings.ts'
import { NOT_FOUND_PAGE } from '../site.ts'
import { addFirstOwner } from '../staff/staff-member.ts'
import { openMachine } from './machine.ts'
import { PUBLISHED_DIR, publishedFolder, publishedPaths } from './published.ts'
import { continueWhenRead, refuseUnreadable, TIMEOUTS } from './refusal.ts'
import { requestListener } from './request-listener.ts'
import { headerBlocks, headersOf } from './site-rules.ts'
import { staticSite } from './static-files.ts'

/** Requests in flight get this long to finish. */
const STOP_TIMEOUT_MS = 10 * SECOND_MS
/** After a crash the stop may never end, so the process ends after this time. */
const CRASH_TIMEOUT_MS = 3 * STOP_TIMEOUT_MS

export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>

/** @throws SettingsError when a setting is wrong, or the data folder, the keys, the build or the port cannot be used; StoreUnavailable */
export async function startLocalServer(settings: Settings, root: string, log: Log) {
  // Messages that the previous process was sending when it ended are retried at once.
  const startedAt = systemClock.now().getTime()
  const folder = join(root, PUBLISHED_DIR)
  if (!existsSync(join(folder, NOT_FOUND_PAGE)))
    throw new SettingsError(
      'Nothing is built here yet. Build it with `npm run build`, or let `npm start` install, build and serve.',
    )
  const { store, mailbox, ports } = await openMachine(settings, log)
  if (!ports.mailer) log('mail.off', { reason: NO_MAIL })
  const work = background()
  const inbox = followInboxKey(settings, (key) => ({
    ...sealingInbox(key),
    openStaffInbox: lazyStaffInbox(process.env, settings.dataDir, key),
  }))
  const service = await createService({
    ...ports,
    inbox: { seal: async (record) => inbox().seal(record) },
    waitUntil: work.add,
    published: publishedFolder(folder),
  })
  if (settings.production && service.base !== settings.base)
    throw new SettingsError(
      `The pages were built for ${service.base}, but SITE_URL is ${settings.base}. Build them with \`npm run build\` under that SITE_URL.`,
    )
  const { base, firm } = service
  const blocks = headerBlocks(base, new Set(publishedPaths(folder)), firm.notices.demonstration)
  const answer = requestListener(service, {
    site: staticSite(folder, headersOf(blocks)),
    staffInbox: async () => inbox().openStaffInbox(),
    mailbox,
    trustedProxies: settings.trustedProxies,
  })
  const server = createServer(TIMEOUTS, answer)
  refuseUnreadable(server)
  continueWhenRead(server)
  const port = await listen(server, settings)
  const firstOwner = settings.production ? undefined : await addFirstOwner(service)
  const checkStore = () => {
    store.check()
    return checkReadiness(service)
  }
  const stopTimers = startTimers(service, work, startedAt, checkStore)
  return {
    port,
    /** Set only if this start created the desk's first owner, and never in production. Show it once. */
    firstKey: firstOwner?.key,
    /** Includes the key of the mailbox. Never set in production. */
    mailPath: mailbox?.path,
    /** The step of the store that failed; undefined when the store is ready. */
    failed: await checkStore(),
    /** Finishes the requests in flight before it closes the store. */
    async stop() {
      stopTimers()
      await stop(server)
      await work.drain(STOP_TIMEOUT_MS)
      await store.close()
    },
  }
}

/** After an uncaught error or rejection the state of the process is unknown, so it answers requests in flight and exits with 1. */
export function endAfterCrash(log: Log, stop: LocalServer['stop']): void {
  process.on('uncaughtException', (error) => {
    process.exitCode = 1
    log('crash', loggedError(error))
    setTimeout(() => process.exit(), CRASH_TIMEOUT_MS).unref()
    void stop().finally(() => process.exit())
  })
}

/** Tracks work that continues after the response. The work must not reject. `drain` waits for the work, at most `maxMs`. */
function background() {
  const pending = new Set<Promise<void>>()
  return {
    add(work: Promise<void>) {
      pending.add(work)
      void work.finally(() => pending.delete(work))
    },
    async drain(maxMs: number) {
      const timeout = new Promise((end) => setTimeout(end, maxMs).unref())
      await Promise.race([Promise.all(pending), timeout])
    },
  }
}

/** Sends mail at once, and starts all timers. @param startedAt milliseconds since 1970 @returns a function that stops the timers */
function startTimers(
  service: Service,
  work: ReturnType<typeof background>,
  startedAt: number,
  checkStore: () => Promise<unknown>,
) {
  const failed = () => service.log('housekeeping.failed')
  const sendMail = async (processStart?: number) => {
    try {
      await remindStaff(service)
      await runOutbox(service, processStart)
    } catch {
      service.log('outbox.interrupted', { reason: 'run' })
    }
  }
  work.add(sendMail(startedAt))
  const timers = [
    setInterval(() => void runHousekeeping(service).catch(failed), HOUR_MS),
    setInterval(() => work.add(sendMail()), MINUTE_MS),
    setInterval(() => void checkStore(), DAY_MS),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}

async function listen(server: Server, { port, host }: Settings): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening')
    return (server.address() as AddressInfo).port
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingsError(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken by another program. Stop it, or set PORT to another number.`
        : `Cannot listen on ${host}:${port}: ${message}.`,
    )
  }
}

async function stop(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS)
  await new Promise((closed) => server.close(closed))
  clearTimeout(timer)
}
