import type { Config } from '@netlify/functions'
import { identity } from '../../src/server/identity.ts'
import { serve } from '../../src/server/netlify.ts'

export default serve('identity', identity)

export const config: Config = {
  path: '/agent/identity',
}
