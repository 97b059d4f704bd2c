/** The pages that a browser looks at without having done anything before. */
import { API_ROOT } from '../../src/site.ts'
import { askJson } from '../journeys/requests.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'

/** Pages that no search engine is told of. */
const UNLISTED = [
  '/problems/',
  '/problems/invalid-request/',
  '/nothing-here/',
  '/claim',
  '/es/claim',
  '/status/',
  '/es/status/x',
  '/thanks/K7QM-2F9D/',
  '/es/thanks/K7QM-2F9D/',
  '/desk/sign-in',
]

/** Paths of the sitemap, the others, and where an inquiry stands in each language. */
export async function pathsOf(base: string): Promise<string[]> {
  const { status_url } = await askJson(`${base}${API_ROOT}/inquiries`, jsonRequest(VALID_INQUIRY))
  const status = new URL(status_url ?? '').pathname
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text()
  return [
    ...[...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname),
    ...UNLISTED,
    status,
    `/es${status}`,
  ]
}
