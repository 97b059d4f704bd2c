/** One machine: the published folder, the same functions, the SQLite store. Started by `npm start`. */
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../duration.ts'
import { loggedError } from '../http/endpoint.ts'
import { sealingInbox } from '../keys/inbox.ts'
import { followInboxKey } from '../keys/key-files.ts'
import { lazyStaffInbox } from '../keys/key-files.ts'
import { runOutbox } from '../mail/outbox-runner.ts'
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

const HOUSEKEEPING_MS = HOUR_MS
/** Interval of checks of the whole store, milliseconds. */
const STORE_CHECK_MS = DAY_MS
/** Interval of retries of unsent mail, milliseconds. */
const OUTBOX_MS = MINUTE_MS
/** How long requests in flight may take to finish when the server is stopped, milliseconds. */
const STOP_TIMEOUT_MS = 10 * SECOND_MS
/** How long all of a stop may take after a crash, milliseconds: what crashed may be what it waits for. */
const CRASH_TIMEOUT_MS = 3 * STOP_TIMEOUT_MS

export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>

/** @throws SettingsError with one sentence when the data folder, the keys, the build or the port cannot be used */
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
    /** The key of the desk's first owner, if this start created one. Show it once. Never set in production. */
    firstKey: firstOwner?.key,
    /** Path and key of the mailbox that shows mail; undefined when there is none. Never set in production. */
    mailPath: mailbox?.path,
    /** What the store could not do after the start; undefined when it is ready. */
    failed: await checkStore(),
    /** Takes no new requests, finishes those in flight, and closes the store when all is written. */
    async stop() {
      stopTimers()
      await stop(server)
      await work.drain(STOP_TIMEOUT_MS)
      await store.close()
    },
  }
}

/**
 * After an error that reached no handler, the state of the process is not known: its place is logged, requests in flight are answered,
 * and the process ends with 1. Rejections that are not handled arrive here too.
 */
export function endAfterCrash(log: Log, stop: LocalServer['stop']): void {
  process.on('uncaughtException', (error) => {
    process.exitCode = 1
    log('crash', loggedError(error))
    setTimeout(() => process.exit(), CRASH_TIMEOUT_MS).unref()
    void stop().finally(() => process.exit())
  })
}

/** Work that continues after the response was sent. It must not reject. */
function background() {
  const pending = new Set<Promise<void>>()
  return {
    add(work: Promise<void>) {
      pending.add(work)
      void work.finally(() => pending.delete(work))
    },
    /** Waits until all work is done, at most this many milliseconds. */
    async drain(maxMs: number) {
      const timeout = new Promise((end) => setTimeout(end, maxMs).unref())
      await Promise.race([Promise.all(pending), timeout])
    },
  }
}

/**
 * Starts what is done by the clock; the outbox is run at once.
 * @param startedAt when the process started, milliseconds since 1970
 * @param checkStore looks for damage in the whole store, and logs it
 */
function startTimers(
  service: Service,
  work: ReturnType<typeof background>,
  startedAt: number,
  checkStore: () => Promise<unknown>,
) {
  const failed = () => service.log('housekeeping.failed')
  const sendMail = () =>
    work.add(
      remindStaff(service)
        .then(() => runOutbox(service, startedAt))
        .then(
          () => undefined,
          () => service.log('outbox.interrupted', { reason: 'run' }),
        ),
    )
  sendMail()
  const timers = [
    setInterval(() => void runHousekeeping(service).catch(failed), HOUSEKEEPING_MS),
    setInterval(sendMail, OUTBOX_MS),
    setInterval(() => void checkStore(), STORE_CHECK_MS),
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
