/**
 * Netlify: the world of a function there. The only file that knows Netlify's packages at run time.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { getDeployStore, getStore } from '@netlify/blobs'
import type { Context } from '@netlify/functions'
import { readSettings, SettingsError } from '../settings.ts'
import { API_ROOT } from '../site.ts'
import { blobsStore } from '../store/blobs.ts'
import type { Mailer, Store } from '../ports.ts'
import { sharedPorts } from './shared-ports.ts'
import { readKeySet } from '../keys/key-set.ts'
import { jsonLog } from './log.ts'
import { NO_MAIL } from '../mail/smtp.ts'
import { PUBLISHED_DIR, publishedFolder } from './published.ts'
import { systemClock } from './clock.ts'
import { plain } from '../http/respond.ts'
import type { Handler } from '../http/endpoint.ts'
import { createService, type Service } from '../service/service.ts'
import type { lazyStaffInbox } from '../keys/staff-inbox.ts'
import { MINUTE_SECONDS } from '../duration.ts'

/** Name of the store in Netlify Blobs. */
export const BLOB_STORE = 'front-desk'
/**
 * Deploys that are not the live site, as Netlify names them in `context.deploy.context`. Whatever else it says, or nothing,
 * is the live site: an inquiry must never land in the store of a preview, which goes away with its deploy.
 */
const PREVIEWS = new Set(['deploy-preview', 'branch-deploy', 'preview-server', 'dev', 'dev-server'])
/** Seconds after which a site that is being set up may be tried again. */
const RETRY_AFTER_SECONDS = 5 * MINUTE_SECONDS

/** The request that is being answered. A warm function keeps its world; what goes on after an answer belongs to one request. */
const requests = new AsyncLocalStorage<Pick<Context, 'waitUntil'>>()

type OpenMailer = (url: string) => Mailer
type OpenStaffInbox = typeof lazyStaffInbox

/**
 * Makes a function of a handler.
 * @param route name of the route, for the log
 * @param openMailer only for functions that send mail: the others start faster without it
 * @param openStaffInbox only for the desk: the others cannot open what was sent
 * @returns what Netlify calls: a request and its context in, a response out
 */
export function serve(
  route: string,
  handler: Handler,
  openMailer?: OpenMailer,
  openStaffInbox?: OpenStaffInbox,
): (request: Request, context: Context) => Promise<Response> {
  // Made by the first request and kept while the function stays warm; one that failed is tried again.
  let service: Promise<Service> | undefined
  return async (request, context) => {
    try {
      service ??= openService(route, context, openMailer, openStaffInbox)
      const opened = await service
      return await requests.run(context, () => handler(request, { address: context.ip }, opened))
    } catch (error) {
      service = undefined
      // The message of a setting is written to be read; any other may quote what it should not.
      const reason = error instanceof SettingsError ? error.message : error instanceof Error ? error.name : typeof error
      jsonLog('service.failed', { route, reason })
      return plain(503, 'This service is not configured yet.', { 'Retry-After': String(RETRY_AFTER_SECONDS) })
    }
  }
}

async function openService(
  route: string,
  context: Context,
  openMailer?: OpenMailer,
  openStaffInbox?: OpenStaffInbox,
): Promise<Service> {
  // Netlify puts the files of `included_files` below the folder in which the function runs.
  const published = publishedFolder(join(process.env.LAMBDA_TASK_ROOT ?? process.cwd(), PUBLISHED_DIR))
  const firm = JSON.parse(await published.read(`${API_ROOT.slice(1)}/firm`)) as { url: string }
  // The pages were built for one address; a function that believed another would disagree with them.
  const settings = readSettings({ ...process.env, SITE_URL: firm.url, CONTEXT: undefined })
  if (!settings.keys)
    throw new SettingsError(
      'FRONT_DESK_KEYS is missing. Make a key set with `npm run keys` and put it into that variable.',
    )
  const keys = readKeySet(settings.keys, 'FRONT_DESK_KEYS', settings.production)
  // A preview has a store of its own: it must not reach what people sent to the firm.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- What calls by the clock carry is documented nowhere.
  const deploy = context.deploy?.context ?? ''
  const preview = PREVIEWS.has(deploy)
  const openStore = preview ? getDeployStore : getStore
  const blobs = openStore({ name: BLOB_STORE, consistency: 'strong' })
  jsonLog('store.opened', { route, store: preview ? 'preview' : 'live', deploy })
  if (openMailer && settings.mailUrl === undefined) jsonLog('mail.off', { route, reason: NO_MAIL })
  return createService({
    store: blobsStore(blobs),
    ...sharedPorts(settings, keys, systemClock),
    mailer: settings.mailUrl === undefined ? undefined : openMailer?.(settings.mailUrl),
    waitUntil: (work) => requests.getStore()?.waitUntil(work),
    staffInbox: openStaffInbox?.(process.env, settings.dataDir),
    log: (event, fields) => jsonLog(event, { route, ...fields }),
    published,
  })
}

/**
 * The store of the site, from another machine.
 * @param siteID id of the site
 * @param token of somebody who may read it
 * @param deployID id of a deploy that is not the live site; empty for the live site
 */
export function remoteStore(siteID: string, token: string, deployID: string): Store {
  const options = { name: BLOB_STORE, siteID, token, consistency: 'strong' } as const
  return blobsStore(deployID ? getDeployStore({ ...options, deployID }) : getStore(options))
}
