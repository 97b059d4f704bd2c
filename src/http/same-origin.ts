/**
 * Protects forms against cross-site request forgery.
 */
import { Problem } from '../problem.ts'

/**
 * Checks Sec-Fetch-Site or Origin, which browsers set and no page can change. A request with neither is accepted: it was not
 * sent by a page.
 * @throws Problem `foreign-page`
 */
export function requireSameOrigin(request: Request, base: string): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isSameOrigin = site ? ['same-origin', 'none'].includes(site) : origin === null || origin === base
  if (!isSameOrigin) throw new Problem('foreign-page')
}
