/**
 * The pages of a firm that has adopted the project, in a browser: axe finds nothing, and they fit a phone.
 */
import { afterEach, beforeAll, expect, it } from 'vitest'
import { adopt, FIRMS, run } from '../adopted-firm.ts'
import { removeFolder, type RunningServer, startServer, temporaryFolder } from '../journeys/server.ts'
import { faultsOf } from './axe.ts'
import { closeWindows, describeInBrowser, open } from './browser.ts'

/** One of each kind, and the areas that the sample does not have. */
const PATHS = [
  '/',
  '/es/',
  '/about/',
  '/es/about/',
  '/contact/',
  '/faq/',
  '/practice-areas/',
  ...['family-law', 'immigration', 'landlord-and-tenant', 'probate', 'real-estate'].flatMap((area) => [
    `/practice-areas/${area}/`,
    `/es/practice-areas/${area}/`,
  ]),
]

describeInBrowser('the pages of a firm that has adopted the project', () => {
  let server: RunningServer
  beforeAll(async () => {
    const [project, dataDir] = [adopt(FIRMS.rivas), temporaryFolder()]
    const { code, stderr } = run(project, ['build'], { SITE_URL: 'http://localhost:8888' })
    if (code !== 0) throw new Error(stderr)
    server = await startServer({ DATA_DIR: dataDir }, { cwd: project })
    return async () => {
      await server.end('SIGTERM')
      ;[project, dataDir].forEach(removeFolder)
    }
  })
  afterEach(closeWindows)

  it.each(PATHS)('%s has no fault', async (path) => {
    const page = await open(server.base + path)
    expect(await page.locator('h1').count()).toBe(1)
    expect(await faultsOf(page)).toEqual([])
  })
})
