import type { Config } from '@netlify/functions'
import { mcp } from '../../src/server/mcp.ts'
import { serve } from '../../src/server/netlify.ts'

export default serve('mcp', mcp)

export const config: Config = {
  path: '/mcp',
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
