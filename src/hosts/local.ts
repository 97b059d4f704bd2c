/**
 * One machine: the published folder, the same functions, the SQLite store. Started by `npm start`.
 */
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import proxyAddress from 'proxy-addr'
import { runOutbox } from '../mail/outbox-runner.ts'
import { SettingsError, type Settings } from '../settings.ts'
import { isLoopback, NOT_FOUND_PAGE } from '../site.ts'
import { addFirstOwner } from '../staff/staff-member.ts'
import { openSqliteStore, type SqliteStore } from '../store/sqlite.ts'
import { type Clock, type Log, StoreUnavailable } from '../ports.ts'
import { background } from './background.ts'
import { systemClock } from './clock.ts'
import { DEV_MAIL_PATH, mailboxFor } from './dev-mailbox.ts'
import { loadOrCreateKeys, refuseWrongInboxKeys } from '../keys/key-files.ts'
import { removeOldest, runHousekeeping } from '../service/housekeeping.ts'
import { remindOfLate } from '../service/staff-mail.ts'
import { checkReadiness } from '../service/readiness.ts'
import type { StoreStep } from '../problem.ts'
import { sharedPorts } from './shared-ports.ts'
import { NO_MAIL, smtpMailer } from '../mail/smtp.ts'
import { readSiteRules } from './site-rules.ts'
import { HEADERS_FILE } from './static-headers.ts'
import { PUBLISHED_DIR, publishedFolder } from './published.ts'
import { refuse, refuseMethod, refuseUnreadable } from './refusal.ts'
import { remembered } from '../remembered.ts'
import { matchRewritten, type Route, ROUTES } from '../routes.ts'
import { createService, type Service } from '../service/service.ts'
import { upgradeStore } from '../service/upgrade.ts'
import { lazyStaffInbox } from '../keys/staff-inbox.ts'
import { staticSite } from './static-files.ts'
import { COPIES_DIR } from './text-copies.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../duration.ts'

/** Name of the database in the data folder. */
export const DATABASE_FILE = 'front-desk.db'
/** How long a client may take to send its request, milliseconds. */
const REQUEST_TIMEOUT_MS = 30 * SECOND_MS
/** Interval of housekeeping, milliseconds. */
const HOUSEKEEPING_MS = 6 * HOUR_MS
/** Interval of removing the oldest of what a flood can multiply, milliseconds. */
const REMOVAL_MS = MINUTE_MS
/** Interval of retries of unsent mail, milliseconds. */
const OUTBOX_MS = MINUTE_MS
/** How long requests in flight may take to finish when the server is stopped, milliseconds. */
const STOP_TIMEOUT_MS = 10 * SECOND_MS

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export interface LocalServer {
  port: number
  /** The key of the desk's first owner, if this start created one. Show it once. Never set in production. */
  firstKey: string | undefined
  /** Path and key of the mailbox that shows mail; undefined when there is none. Never set in production. */
  mailPath: string | undefined
  /** What the store could not do after the start; undefined when it is ready. */
  failed: StoreStep | undefined
  /** Takes no new requests, finishes those in flight, and closes the store when all is written. */
  stop(): Promise<void>
}

/**
 * Starts the server.
 * @param settings from the environment
 * @param root folder of the project
 * @throws SettingsError with one sentence when the data folder, the keys, the build or the port cannot be used
 */
