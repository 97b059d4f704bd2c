/** Connects the functions to Netlify. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { getDeployStore, getStore } from '@netlify/blobs'
import type { Context } from '@netlify/functions'
import { keysMissing, readSettings, SettingsError } from '../settings.ts'
import { API_ROOT } from '../site.ts'
import { blobsStore } from '../store/blobs.ts'
import type { Mailer, Store } from '../ports.ts'
import { sharedPorts } from './shared-ports.ts'
import { readKeySet } from '../keys/key-set.ts'
import { jsonLog } from './log.ts'
import { NO_MAIL } from '../mail/smtp.ts'
import { PUBLISHED_DIR, publishedFolder } from './published.ts'
import { plain } from '../http/respond.ts'
import { type Handler, runHandler } from '../http/endpoint.ts'
import { createService, type Service } from '../service/service.ts'
import type { lazyStaffInbox } from '../keys/key-files.ts'
import { MINUTE_SECONDS } from '../duration.ts'

export const BLOB_STORE = 'front-desk'
/** A deploy with another context, or with none, uses the live store: inquiries in the store of a preview are removed with the preview. */
const PREVIEWS = new Set(['deploy-preview', 'branch-deploy', 'preview-server', 'dev', 'dev-server'])
const RETRY_AFTER_SECONDS = 5 * MINUTE_SECONDS

/** Holds the context of each request. A warm function keeps its ports, but work after the response belongs to one request. */
const requests = new AsyncLocalStorage<Pick<Context, 'waitUntil'>>()

type OpenMailer = (url: string) => Mailer
type LoadStaffInbox = typeof lazyStaffInbox

/**
 * @param openMailer only for functions that send mail: the others start faster without it
 * @param loadStaffInbox only for the desk: the others cannot open inquiries
 */
export function serve(route: string, handler: Handler, openMailer?: OpenMailer, loadStaffInbox?: LoadStaffInbox) {
  // A warm function keeps its service. After an error, the next request opens a new one.
  let service: Promise<Service> | undefined
  return async (request: Request, context: Context): Promise<Response> => {
    try {
      service ??= openService(route, context, openMailer, loadStaffInbox)
      const opened = await service
      return await requests.run(context, () => runHandler(handler, request, { address: context.ip }, opened))
    } catch (error) {
      service = undefined
      // Only the message of a SettingsError is sure to quote no personal data.
      const reason = error instanceof SettingsError ? error.message : error instanceof Error ? error.name : typeof error
      jsonLog('service.failed', { route, reason })
      return plain(503, 'This service is not configured yet.', { 'Retry-After': String(RETRY_AFTER_SECONDS) })
    }
  }
}

async function openService(route: string, context: Context, openMailer?: OpenMailer, loadStaffInbox?: LoadStaffInbox) {
  // Netlify puts the files of `included_files` below this folder.
  const published = publishedFolder(join(process.env.LAMBDA_TASK_ROOT ?? process.cwd(), PUBLISHED_DIR))
  const firm = JSON.parse(await published.read(`${API_ROOT.slice(1)}/firm`)) as { url: string }
  // The pages were built for one base address, so the functions use the same.
  const settings = readSettings({ ...process.env, SITE_URL: firm.url, CONTEXT: undefined })
  if (!settings.keys) throw keysMissing()
  const keys = readKeySet(settings.keys, 'FRONT_DESK_KEYS', settings.production)
  // A preview has a separate store, because it must not see what people sent to the firm.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- Netlify does not document what a scheduled call carries.
  const deploy = context.deploy?.context ?? ''
  const preview = PREVIEWS.has(deploy)
  const openStore = preview ? getDeployStore : getStore
  const blobs = openStore({ name: BLOB_STORE, consistency: 'strong' })
  jsonLog('store.opened', { route, store: preview ? 'preview' : 'live', deploy })
  if (openMailer && settings.mailUrl === undefined) jsonLog('mail.off', { route, reason: NO_MAIL })
  return createService({
    store: blobsStore(blobs),
    ...sharedPorts(settings, keys),
    mailer: settings.mailUrl === undefined ? undefined : openMailer?.(settings.mailUrl),
    waitUntil: (work) => requests.getStore()?.waitUntil(work),
    staffInbox: loadStaffInbox?.(process.env, settings.dataDir, keys.inbox),
    log: (event, fields) => jsonLog(event, { route, ...fields }),
    published,
  })
}

/** @param deployID names a deploy that is not the live site; empty for the live site */
export function remoteStore(siteID: string, token: string, deployID: string): Store {
  const options = { name: BLOB_STORE, siteID, token, consistency: 'strong' } as const
  return blobsStore(deployID ? getDeployStore({ ...options, deployID }) : getStore(options))
}
