/**
 * The pages that a browser looks at without having done anything before.
 */

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

/** Paths of the sitemap, and the others. */
export async function pathsOf(base: string): Promise<string[]> {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text()
  return [...[...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname), ...UNLISTED]
}
