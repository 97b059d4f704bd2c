/**
 * `/status/{capability}`: where an inquiry stands, as a page for the person who sent it, or as JSON for a program that asks for that.
 * The address is a secret: no answer may be kept, listed, or named to another site.
 */
import { endpoint } from '../api/operation-endpoint.ts'
import { INQUIRY_OPERATIONS } from '../contract/inquiry-operations.ts'
import { readFirmFacts } from '../firm/published-facts.ts'
import { acceptsHtml, prefersJson } from '../http/accept.ts'
import { type Handler, isInSiteLanguage, pageEndpoint } from '../http/endpoint.ts'
import { page } from '../http/respond.ts'
import { readPublicStatus, requirePublicStatus } from '../inquiries/public-status.ts'
import { capabilityIn } from '../inquiries/status-address.ts'
import { languageOf, pathIn, plainPath } from '../language.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { PATHS } from '../site.ts'
import { LANGUAGE_REGION, languageSwitch } from '../views/language-switch.ts'
import { fillRegion } from '../views/region.ts'
import { STATUS_REGION, statusBox } from '../views/status-box.ts'

/** For every answer. */
const SECRET_ADDRESS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex', Vary: 'Accept' } as const

const showStatus: Handler = async (request, caller, service) => {
  await consumeRateLimit('inquiry-status', caller, service)
  const { pathname } = new URL(request.url)
  const language = languageOf(pathname)
  const found = await readPublicStatus(service, capabilityIn(pathname))
  const { firm } = await readFirmFacts(language, service)
  const template = await service.published.read(pathIn(language, `${PATHS.status}index.html`).slice(1))
  const filled = fillRegion(
    template,
    STATUS_REGION,
    String(await statusBox(language, firm, { now: service.clock.now(), found })),
  )
  // Without an inquiry the links stay those of the build: the page repeats nothing of the address.
  if (!found) return page(404, filled)
  const languageLinks = await languageSwitch({ language, languages: service.languages }, (other) =>
    pathIn(other, plainPath(pathname)),
  )
  return page(200, fillRegion(filled, LANGUAGE_REGION, String(languageLinks)))
}

const statusPage = pageEndpoint({ GET: showStatus })

const inquiryStatus = endpoint(INQUIRY_OPERATIONS.getInquiryStatus, (service, _input, { variable = '' }) =>
  requirePublicStatus(service, variable),
)

export const status: Handler = async (request, caller, service) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const accept = request.headers.get('accept')
  // What is neither is refused by the operation.
  const asksForPage = isRead && !prefersJson(accept) && acceptsHtml(accept)
  const isPage = asksForPage || !isInSiteLanguage(request, service)
  const response = await (isPage ? statusPage : inquiryStatus)(request, caller, service)
  for (const [name, value] of Object.entries(SECRET_ADDRESS)) response.headers.set(name, value)
  return response
}
