/**
 * Forms of this site's own pages: refuses what a page of somebody else sent.
 */
import { Problem } from '../problem.ts'

/**
 * Browsers say where a form comes from in Sec-Fetch-Site or Origin, and no page can change them; a request with neither
 * comes from no page.
 * @throws Problem `foreign-page`
 */
export function requireSameOrigin(request: Request, base: string): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isSameOrigin = site ? ['same-origin', 'none'].includes(site) : origin === null || origin === base
  if (!isSameOrigin) throw new Problem('foreign-page')
}
