import type { Config } from '@netlify/functions'
import { agent } from '../../src/api/agent.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('agent', agent)

export const config: Config = {
  path: '/api/v1/agent',
}
