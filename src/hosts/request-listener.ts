/** On one machine, each request is refused, or answered by the development mailbox, a function or a published file. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import proxyAddress from 'proxy-addr'
import { memoize } from '../memoize.ts'
import { prefersGzip } from '../http/accept.ts'
import { runHandler } from '../http/endpoint.ts'
import { matchRewritten, type Route, ROUTES } from '../routes.ts'
import type { Service } from '../service/service.ts'
import { SettingsError } from '../settings.ts'
import { isLoopback } from '../site.ts'
import { DEV_MAIL_PATH, type DevMailbox, mailboxListener } from './dev-mailbox.ts'
import { refuse, UNKNOWN_METHOD } from './refusal.ts'
import type { staticSite } from './static-files.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface ListenerOptions {
  site: ReturnType<typeof staticSite>
  /** Only the desk gets it: handlers of other addresses must not open inquiries. */
  staffInbox: Service['staffInbox']
  mailbox: DevMailbox | undefined
  trustedProxies: string[]
}

/** @throws SettingsError when TRUSTED_PROXIES is malformed */
export function requestListener(service: Service, options: ListenerOptions): RequestListener {
  const { site, mailbox } = options
  const listeners = functionListeners(service, options)
  const showMail = mailboxListener(mailbox, service.published)
  return (request, response) => {
    const pathname = pathOf(request)
    if (pathname === undefined) return refuse(response, 400, 'The address of the request cannot be read.')
    // Node uses the first header, but a proxy in front may have used another (RFC 9112 section 3.2).
    if (hasTwoHosts(request)) return refuse(response, 400, 'The request has more than one Host header.')
    if (!METHODS.has(request.method ?? '')) return refuse(response, ...UNKNOWN_METHOD)
    if (showMail && pathname === DEV_MAIL_PATH && isLoopbackRequest(request)) return void showMail(request, response)
    const route = site.prefersMarkdownFile(request, pathname)
      ? undefined
      : matchRewritten(request.method ?? '', pathname, site.isPublished, service.firm)
    if (route) void listeners[route]?.(request, response)
    else void site.answer(request, response)
  }
}

function functionListeners(service: Service, { staffInbox, trustedProxies }: ListenerOptions) {
  const trustProxy = compileTrustedProxies(trustedProxies)
  const entries = Object.entries<Route>(ROUTES).map(([name, { handler, opensInquiries }]) => {
    const routeService: Service = {
      ...service,
      ...(opensInquiries && { staffInbox }),
      log: (event, fields) => service.log(event, { route: name, ...fields }),
    }
    const listener = getRequestListener(async (request, { incoming }) => {
      const caller = { address: proxyAddress(incoming as IncomingMessage, trustProxy) }
      const response = await runHandler(handler, request, caller, routeService)
      // Only pages are compressed, because compression would slow down answers to programs.
      return incoming.headers.accept?.includes('text/html') ? compressed(request, response) : response
    })
    return [name, listener] as const
  })
  return Object.fromEntries(entries)
}

/** Compression leaks no secret (BREACH): all cookies are `SameSite=Strict`, so another site cannot request a page as the person. */
async function compressed({ headers }: Request, response: Response): Promise<Response> {
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  if (!isPage || !response.body || !prefersGzip(headers.get('Accept-Encoding'))) return response
  response.headers.set('Content-Encoding', 'gzip')
  response.headers.append('Vary', 'Accept-Encoding')
  return new Response(await promisify(gzip)(await response.arrayBuffer()), response)
}

function compileTrustedProxies(proxies: string[]): (address: string) => boolean {
  try {
    const trust = proxyAddress.compile(proxies)
    return memoize((address) => trust(address, 0))
  } catch {
    throw new SettingsError(
      'TRUSTED_PROXIES is not right: it must be addresses or networks joined by commas, like 127.0.0.1, 10.0.0.0/8.',
    )
  }
}

/** False for DNS rebinding, and for a proxy that sends X-Forwarded-For. */
function isLoopbackRequest({ socket, headers }: IncomingMessage): boolean {
  const isDirect =
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '') &&
    headers['x-forwarded-for'] === undefined
  const address = `http://${headers.host ?? ''}`
  return isDirect && URL.canParse(address) && isLoopback(address)
}

function pathOf({ url = '' }: IncomingMessage): string | undefined {
  // RFC 3986 allows no backslash in an address, and programs disagree about its meaning.
  if (!url.startsWith('/') || url.includes('\\')) return undefined
  return URL.parse(`http://host${url}`)?.pathname
}

/** Reads the raw headers: `headers` has only the first Host, and `headersDistinct` would copy all of them. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host'
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost)
}