export async function startLocalServer(
  settings: Settings,
  root: string,
  log: Log,
  clock: Clock = systemClock,
): Promise<LocalServer> {
  // Messages that the previous process was sending when it ended are retried at once.
  const startedAt = clock.now().getTime()
  const folder = join(root, PUBLISHED_DIR)
  const store = openStore(settings.dataDir)
  try {
    const keys = await loadOrCreateKeys(settings)
    refuseWrongInboxKeys(process.env, settings.dataDir, keys.inbox)
    await upgradeStore({ store, clock, log })
    const published = publishedFolder(folder)
    const mailbox = mailboxFor(settings)
    if (settings.mailUrl === undefined && !mailbox) log('mail.off', { reason: NO_MAIL })
    const work = background()
    const service = await createService({
      store,
      ...sharedPorts(settings, keys, clock),
      mailer: settings.mailUrl === undefined ? mailbox : smtpMailer(settings.mailUrl),
      waitUntil: work.add,
      log,
      published,
    })
    if (settings.production && service.base !== settings.base) {
      throw new SettingsError(
        `The pages were built for ${service.base}, but SITE_URL is ${settings.base}. Build them with \`npm run build\` under that SITE_URL.`,
      )
    }
    const staffInbox = lazyStaffInbox(process.env, settings.dataDir, keys.inbox)
    const rules = await readSiteRules(join(root, 'netlify.toml'), join(folder, HEADERS_FILE))
    const site = staticSite(folder, rules, join(root, COPIES_DIR))
    const trustProxy = compileTrustedProxies(settings.trustedProxies)
    const listeners = Object.fromEntries(
      Object.entries<Route>(ROUTES).map(([name, { handler, opensInquiries }]) => {
        const routeService: Service = {
          ...service,
          ...(opensInquiries && { staffInbox }),
          log: (event, fields) => log(event, { route: name, ...fields }),
        }
        return [
          name,
          getRequestListener((request, { incoming }) =>
            handler(request, { address: proxyAddress(incoming as IncomingMessage, trustProxy) }, routeService),
          ),
        ]
      }),
    )
    const showMail = getRequestListener(
      async (webRequest) =>
        mailbox?.show(webRequest, await published.read(NOT_FOUND_PAGE)) ?? new Response(null, { status: 404 }),
    )
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      const pathname = pathOf(request)
      if (pathname === undefined) return refuse(response, 400, 'The address of the request cannot be read.')
      // Node uses the first, a proxy in front may have used another (RFC 9112 section 3.2).
      if (hasTwoHosts(request)) return refuse(response, 400, 'The request has more than one Host header.')
      if (!METHODS.has(request.method ?? '')) return refuseMethod(response)
      if (mailbox && pathname === DEV_MAIL_PATH && isLoopbackRequest(request)) return void showMail(request, response)
      const route = site.prefersMarkdownFile(request, pathname)
        ? undefined
        : matchRewritten(rules.rewrite, request.method ?? '', pathname, site.isPublished)
      if (route) void listeners[route]?.(request, response)
      else site.answer(request, response, pathname)
    })
    refuseUnreadable(server)
    const port = await listen(server, settings)
    const firstOwner = settings.production ? undefined : await addFirstOwner(service)
    const housekeepingTimer = setInterval(
      () => void runHousekeeping(service).catch(() => log('housekeeping.failed')),
      HOUSEKEEPING_MS,
    ).unref()
    const runOutboxNow = () =>
      work.add(
        remindOfLate(service)
          .then(() => runOutbox(service, startedAt))
          .then(
            () => undefined,
            () => log('outbox.interrupted', { reason: 'run' }),
          ),
      )
    runOutboxNow()
    const outboxTimer = setInterval(runOutboxNow, OUTBOX_MS).unref()
    const removalTimer = setInterval(
      () => work.add(removeOldest(service).catch(() => log('housekeeping.failed'))),
      REMOVAL_MS,
    ).unref()
    const stopAll = async () => {
      clearInterval(housekeepingTimer)
      clearInterval(removalTimer)
      clearInterval(outboxTimer)
      await stop(server)
      await work.drain(STOP_TIMEOUT_MS)
      await store.close()
    }
    const failed = await checkReadiness(service)
    return { port, firstKey: firstOwner?.key, mailPath: mailbox?.path, failed, stop: stopAll }
  } catch (error) {
    await store.close()
    throw error
  }
}

function openStore(dataDir: string): SqliteStore {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return openSqliteStore(join(dataDir, DATABASE_FILE))
  } catch (error) {
    const reason =
      error instanceof StoreUnavailable && error.cause instanceof Error ? error.cause.message : (error as Error).message
    throw new SettingsError(
      `The data folder ${resolve(dataDir)} cannot be written: ${reason}. Make it writable, free some space, or set DATA_DIR to another folder.`,
    )
  }
}

function compileTrustedProxies(proxies: string[]): (address: string) => boolean {
  try {
    const trust = proxyAddress.compile(proxies)
    return remembered((address) => trust(address, 0))
  } catch {
    throw new SettingsError(
      'TRUSTED_PROXIES is not right: it must be addresses or networks joined by commas, like 127.0.0.1, 10.0.0.0/8.',
    )
  }
}

/** True for direct loopback requests; rejects DNS rebinding, and proxies that say that they are one. */
function isLoopbackRequest({ socket, headers }: IncomingMessage): boolean {
  const isDirect =
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '') &&
    headers['x-forwarded-for'] === undefined
  const address = `http://${headers.host ?? ''}`
  return isDirect && URL.canParse(address) && isLoopback(address)
}

/** The path of a request, or undefined when its target is not a valid path. */
function pathOf({ url = '' }: IncomingMessage): string | undefined {
  if (!url.startsWith('/')) return undefined
  return URL.parse(`http://host${url}`)?.pathname
}

/** `headers` has only the first, and `headersDistinct` copies all of them. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host'
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost)
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(
        new SettingsError(
          isTaken
            ? `Port ${port} is taken by another program. Stop it, or set PORT to another number.`
            : `Cannot listen on ${host}:${port}: ${error.message}.`,
        ),
      )
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS)
  await closed
  clearTimeout(timer)
}
