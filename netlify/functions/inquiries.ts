import type { Config } from '@netlify/functions'
import { inquiries } from '../../src/server/inquiries.ts'
import { serve } from '../../src/server/netlify.ts'

export default serve('inquiries', inquiries)

export const config: Config = {
  path: '/api/v1/inquiries',
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
