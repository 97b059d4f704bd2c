/** Lighthouse on a telephone. It needs a full Chrome or Chromium: the packed one is made without what Lighthouse measures with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { OUTSIDERS } from './outsider.ts'

interface Report {
  runtimeError?: { message: string }
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>
type Launch = (options: object) => Promise<{ port: number; kill(): void }>
const { default: lighthouse } = (await import(`${OUTSIDERS}/lighthouse/core/index.js`)) as { default: Lighthouse }
const { launch } = (await import(`${OUTSIDERS}/chrome-launcher/dist/index.js`)) as { launch: Launch }

/** This score is reported and not required, because on a busy machine everything loads slowly. */
const PERFORMANCE = 'performance'
/** Its audits must pass, but for one. */
const AGENTS = 'agentic-browsing'
/** ARD does not list the media type of the OpenAPI description, but agents without MCP look for it. */
const NOT_FIXED = ['ard-schema']

const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] }).catch(
  (error: unknown) => {
    console.warn(`Lighthouse is skipped: ${(error instanceof Error && error.message) || 'no Chrome is installed here'}`)
    return undefined
  },
)

describe.skipIf(!chrome)('Lighthouse gives 100', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
    return () => server.remove()
  })
  afterAll(() => chrome?.kill())

  const judge = async (path: string) => {
    const { lhr } = await lighthouse(server.base + path, { port: chrome?.port, output: 'json', logLevel: 'silent' })
    expect(lhr.runtimeError).toBeUndefined()
    return lhr
  }
  const score = ({ categories }: Report, name: string) => Math.round((categories[name]?.score ?? 0) * 100)

  const paths = '/ /practice-areas/personal-injury/ /contact/ /lawyers/wren-fennimarsh-example/ /claim /es/'.split(' ')
  // Lighthouse asks to run again where the trace of a new browser lacks its beginning.
  it.for(paths)('to %s', { retry: 1 }, async (path) => {
    const report = await judge(path)
    const scores = Object.fromEntries(Object.keys(report.categories).map((name) => [name, score(report, name)]))
    console.log(`Lighthouse ${path}: ${JSON.stringify(scores)}`)
    const { [AGENTS]: _, [PERFORMANCE]: performance, ...rest } = scores
    expect(performance).toBeGreaterThan(0)
    expect(rest).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 })
    const wanting = report.categories[AGENTS]?.auditRefs
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id)
    expect(wanting).toEqual(NOT_FIXED)
  })
})
