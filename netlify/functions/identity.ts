import type { Config } from '@netlify/functions'
import { identity } from '../../src/api/identity.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('identity', identity)

export const config: Config = {
  path: '/agent/identity',
}
